"""`factories.matches`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.matches import NOW, by_turns, luck
from tests.factories.matches import MatchDriver as Table

__all__ = ["NOW", "Table", "by_turns", "luck"]
