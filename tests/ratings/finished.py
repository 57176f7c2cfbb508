"""`factories.finished_matches`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.finished_matches import NOW
from tests.factories.finished_matches import finished_match as over

__all__ = ["NOW", "over"]
