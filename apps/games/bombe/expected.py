"""What stacks may be expected to be worth in the end: who has most cards of a colour now may lose that lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import Final

from apps.games.bombe.cards import COLOURS, FACES, GREEN, RED, CardId, Colour
from apps.games.bombe.scoring import stack
from apps.games.bombe.state import Cards, State

POINTS: Final = tuple(FACES[CardId(i)].points for i in range(len(FACES)))
"""By card; of a bomb 0."""

_CARDS: Final[Mapping[Colour, Cards]] = {"red": RED, "green": GREEN}


def counts(state: State, colour: Colour) -> list[int]:
    """Cards of a colour, by seat."""
    return [len(stack(state, seat, colour)) for seat in state.setup.everyone()]


def points(state: State, colour: Colour) -> list[float]:
    """What they count, by seat."""
    return [float(sum([POINTS[card] for card in stack(state, seat, colour)])) for seat in state.setup.everyone()]


def doubling(state: State, colour: Colour) -> Mapping[int, float]:
    """By how much a stack counts in the end, by its lead in cards over the next: 1 to 2."""
    cards = _CARDS[colour]
    turned_up = [card for lot in state.past for card in lot.cards] + [*state.cards]
    return _doubling(len(cards) - sum([cards[0] <= card <= cards[-1] for card in turned_up]))


@cache
def _doubling(left: int) -> Mapping[int, float]:
    """As counted in thousands of matches: with many cards in the pile a lead says little."""
    blur, edge = 0.4 + 0.35 * sqrt(left), 0.5 - 0.15 * sqrt(left)
    return {lead: 1 + 1 / (1 + exp(-(lead + edge) / blur)) for lead in range(-13, 14)}


def worths(doubled: Mapping[int, float], counts: Sequence[int], points: Sequence[float]) -> list[float]:
    """Points of a colour, doubled as likely as each seat ends with most cards."""
    *_, next_, most = sorted(counts)
    return [
        worth * doubled[count - (next_ if count == most else most)] if count else 0.0
        for count, worth in zip(counts, points, strict=True)
    ]


def totals(state: State) -> list[float]:
    """What each seat may expect to have in the end, of what it has now."""
    red, green = [worths(doubling(state, each), counts(state, each), points(state, each)) for each in COLOURS]
    return [r + g - m for r, g, m in zip(red, green, state.minus, strict=True)]
