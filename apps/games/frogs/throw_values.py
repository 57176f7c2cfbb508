"""The worth of each card if it's thrown now, among the cards that others could throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from apps.games.frogs.cards import KINDS
from apps.games.frogs.guesses import GREY_INDEX, Each, Lying, next_worth, normalise_shares
from apps.games.frogs.odds import Counts, compute_mean_worths

# Found by playing, like the numbers in `thinking`.
_TASTE_POWER: Final = 3
"""Power of a card's worth by which guessing first assumes it's chosen."""

NOBODY_THROWS: Final[Each] = (0.0,) * len(KINDS)
"""The others' choice if none of them throws."""
EPSILON: Final = 1e-6
"""A small number, because nothing is quite impossible, and to avoid dividing by zero."""


class View(Struct, frozen=True, gc=False):
    """Everything that a decision about a card depends on."""

    seats: int
    window: int
    counts: Counts
    fallen: int
    """Number of dice on the table."""
    lying: Lying
    before: float
    """Number of cards in the pile."""
    others: float
    """Number of cards that the others still have to throw."""
    faster: float | None
    """Share of the others who come earlier within a window, or None if the order is random."""
    scoring: int
    """Number of cards of a kind that score."""


def build_worth_function(view: View, haste: float) -> Callable[[Each], Each]:
    """Return a function from the others' choice among cards to the worth of each card thrown now.

    Each of the others' cards is thrown with the probability `haste`. A decision calls the function repeatedly for one
    view. If the order is random, a card can be at any place among the window's cards, and the averages over all places
    are exact.
    """
    means, lying, before, scoring = compute_mean_worths(view.counts, view.fallen), view.lying, view.before, view.scoring
    place, others = (
        (_compute_odds_anywhere, view.others)
        if view.faster is None
        else (_compute_odds_behind, view.others * view.faster)
    )
    if not haste or not others:
        alone = next_worth(means, lying, before, scoring)
        return lambda _: alone
    (grey_none, grey_one), twice = lying[GREY_INDEX], scoring > 1
    firsts, places = [none for none, _ in lying], others + 1

    def by_luck(likes: Each) -> Each:
        """Return what `worth` does if the order is random and one card of a kind scores.

        It's inlined because bots spend most of their time here.
        """
        found = []
        for mean, none, like in zip(means, firsts, likes):  # noqa: B905 -- grey has no mean
            rival = haste * like
            rest = 1 - rival
            found.append(mean * (none * (1 if rival < EPSILON else (1 - rest**others * rest) / (places * rival))))
        first, _, passed = _compute_odds_anywhere(others, haste, haste * likes[GREY_INDEX])
        return (*found, grey_none * (before * first + passed))

    def worth(likes: Each) -> Each:
        found = []
        for mean, (none, one), like in zip(means, lying, likes):  # noqa: B905 -- grey has no mean
            first, second, _ = place(others, haste, haste * like)
            found.append(mean * (none * first + (none * second + one * first)) if twice else mean * (none * first))
        rival = haste * likes[GREY_INDEX]
        first, second, passed = place(others, haste, rival)
        grey = grey_none * (before * first + passed)
        if twice:  # since a grey card in the pile, or one of this window, where a third are in between
            grey += grey_one * (before / 2 * first + passed) + grey_none * second * others * (haste - rival) / 3
        return (*found, grey)

    return worth if twice or view.faster is not None else by_luck


def compute_tastes(view: View) -> Each:
    """Return how likely players throw each card if they don't think of the others."""
    return normalise_shares([points**_TASTE_POWER + EPSILON for points in build_worth_function(view, 0)(NOBODY_THROWS)])


def _compute_odds_anywhere(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """Compute probabilities for a card at a random place in the window.

    They are: no rival's card before it, exactly one, and the number of cards before it if none is a rival's.
    """
    if rival < EPSILON:
        return 1, 0, haste * others / 2
    rest = 1 - rival
    spared = rest**others
    first = (1 - spared * rest) / ((others + 1) * rival)
    return first, first - spared, (haste - rival) / rival * (first - spared)


def _compute_odds_behind(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """Compute the same for a card behind all of these others."""
    rest = 1 - rival
    first = rest**others
    one = others * rival * rest ** (others - 1) if others > 1 else others * rival
    return first, min(1 - first, one), others * (haste - rival) * first
