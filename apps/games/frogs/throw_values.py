"""What each card promises if it is thrown now, amid what the others may throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from apps.games.frogs.cards import KINDS
from apps.games.frogs.guesses import GREY, Each, Lying, next_worth, shares
from apps.games.frogs.odds import Counts, worths

# Found by playing, like the numbers of `thinking`.
_TASTE: Final = 3
"""Where guessing starts: of two cards the better one is chosen more often, by this power of what they are worth."""

NOBODY: Final[Each] = (0.0,) * len(KINDS)
"""What the others throw where none of them throws."""
LITTLE: Final = 1e-6
"""Nothing is quite impossible, and nothing is divided by zero."""


class View(Struct, frozen=True, gc=False):
    """What a decision about a card rests on."""

    seats: int
    window: int
    counts: Counts
    fallen: int
    """How many dice lie."""
    lying: Lying
    before: float
    """How many cards lie in the pile."""
    others: float
    """How many cards the others still have to throw."""
    faster: float | None
    """Which part of the others comes before oneself within a window; None where luck decides."""
    scoring: int
    """How many cards of a kind score."""


def amid(view: View, haste: float) -> Callable[[Each], Each]:
    """What each card is worth if it is thrown now, and each of the others throws one with this chance: a function of
    how they choose among the cards, as whoever decides asks for one view again and again.

    By luck one lies at any place among the cards of the window: the means over all places are exact.
    """
    means, lying, before, scoring = worths(view.counts, view.fallen), view.lying, view.before, view.scoring
    place, others = (_anywhere, view.others) if view.faster is None else (_behind, view.others * view.faster)
    if not haste or not others:
        alone = next_worth(means, lying, before, scoring)
        return lambda _: alone
    (grey_none, grey_one), twice = lying[GREY], scoring > 1
    firsts, places = [none for none, _ in lying], others + 1

    def by_luck(likes: Each) -> Each:
        """`worth` where luck decides and one card of a kind scores, written out: bots spend most of their time here."""
        found = []
        for mean, none, like in zip(means, firsts, likes):  # noqa: B905 -- grey has no mean
            rival = haste * like
            rest = 1 - rival
            found.append(mean * (none * (1 if rival < LITTLE else (1 - rest**others * rest) / (places * rival))))
        first, _, passed = _anywhere(others, haste, haste * likes[GREY])
        return (*found, grey_none * (before * first + passed))

    def worth(likes: Each) -> Each:
        found = []
        for mean, (none, one), like in zip(means, lying, likes):  # noqa: B905 -- grey has no mean
            first, second, _ = place(others, haste, haste * like)
            found.append(mean * (none * first + (none * second + one * first)) if twice else mean * (none * first))
        rival = haste * likes[GREY]
        first, second, passed = place(others, haste, rival)
        grey = grey_none * (before * first + passed)
        if twice:  # since a grey card that lies; or since one of this window, of which a third are between
            grey += grey_one * (before / 2 * first + passed) + grey_none * second * others * (haste - rival) / 3
        return (*found, grey)

    return worth if twice or view.faster is not None else by_luck


def tastes(view: View) -> Each:
    """How likely somebody throws each card who does not think of the others."""
    return shares([points**_TASTE + LITTLE for points in amid(view, 0)(NOBODY)])


def _anywhere(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """At a place by luck among the cards of the window: how likely no rival's card lies before one's own, how likely
    exactly one, and how many cards do where no rival's does."""
    if rival < LITTLE:
        return 1, 0, haste * others / 2
    rest = 1 - rival
    spared = rest**others
    first = (1 - spared * rest) / ((others + 1) * rival)
    return first, first - spared, (haste - rival) / rival * (first - spared)


def _behind(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """The same behind all of these others."""
    rest = 1 - rival
    first = rest**others
    one = others * rival * rest ** (others - 1) if others > 1 else others * rival
    return first, min(1 - first, one), others * (haste - rival) * first
