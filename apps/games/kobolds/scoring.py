"""Who has the most gold, and who has won (K2, K59, K60)."""

from __future__ import annotations

from apps.games.kobolds.state import Seats, State
from apps.kernel.game import Outcome, places


def leaders(state: State) -> Seats:
    """Who has the most gold, or as much as anybody."""
    most = max(state.gold)
    return tuple(seat for seat in state.setup.everyone() if state.gold[seat] == most)


def outcome(state: State) -> Outcome | None:
    """The most gold wins; equals win together."""
    if state.phase != "over":
        return None
    return Outcome(places=places([-gold for gold in state.gold]), scores=state.gold, why="gold")


def scores(state: State) -> tuple[int, ...]:
    """Gold, which lies open."""
    return state.gold
