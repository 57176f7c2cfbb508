"""The worth of Die Bombe's stacks (D17–D22)."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.cards import COLOURS, Colour, sum_points
from apps.games.bombe.state import Cards, Counted, State
from apps.kernel.game import Outcome, compute_places
from apps.kernel.table import Seat

END_REASON: Final = "pile"
"""The only reason for the end of a match: the draw pile is used up."""


def get_stack(state: State, seat: Seat, colour: Colour) -> Cards:
    stacks = state.stacks[seat]
    return stacks.red if colour == "red" else stacks.green


def flag_majority(state: State, colour: Colour) -> tuple[bool, ...]:
    """Return, for each seat, whether it has the most cards of a colour, and at least one (D19, D20).

    The number of cards counts, not their points.
    """
    counts = [len(get_stack(state, seat, colour)) for seat in state.setup.everyone()]
    limit = max(1, *counts)
    return tuple(count == limit for count in counts)


def compute_colour_points(state: State, colour: Colour) -> tuple[int, ...]:
    """Return the worth of each seat's cards of a colour, doubled for the majority (D18–D20)."""
    return tuple(
        sum_points(get_stack(state, Seat(seat), colour)) * (2 if doubled else 1)
        for seat, doubled in enumerate(flag_majority(state, colour))
    )


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's total if the match ended now (D21)."""
    red, green = (compute_colour_points(state, colour) for colour in COLOURS)
    return tuple(r + g - m for r, g, m in zip(red, green, state.minus, strict=True))


def build_final_count(state: State) -> Counted:
    """Return the final count."""
    red, green = (compute_colour_points(state, colour) for colour in COLOURS)
    return Counted(red, green, state.minus, scores(state))


def outcome(state: State) -> Outcome | None:
    """Return the outcome: highest total, then fewest minus points, then a shared place (D22, D-A13)."""
    if not state.over:
        return None
    totals = scores(state)
    ranks = [(-total, minus) for total, minus in zip(totals, state.minus, strict=True)]
    return Outcome(places=compute_places(ranks), scores=totals, why=END_REASON)
