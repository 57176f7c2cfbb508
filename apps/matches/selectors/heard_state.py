"""How far a match is for one observer, for programs that follow it."""

from __future__ import annotations

from typing import NamedTuple

from apps.matches.engine import visibility
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors import match_view


class HeardState(NamedTuple):
    """How far a match is for one observer."""

    bit: int
    """The bit of the observer."""
    status: str
    heard: int
    """The number of facts that the observer can see."""

    @property
    def over(self) -> bool:
        """Check whether the match is over."""
        return self.status == Match.Status.OVER


def load_heard_state(code: str, *, player: int | None) -> HeardState | None:
    """Return how far a match is for a player, or for the public if they don't sit there.

    Return None if they can't see it. The public sees listed matches.
    """
    try:
        loaded = match_view.load_played(code, player=player)
        if loaded.own is None and not loaded.match.listed:
            return None
        heard = match_view.count_heard_facts(loaded)
    except (Match.DoesNotExist, Unreadable):
        return None
    return HeardState(visibility.get_observer_bit(loaded.observer), loaded.match.status, heard)
