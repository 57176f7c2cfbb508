"""The expected final worth of stacks. A seat with the most cards of a colour now can lose that lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import Final

from apps.games.bombe.cards import COLOURS, FACES, GREEN, RED, CardId, Colour
from apps.games.bombe.scoring import get_stack
from apps.games.bombe.state import Cards, State

POINTS: Final = tuple(FACES[CardId(i)].points for i in range(len(FACES)))
"""Points by card, 0 for a bomb."""

_CARDS_BY_COLOUR: Final[Mapping[Colour, Cards]] = {"red": RED, "green": GREEN}


def count_colour_cards(state: State, colour: Colour) -> list[int]:
    """Count the cards of a colour by seat."""
    return [len(get_stack(state, seat, colour)) for seat in state.setup.everyone()]


def sum_colour_points(state: State, colour: Colour) -> list[float]:
    """Return the points of a colour by seat."""
    return [float(sum([POINTS[card] for card in get_stack(state, seat, colour)])) for seat in state.setup.everyone()]


def get_doubling_factors(state: State, colour: Colour) -> Mapping[int, float]:
    """Return the expected final factor of a stack, 1 to 2, by its lead in cards over the next."""
    cards = _CARDS_BY_COLOUR[colour]
    turned_up = [card for lot in state.past for card in lot.cards] + [*state.cards]
    return _compute_doubling_factors(len(cards) - sum([cards[0] <= card <= cards[-1] for card in turned_up]))


@cache
def _compute_doubling_factors(left: int) -> Mapping[int, float]:
    """Return the factors as counted in thousands of matches. With many cards in the pile, a lead says little."""
    blur, edge = 0.4 + 0.35 * sqrt(left), 0.5 - 0.15 * sqrt(left)
    return {lead: 1 + 1 / (1 + exp(-(lead + edge) / blur)) for lead in range(-13, 14)}


def compute_expected_worths(
    doubled: Mapping[int, float], counts: Sequence[int], points: Sequence[float]
) -> list[float]:
    """Return the points of a colour by seat, multiplied by the expected factor."""
    *_, next_, most = sorted(counts)
    return [
        worth * doubled[count - (next_ if count == most else most)] if count else 0.0
        for count, worth in zip(counts, points, strict=True)
    ]


def compute_expected_totals(state: State) -> list[float]:
    """Return the expected final worth of what each seat has now."""
    red, green = [
        compute_expected_worths(
            get_doubling_factors(state, each), count_colour_cards(state, each), sum_colour_points(state, each)
        )
        for each in COLOURS
    ]
    return [r + g - m for r, g, m in zip(red, green, state.minus, strict=True)]
