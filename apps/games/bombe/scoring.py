"""What the stacks of Die Bombe are worth (D17–D22)."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.cards import COLOURS, Colour, worth
from apps.games.bombe.state import Cards, Counted, State
from apps.kernel.game import Outcome, places
from apps.kernel.table import Seat

WHY: Final = "pile"
"""The only way a match ends: the draw pile is used up."""


def stack(state: State, seat: Seat, colour: Colour) -> Cards:
    stacks = state.stacks[seat]
    return stacks.red if colour == "red" else stacks.green


def most(state: State, colour: Colour) -> tuple[bool, ...]:
    """Which seats hold the most cards of a colour, and at least one: cards count, not points (D19, D20)."""
    counts = [len(stack(state, seat, colour)) for seat in state.setup.everyone()]
    limit = max(1, *counts)
    return tuple(count == limit for count in counts)


def points(state: State, colour: Colour) -> tuple[int, ...]:
    """What each seat's cards of a colour are worth, doubled for the majority (D18–D20)."""
    return tuple(
        worth(stack(state, Seat(seat), colour)) * (2 if doubled else 1)
        for seat, doubled in enumerate(most(state, colour))
    )


def scores(state: State) -> tuple[int, ...]:
    """The total of each seat if the match ended now (D21)."""
    red, green = (points(state, colour) for colour in COLOURS)
    return tuple(r + g - m for r, g, m in zip(red, green, state.minus, strict=True))


def counted(state: State) -> Counted:
    """The count at the end."""
    red, green = (points(state, colour) for colour in COLOURS)
    return Counted(red, green, state.minus, scores(state))


def outcome(state: State) -> Outcome | None:
    """Highest total, then fewest minus points, then a shared place (D22, D-A13)."""
    if not state.over:
        return None
    totals = scores(state)
    ranks = [(-total, minus) for total, minus in zip(totals, state.minus, strict=True)]
    return Outcome(places=places(ranks), scores=totals, why=WHY)
