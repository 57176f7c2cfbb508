"""Look into a match move by move: what its decisions were worth, and everybody's chances after each. Pure.

It may stop after any move and go on from there, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from apps.kernel.analysis import Judged, judge
from apps.kernel.chance import Chance
from apps.kernel.events import Event
from apps.kernel.game import Game
from apps.kernel.imagined import chances, nothing, seeded
from apps.kernel.playout import by_bots
from apps.kernel.table import HOUSE, Seat, Setup
from apps.kernel.worth import Worths

_CHART: Final = 3
"""Everybody's chances are worth so many times less thought than a decision …"""
_LINE: Final = 100
"""… and no more matches than these: of more one would see nothing in a chart."""
_SKETCHED: Final = 8
"""In a sketch, everybody's chances are worth so many matches."""
_OF_BOTS: Final = 3
"""And so are decisions of bots, which nobody reads of."""


@dataclass(frozen=True)
class Made:
    """A move of a finished match."""

    number: int
    seat: Seat | None
    key: str
    action: Any
    """None of what is no answer."""
    facts: tuple[Event, ...]
    by_person: bool = False
    by_house: bool = False
    """Answered just as what it would be compared with: the house's player changes nothing against itself."""
    by_clock: bool = False
    """Nobody answered: silence did."""


class Point(Struct, frozen=True):
    """Everybody's chances after a move, each as its own seat could know them."""

    move: int
    worths: Worths


class Insight(Struct, frozen=True):
    """What was found out so far."""

    judged: tuple[Judged, ...] = ()
    course: tuple[Point, ...] = ()
    sketch: tuple[Point, ...] = ()
    """The course of the whole match, roughly: until all of it is known."""


def go_on(
    game: Game[Any, Any, Any],
    setup: Setup[Any],
    moves: Sequence[Made],
    *,
    reached: int,
    seed: bytes,
    enough: Callable[[], bool],
    meanwhile: Callable[[], None] = nothing,
) -> tuple[Insight, int]:
    """What the next moves of a match add, and how far one came.

    :param reached: so many moves were looked into before
    :param enough: asked after each move; at least one is looked into
    :param meanwhile: done again and again within one
    """
    before = [fact for move in moves[:reached] for fact in move.facts]
    table = game.recall(setup, before)
    known = {seat: game.recall(setup, before, seat) for seat in setup.everyone()}
    judged: list[Judged] = []
    course: list[Point] = []
    for move in moves[reached:]:
        judged += _judged(game, known, move, seed, meanwhile)
        table = game.learn(table, move.facts)
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}
        asked = game.asks(table)
        if not asked or asked[0].key != move.key:  # Within a window nobody knows any more than before.
            whim = Chance(seed, move.number)
            course.append(Point(move.number, _chances(game, known, whim, meanwhile, line_playouts(game))))
        reached += 1
        if enough():
            break
    return Insight(tuple(judged), tuple(course)), reached


def sketch(
    game: Game[Any, Any, Any],
    setup: Setup[Any],
    moves: Sequence[Made],
    *,
    seed: bytes,
    enough: Callable[[], bool],
    meanwhile: Callable[[], None] = nothing,
) -> tuple[Point, ...]:
    """Measure everybody's chances after moves all over a match, roughly, so that its course can be shown at once.

    :param enough: asked after each; at least the end is looked at
    """
    known = {seat: game.recall(setup, (), seat) for seat in setup.everyone()}
    after = []
    for move in moves:
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}
        after.append(known)
    found = []
    playouts = min(_SKETCHED, line_playouts(game))
    for place in _far_apart(len(moves)):
        whim = Chance(seed, moves[place].number)
        found.append(Point(moves[place].number, _chances(game, after[place], whim, meanwhile, playouts)))
        if enough():
            break
    return tuple(sorted(found, key=lambda point: point.move))


def _far_apart(count: int) -> Iterator[int]:
    """All places from the last on, so that the first few are spread over all of them."""
    seen = set()
    step = 1 << count.bit_length()
    while step:
        for back in range(0, count, step):
            if back not in seen:
                seen.add(back)
                yield count - 1 - back
        step //= 2


def _chances(
    game: Game[Any, Any, Any], known: dict[Seat, Any], whim: Chance, meanwhile: Callable[[], None], playouts: int
) -> Worths:
    """Of each seat, from what it knows: who sees through all cards would see no chances at all."""
    seed = seeded(whim, "chances")
    house = by_bots(game)
    return tuple([chances(game, state, seat, house, seed, playouts, meanwhile) for seat, state in known.items()])


def line_playouts(game: Game[Any, Any, Any]) -> int:
    """Return how many matches are imagined for a seat's chances after one move."""
    return max(1, min(_LINE, game.playouts // _CHART))


def _judged(
    game: Game[Any, Any, Any], known: dict[Seat, Any], move: Made, seed: bytes, meanwhile: Callable[[], None]
) -> list[Judged]:
    """The decision of this move, if it was one."""
    if move.seat in (None, HOUSE) or move.action is None or move.by_house:
        return []
    state = known[move.seat]
    asked = [ask for ask in game.asks(state) if ask.seat == move.seat and ask.key == move.key]
    if not asked or len(game.legal(state, move.seat)) < 2:
        return []
    playouts = game.playouts if move.by_person else max(1, game.playouts // _OF_BOTS)
    whim = Chance(seed, move.number)
    found = judge(game, state, asked[0], move.action, whim, move=move.number, playouts=playouts, meanwhile=meanwhile)
    if found is None:
        return []
    return [found if move.by_person else Judged(found.move, found.seat, found.about, found.swing, found.error)]
