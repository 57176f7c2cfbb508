"""Fixtures that the tests of specimens share with those of matches."""

from __future__ import annotations

from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
