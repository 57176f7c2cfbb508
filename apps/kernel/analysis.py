"""Look into the decisions of a match that is over: what each was worth, and what came of luck.

What a match was worth to a seat in the end is its fair share and what every move changed. What a decision changed is
what was given against what the house's player would have answered there, on tables imagined from what the seat knew
then; all the rest a move brought was luck: cards, dice, and what nobody could know. So luck needs no estimate of its
own, and all of it sums to the result (`split`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any, Final

from msgspec import Raw, Struct

from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game
from apps.kernel.imagined import Tables, nothing, seeded
from apps.kernel.playout import by_bots
from apps.kernel.record import raw
from apps.kernel.search import Tried, standard_error, tried
from apps.kernel.table import Seat
from apps.kernel.worth import Worths, fair

BEST: Final = 3
"""So many of the best answers are kept of a decision, and the one that was given."""


class Rated(Struct, frozen=True):
    """An answer, and what it was worth to the seat that gave it."""

    action: Raw
    worth: float
    error: float
    """Its standard error."""


class Judged(Struct, frozen=True):
    """A decision of a match."""

    move: int
    seat: Seat
    about: str
    """The kind of question."""
    swing: Worths
    """What it changed for each seat, beside what the house's player would have answered."""
    error: float
    """The standard error of what it changed for its own."""
    answers: tuple[Rated, ...] = ()
    """The best, as it seems, first; one of them was given. None of a decision that nobody wants to read of."""
    given: int = 0

    @property
    def lost(self) -> float:
        """What the best answer would have been worth more."""
        return max(0.0, self.answers[0].worth - self.answers[self.given].worth) if self.answers else 0.0


def judge(
    game: Game[Any, Any, Any],
    state: Any,
    ask: Ask[Any],
    given: Any,
    whim: Chance,
    *,
    move: int,
    playouts: int,
    meanwhile: Callable[[], None] = nothing,
) -> Judged | None:
    """What an answer was worth, from what its seat knew; None if it left the question open.

    :param playouts: how many imagined matches its answers share; half as many are played for the house's player
    :param meanwhile: done between them
    :raises Endless: if a match does not end
    """
    house = by_bots(game)
    tables = Tables(game, state, ask.seat, whim, house)
    if tables.leaves_open(ask, given):
        return None
    found = tried(tables, ask, whim, playouts=playouts, meanwhile=meanwhile, also=(given,))
    chosen = next(each for each in found if each.action == given)
    seed = seeded(whim, "house")
    swings = []
    for number in range(len(chosen.worths)):
        meanwhile()
        usual = house(state, ask, Chance(seed, number))
        there, instead = tables.worths(given, number), tables.worths(usual, number)
        swings.append([one - two for one, two in zip(there, instead, strict=True)])
    first, *rest = apart(game, found, chosen)
    best = [first, *sorted(rest, key=lambda each: -each.value)][:BEST]
    shown = best if chosen in best else [*best, chosen]
    return Judged(
        move=move,
        seat=ask.seat,
        about=ask.about,
        swing=tuple(map(fmean, zip(*swings, strict=True))),
        error=standard_error([each[ask.seat] for each in swings]),
        answers=tuple(map(rated, shown)),
        given=shown.index(chosen),
    )


def apart(game: Game[Any, Any, Any], found: Sequence[Tried], chosen: Tried) -> list[Tried]:
    """Of answers that are called the same, as equal cards are, one: that which was given, or else the best."""
    known: dict[Any, Tried] = {}
    for each in found:
        called = (type(each.action), *game.calls(each.action).items())
        if each is chosen or called not in known:
            known[called] = each
    return list(known.values())


def rated(each: Tried) -> Rated:
    """What is kept of it."""
    return Rated(raw(each.action), each.value, each.error)


class Split(Struct, frozen=True):
    """What made of a fair share what a match was worth to a seat in the end; it sums to that."""

    fair: float
    own: float
    """By its decisions."""
    others: float
    """By decisions of others."""
    luck: float
    """By cards and dice, and by what nobody could know."""
    result: float


def split(judged: Iterable[Judged], results: Sequence[float]) -> tuple[Split, ...]:
    """By seat, how its result came about: of what it was worth to each seat in the end."""
    share = fair(len(results))
    own, others = [0.0] * len(results), [0.0] * len(results)
    for each in judged:
        for seat, swing in enumerate(each.swing):
            (own if seat == each.seat else others)[seat] += swing
    return tuple(
        Split(share, mine, theirs, result - share - mine - theirs, result)
        for mine, theirs, result in zip(own, others, results, strict=True)
    )
