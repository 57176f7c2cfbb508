"""What the tests of specimens share with those of matches."""

from __future__ import annotations

from tests.matches.conftest import _just_started as _just_started
from tests.matches.conftest import at as at
