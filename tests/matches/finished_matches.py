"""`factories.finished_matches`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.finished_matches import recorded_match as recorded

__all__ = ["recorded"]
