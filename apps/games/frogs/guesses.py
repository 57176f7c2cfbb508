"""A guess at the contents of the pile, if every player chose sensibly in their window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from apps.games.frogs.cards import DICE, KINDS, Face, Kind, scoring_each
from apps.games.frogs.odds import compute_mean_worths, count_dice
from apps.games.frogs.state import State, Window

Each: TypeAlias = tuple[float, ...]
"""A number for each kind of card, in order."""
Lying: TypeAlias = tuple[tuple[float, float], ...]
"""For each kind, the probabilities that no card and exactly one card of it is in the pile."""

# Found by playing, like the numbers in `thinking`.
_TRUST_BY_WINDOW: Final = (0.3, 0.5, 1.5, 1.0)
"""Assumed reason of the others in each window: the power of a card's worth by which it was chosen.

Players who throw before the first roll can throw anything.
"""
_TRUST_BY_WINDOW_OF_FIVE: Final = (0.5, 0.5, 1.5, 1.0)
"""The same for five players, where a late grey card would otherwise win too often."""
_ADDED_POINTS: Final = 0.3
"""Points added to every card's worth before that."""

GREY_INDEX: Final = KINDS.index("grey")
"""Index of the grey card."""
_CERTAIN_KIND_ODDS: Final[Mapping[Kind, Each]] = {
    kind: tuple(float(kind == other) for other in KINDS) for kind in KINDS
}
"""The probabilities of a card whose kind is known."""
EMPTY_PILE: Final[Lying] = ((1.0, 0.0),) * len(KINDS)
"""A pile without cards."""


def guess_pile(state: State) -> tuple[Lying, tuple[float, ...]]:
    """Guess the contents of the pile, and what it promises each seat."""
    lying, promised, before = EMPTY_PILE, [0.0] * state.setup.seats, 0
    scoring, final = (
        scoring_each(state.setup.seats),
        compute_mean_worths(count_dice(state.faces), len(DICE) - state.fell.count(0)),
    )
    for window, cards in groupby(state.pile, key=lambda card: card.window):
        likes = compute_choice_odds(state, window, lying, before)
        for card in cards:
            kinds = likes if card.kind is None else _CERTAIN_KIND_ODDS[card.kind]
            promised[card.seat] += sum(map(float.__mul__, kinds, next_worth(final, lying, before, scoring)))
            lying, before = add_likely_cards(lying, kinds, 1), before + 1
    return lying, tuple(promised)


def lay_in(state: State, window: Window) -> list[Face | None]:
    """Return what the dice on the table showed in a window."""
    return [face if fell <= window else None for face, fell in zip(state.faces, state.fell, strict=True)]


def compute_choice_odds(state: State, window: Window, lying: Lying, before: int) -> Each:
    """Return how likely each card was chosen in a window, from its dice and the number of cards before it."""
    lay = lay_in(state, window)
    means = compute_mean_worths(count_dice(lay), len(DICE) - lay.count(None))
    worth = next_worth(means, lying, before, scoring_each(state.setup.seats))
    trust = _TRUST_BY_WINDOW_OF_FIVE if state.setup.seats == 5 else _TRUST_BY_WINDOW
    return normalise_shares((points + _ADDED_POINTS) ** trust[window] for points in worth)


def add_likely_cards(lying: Lying, likes: Each, cards: float) -> Lying:
    """Return the pile after this many more cards, with these probabilities for their kinds."""
    if not cards:
        return lying
    found = []
    for (none, one), like in zip(lying, likes, strict=True):
        other = (1 - like) ** cards
        exactly = cards * like * (1 - like) ** (cards - 1) if like < 1 else float(cards == 1)
        found.append((none * other, one * other + none * min(exactly, 1 - other)))
    return tuple(found)


def normalise_shares(parts: Iterable[float]) -> Each:
    """Normalise the parts to a sum of 1."""
    found = [*parts]
    total = sum(found)
    return tuple([part / total for part in found])


def next_worth(means: Sequence[float], lying: Lying, before: float, scoring: int) -> Each:
    """Return the worth of each card as the next one in the pile."""
    if scoring == 1:
        firsts = [none for none, _ in lying]
        return (*map(float.__mul__, means, firsts), before * firsts[GREY_INDEX])
    none, one = lying[GREY_INDEX]
    return (
        *(mean * (first + second) for mean, (first, second) in zip(means, lying, strict=False)),
        before * none + before / 2 * one,
    )
