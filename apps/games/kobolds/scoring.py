"""Who has won (K2, K59, K60)."""

from __future__ import annotations

from apps.games.kobolds.state import State
from apps.kernel.game import Outcome, places


def outcome(state: State) -> Outcome | None:
    """The most gold wins; equals win together."""
    if state.phase != "over":
        return None
    return Outcome(places=places([-gold for gold in state.gold]), scores=state.gold, why="gold")


def scores(state: State) -> tuple[int, ...]:
    """Gold, which lies open."""
    return state.gold
