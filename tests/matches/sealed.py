"""`factories.matches`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.matches import MatchDriver as Sealed
from tests.factories.matches import sealed_match as deal

__all__ = ["Sealed", "deal"]
