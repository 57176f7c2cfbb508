"""What the tests of the interface share."""

from __future__ import annotations

from tests.factories.fixtures import quick as quick
