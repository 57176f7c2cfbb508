"""What lies in the pile as far as one can guess, if everybody chose sensibly in their window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from apps.games.frogs.cards import DICE, KINDS, Face, Kind, scoring_each
from apps.games.frogs.odds import count, worths
from apps.games.frogs.state import State, Window

Each: TypeAlias = tuple[float, ...]
"""A number for each kind of card, in their order."""
Lying: TypeAlias = tuple[tuple[float, float], ...]
"""For each kind how likely no card of it lies in the pile, and how likely exactly one does."""

# Found by playing, like the numbers of `thinking`.
_TRUST: Final = (0.3, 0.5, 1.5, 1.0)
"""How sensible the others are believed to be in each window: of two cards the better one was thrown more often, by this
power of what they are worth. Who throws blind may throw anything …"""
_TRUST_OF_FIVE: Final = (0.5, 0.5, 1.5, 1.0)
"""… but of five a grey card thrown last would win too often against whoever believes that."""
_ANYTHING: Final = 0.3
"""What is added to every card's worth before."""

GREY: Final = KINDS.index("grey")
"""Where the grey card stands."""
_CERTAIN: Final[Mapping[Kind, Each]] = {kind: tuple(float(kind == other) for other in KINDS) for kind in KINDS}
"""Of a card one has thrown or was told of."""
EMPTY: Final[Lying] = ((1.0, 0.0),) * len(KINDS)
"""A pile without cards."""


def guessed(state: State) -> tuple[Lying, tuple[float, ...]]:
    """What lies in the pile as far as one can guess, and what it promises each seat."""
    lying, promised, before = EMPTY, [0.0] * state.setup.seats, 0
    scoring, final = scoring_each(state.setup.seats), worths(count(state.faces), len(DICE) - state.fell.count(0))
    for window, cards in groupby(state.pile, key=lambda card: card.window):
        likes = likely(state, window, lying, before)
        for card in cards:
            kinds = likes if card.kind is None else _CERTAIN[card.kind]
            promised[card.seat] += sum(map(float.__mul__, kinds, next_worth(final, lying, before, scoring)))
            lying, before = after(lying, kinds, 1), before + 1
    return lying, tuple(promised)


def lay_in(state: State, window: Window) -> list[Face | None]:
    """What the dice showed that lay in a window."""
    return [face if fell <= window else None for face, fell in zip(state.faces, state.fell, strict=True)]


def likely(state: State, window: Window, lying: Lying, before: int) -> Each:
    """How likely each card is chosen in a window that opened with so many cards, from the dice that lay then."""
    lay = lay_in(state, window)
    means = worths(count(lay), len(DICE) - lay.count(None))
    worth = next_worth(means, lying, before, scoring_each(state.setup.seats))
    trust = _TRUST_OF_FIVE if state.setup.seats == 5 else _TRUST
    return shares((points + _ANYTHING) ** trust[window] for points in worth)


def after(lying: Lying, likes: Each, cards: float) -> Lying:
    """The pile after so many more cards of these likely kinds."""
    if not cards:
        return lying
    found = []
    for (none, one), like in zip(lying, likes, strict=True):
        other = (1 - like) ** cards
        exactly = cards * like * (1 - like) ** (cards - 1) if like < 1 else float(cards == 1)
        found.append((none * other, one * other + none * min(exactly, 1 - other)))
    return tuple(found)


def shares(parts: Iterable[float]) -> Each:
    """The same parts of one whole."""
    found = [*parts]
    total = sum(found)
    return tuple([part / total for part in found])


def next_worth(means: Sequence[float], lying: Lying, before: float, scoring: int) -> Each:
    """What each card is worth as the next one in the pile."""
    if scoring == 1:
        firsts = [none for none, _ in lying]
        return (*map(float.__mul__, means, firsts), before * firsts[GREY])
    none, one = lying[GREY]
    return (
        *(mean * (first + second) for mean, (first, second) in zip(means, lying, strict=False)),
        before * none + before / 2 * one,
    )
