"""Which decision makes a puzzle: one answer was clearly best, and another was given. Pure.

First all that may be answered is tried a little, which most decisions do not survive; what does is tried again with
more patience and other luck, so that nothing becomes the best by having been lucky once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, Final

from msgspec import Struct

from apps.kernel.analysis import Rated, apart, rated
from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game
from apps.kernel.imagined import Tables, nothing, seeded
from apps.kernel.playout import by_bots
from apps.kernel.search import Tried, standard_error, tried

MOST: Final = 40
"""More answers nobody reads through; and not all of them would be tried."""
MARGIN: Final = 0.08
"""So much more than any other the best answer is worth, of a whole first place …"""
ERRORS: Final = 2.5
"""… and more than so many standard errors of that."""
_FIRST_LOOK: Final = 1 / 5
"""Of what the house's thinker spends on an answer."""
_PATIENCE: Final = 8


class Found(Struct, frozen=True):
    """What could be answered, as it is shown: in the order of the rules, which tells nothing of what it is worth."""

    answers: tuple[Rated, ...]
    best: int
    given: int
    """What was answered then."""

    def listed(self, number: str) -> int | None:
        """Return the number of an answer that a form or an address names; None if there's none of this number."""
        fits = number.isascii() and number.isdigit() and len(number) < 3 and int(number) < len(self.answers)
        return int(number) if fits else None

    def number(self, game: Game[Any, Any, Any], action: Any) -> int | None:
        """Return which of the answers this action is; None if it's none of them. Equal cards are the same answer."""
        said = (game.answer.decode(each.action) for each in self.answers)
        return next((number for number, each in enumerate(said) if _alike(game, each, action)), None)

    def lost(self, chosen: int) -> float:
        """What the best was worth more than this answer."""
        return self.answers[self.best].worth - self.answers[chosen].worth


def find(
    game: Game[Any, Any, Any],
    state: Any,
    ask: Ask[Any],
    given: Any,
    whim: Chance,
    meanwhile: Callable[[], None] = nothing,
) -> Found | None:
    """The puzzle that a decision makes, from what its seat knew; None if it makes none.

    :param meanwhile: done between playouts, of which there are many
    :raises Endless: if a match does not end
    """
    legal = list(game.legal(state, ask.seat))
    if not 2 <= len(legal) <= MOST or given not in legal:
        return None
    first = _tried(game, state, ask, given, Chance(seeded(whim, "first"), 0), _FIRST_LOOK, meanwhile)
    if not first or not _promising(first, given):
        return None
    best = first[0].action
    found = _tried(game, state, ask, given, Chance(seeded(whim, "again"), 0), _PATIENCE, meanwhile)
    if found[0].action == given or not _alike(game, found[0].action, best) or not clear(found):
        return None
    shown = sorted(found, key=lambda each: legal.index(each.action))
    chosen = next(number for number, each in enumerate(shown) if each.action == given)
    return Found(tuple(map(rated, shown)), shown.index(found[0]), chosen)


def clear(found: Sequence[Tried]) -> bool:
    """Whether the first of these is better than all others by a real margin, and by more than the errors allow."""
    best, *others = found
    return bool(others) and all(_ahead(best, other) for other in others)


def _ahead(best: Tried, other: Tried) -> bool:
    """On the tables on which both were tried: with the same luck, so that only the answers differ."""
    by = [one - two for one, two in zip(best.worths, other.worths, strict=False)]
    return fmean(by) >= max(MARGIN, ERRORS * standard_error(by))


def _promising(found: Sequence[Tried], given: Any) -> bool:
    """A cheap look: something else than what was given seems better by half of what is asked for."""
    best, chosen = found[0], next(each for each in found if each.action == given)
    return best is not chosen and best.value - chosen.value >= MARGIN / 2 and best.surely_better(chosen)


def _tried(
    game: Game[Any, Any, Any],
    state: Any,
    ask: Ask[Any],
    given: Any,
    whim: Chance,
    patience: float,
    meanwhile: Callable[[], None],
) -> list[Tried]:
    """What could be answered, the best first, equal cards once; nothing if what was given leaves the question open."""
    tables = Tables(game, state, ask.seat, whim, by_bots(game))
    if tables.leaves_open(ask, given):
        return []
    playouts = max(2, round(game.playouts * patience))
    found = tried(tables, ask, whim, playouts=playouts, meanwhile=meanwhile, also=(given,))
    chosen = next(each for each in found if each.action == given)
    return apart(game, found, chosen)


def _alike(game: Game[Any, Any, Any], one: Any, other: Any) -> bool:
    return type(one) is type(other) and game.calls(one) == game.calls(other)
