"""The search for decisions that make a puzzle, where one answer was clearly best and another was given. Pure.

First, every possible answer is tried a few times, which most decisions don't survive. The rest are tried again with
more playouts and different randomness, so that nothing becomes the best by luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct

from apps.kernel.analysis import Rated, build_rated_answer, filter_distinct_answers
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState
from apps.kernel.imagined import Tables, derive_seed
from apps.kernel.playout import by_bots
from apps.kernel.search import Tried, never_enough, standard_error, try_answers

MAX_ANSWERS: Final = 40
"""Maximum answers, because no one reads through more and not all of them would be tried."""
MIN_LEAD: Final = 0.08
"""Minimum lead of the best answer over any other, as a share of a first place."""
MIN_LEAD_STANDARD_ERRORS: Final = 2.5
"""Minimum lead in standard errors."""
_FIRST_LOOK_FACTOR: Final = 1 / 5
"""Share of the playouts that Flint spends on an answer."""
_SECOND_LOOK_FACTOR: Final = 8


class Found(Struct, frozen=True):
    """The possible answers as shown, in the order of the rules, which reveals nothing about their value."""

    answers: tuple[Rated, ...]
    best: int
    given: int
    """The answer that was given in the match."""

    def listed(self, number: str) -> int | None:
        """Return the number of an answer that a form or URL names, or None if it isn't one."""
        fits = number.isascii() and number.isdigit() and len(number) < 3 and int(number) < len(self.answers)
        return int(number) if fits else None

    def number(self, game: AnyGame, action: AnyAction) -> int | None:
        """Return the number of the answer that this action is, or None. Equal cards are the same answer."""
        said = (game.answer.decode(each.action) for each in self.answers)
        return next((number for number, each in enumerate(said) if _is_same_answer(game, each, action)), None)

    def list_equal_actions(self, game: AnyGame, legal: Iterable[AnyAction], number: int) -> list[AnyAction]:
        """Return the legal actions that are the answer with this number. Equal cards are the same answer."""
        said = game.answer.decode(self.answers[number].action)
        return [action for action in legal if _is_same_answer(game, said, action)]

    def lost(self, chosen: int) -> float:
        """Return how much more the best answer was worth than this one."""
        return self.answers[self.best].worth - self.answers[chosen].worth


def find_puzzle(
    game: AnyGame,
    state: AnyState,
    ask: AnyAsk,
    given: AnyAction,
    whim: Chance,
    give_up: Callable[[], bool] = never_enough,
) -> Found | None:
    """Return the puzzle that a decision makes, from what its seat knew, or None if it makes none.

    :param give_up: called between playouts. If true, the search stops and finds nothing
    :raises Endless: if a match doesn't end
    """
    legal = list(game.legal(state, ask.seat))
    if not 2 <= len(legal) <= MAX_ANSWERS or given not in legal:
        return None
    first = _try_answers(game, state, ask, given, Chance(derive_seed(whim, "first"), 0), _FIRST_LOOK_FACTOR, give_up)
    if not first or not _is_promising(first, given):
        return None
    best = first[0].action
    found = _try_answers(game, state, ask, given, Chance(derive_seed(whim, "again"), 0), _SECOND_LOOK_FACTOR, give_up)
    if not found or found[0].action == given or not _is_same_answer(game, found[0].action, best):
        return None
    if not is_clearly_best(found):
        return None
    shown = sorted(found, key=lambda each: legal.index(each.action))
    chosen = next(number for number, each in enumerate(shown) if each.action == given)
    return Found(tuple(map(build_rated_answer, shown)), shown.index(found[0]), chosen)


def is_puzzle(game: AnyGame, state: AnyState, ask: AnyAsk, given: AnyAction, found: Found) -> bool:
    """Check whether what was found fits a decision: all answers possible, one clearly best, and another given."""
    answers, legal = [game.answer.decode(each.action) for each in found.answers], game.legal(state, ask.seat)
    leads = [found.lost(number) for number in range(len(answers)) if number != found.best]
    return (
        all(each in legal for each in answers)
        and _is_same_answer(game, answers[found.given], given)
        and found.given != found.best
        and min(leads, default=0) >= MIN_LEAD
    )


def is_clearly_best(found: Sequence[Tried]) -> bool:
    """Check whether the first of these is better than all others, by a real margin and beyond the errors."""
    best, *others = found
    return bool(others) and all(_is_clearly_ahead(best, other) for other in others)


def _is_clearly_ahead(best: Tried, other: Tried) -> bool:
    """Check the lead on the tables on which both were tried. With the same randomness, only the answers differ."""
    by = [one - two for one, two in zip(best.worths, other.worths, strict=False)]
    return fmean(by) >= max(MIN_LEAD, MIN_LEAD_STANDARD_ERRORS * standard_error(by))


def _is_promising(found: Sequence[Tried], given: AnyAction) -> bool:
    """Check cheaply whether another answer than the given one seems better by half the required margin."""
    best, chosen = found[0], next(each for each in found if each.action == given)
    return best is not chosen and best.value - chosen.value >= MIN_LEAD / 2 and best.surely_better(chosen)


def _try_answers(
    game: AnyGame,
    state: AnyState,
    ask: AnyAsk,
    given: AnyAction,
    whim: Chance,
    patience: float,
    give_up: Callable[[], bool],
) -> list[Tried]:
    """Return the answers, best first and equal cards once.

    There are none if the given answer leaves the question open, or after giving up.
    """
    tables = Tables(game, state, ask.seat, whim, by_bots(game))
    if tables.leaves_open(ask, given):
        return []
    playouts = max(2, round(game.playouts * patience))
    found = try_answers(tables, ask, whim, playouts=playouts, enough=give_up, also=(given,))
    if give_up():
        return []
    chosen = next(each for each in found if each.action == given)
    return filter_distinct_answers(game, found, chosen)


def _is_same_answer(game: AnyGame, one: AnyAction, other: AnyAction) -> bool:
    return type(one) is type(other) and game.calls(one) == game.calls(other)
