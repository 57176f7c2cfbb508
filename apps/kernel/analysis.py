"""Analysis of the decisions in a finished match: what each was worth, and how much was luck.

A seat's result is its fair share plus what every move changed. A decision is compared with what the bot would have
answered, on tables imagined from what the seat knew then. The rest of what a move changed was luck: cards, dice, and
what no one could know. So luck needs no estimate of its own, and everything adds up to the result (`split_results`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

from msgspec import Raw, Struct

from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState
from apps.kernel.imagined import Tables, derive_seed
from apps.kernel.playout import by_bots
from apps.kernel.record import encode_raw
from apps.kernel.search import Tried, standard_error, try_answers
from apps.kernel.table import Seat
from apps.kernel.worth import Worths, compute_fair_worth

MAX_BEST_ANSWERS: Final = 3
"""Number of best answers kept for a decision, besides the one that was given."""


class Rated(Struct, frozen=True):
    """An answer, and what it was worth to its seat."""

    action: Raw
    worth: float
    error: float
    """Standard error of that worth."""


class Judged(Struct, frozen=True):
    """A decision of a match, analysed."""

    move: int
    seat: Seat
    about: str
    """The kind of question."""
    swing: Worths
    """Change for each seat, compared with what the bot would have answered."""
    error: float
    """Standard error of the change for its own seat."""
    answers: tuple[Rated, ...] = ()
    """The seemingly best answers first, including the given one. It's empty for decisions not worth reading about."""
    given: int = 0

    @property
    def lost(self) -> float:
        """Return how much more the best answer would have been worth."""
        return max(0.0, self.answers[0].worth - self.answers[self.given].worth) if self.answers else 0.0


def judge_answer(
    game: AnyGame,
    state: AnyState,
    ask: AnyAsk,
    given: AnyAction,
    whim: Chance,
    *,
    move: int,
    playouts: int,
) -> Judged | None:
    """Return what an answer was worth, from what its seat knew, or None if it left the question open.

    :param playouts: number of imagined matches that the answers share; half as many are played for the bot
    :raises Endless: if a match does not end
    """
    house = by_bots(game)
    tables = Tables(game, state, ask.seat, whim, house)
    if tables.leaves_open(ask, given):
        return None
    found = try_answers(tables, ask, whim, playouts=playouts, also=(given,))
    chosen = next(each for each in found if each.action == given)
    seed = derive_seed(whim, "house")
    swings = []
    for number in range(len(chosen.worths)):
        usual = house(state, ask, Chance(seed, number))
        there, instead = tables.worths(given, number), tables.worths(usual, number)
        swings.append([one - two for one, two in zip(there, instead, strict=True)])
    first, *rest = filter_distinct_answers(game, found, chosen)
    best = [first, *sorted(rest, key=lambda each: -each.value)][:MAX_BEST_ANSWERS]
    shown = best if chosen in best else [*best, chosen]
    return Judged(
        move=move,
        seat=ask.seat,
        about=ask.about,
        swing=tuple(map(fmean, zip(*swings, strict=True))),
        error=standard_error([each[ask.seat] for each in swings]),
        answers=tuple(map(build_rated_answer, shown)),
        given=shown.index(chosen),
    )


def filter_distinct_answers(game: AnyGame, found: Sequence[Tried], chosen: Tried) -> list[Tried]:
    """Keep one of the answers that have the same words, as equal cards do: the given one, or else the best."""
    known: dict[AnyAction, Tried] = {}
    for each in found:
        called = (type(each.action), *game.calls(each.action).items())
        if each is chosen or called not in known:
            known[called] = each
    return list(known.values())


def build_rated_answer(each: Tried) -> Rated:
    """Return what is kept of a tried answer."""
    return Rated(encode_raw(each.action), each.value, each.error)


class Split(Struct, frozen=True):
    """The parts that turned a seat's fair share into its result. Together with it, they add up to the result."""

    fair: float
    own: float
    """The part of its own decisions."""
    others: float
    """The part of the others' decisions."""
    luck: float
    """The part of cards, dice, and what no one could know."""
    result: float


def split_results(judged: Iterable[Judged], results: Sequence[float]) -> tuple[Split, ...]:
    """Split each seat's result into its parts."""
    share = compute_fair_worth(len(results))
    own, others = [0.0] * len(results), [0.0] * len(results)
    for each in judged:
        for seat, swing in enumerate(each.swing):
            (own if seat == each.seat else others)[seat] += swing
    return tuple(
        Split(share, mine, theirs, result - share - mine - theirs, result)
        for mine, theirs, result in zip(own, others, results, strict=True)
    )
