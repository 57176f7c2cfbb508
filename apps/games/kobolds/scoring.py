"""The players with the most gold, and the winners (K2, K59, K60)."""

from __future__ import annotations

from apps.games.kobolds.state import Seats, State
from apps.kernel.game import Outcome, compute_places


def list_leaders(state: State) -> Seats:
    """Return all seats with the most gold."""
    most = max(state.gold)
    return tuple(seat for seat in state.setup.everyone() if state.gold[seat] == most)


def outcome(state: State) -> Outcome | None:
    """Return the outcome. The most gold wins, and tied players win together."""
    if state.phase != "over":
        return None
    return Outcome(places=compute_places([-gold for gold in state.gold]), scores=state.gold, why="gold")


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's gold, which is public."""
    return state.gold
