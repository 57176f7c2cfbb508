"""Look into a match move by move: what its decisions were worth, and everybody's chances after each. Pure.

It may stop after any move and go on from there, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
            course.append(Point(move.number, _chances(game, known, Chance(seed, move.number), meanwhile)))
        reached += 1
        if enough():
            break
    return Insight(tuple(judged), tuple(course)), reached


def _chances(game: Game[Any, Any, Any], known: dict[Seat, Any], whim: Chance, meanwhile: Callable[[], None]) -> Worths:
    """Of each seat, from what it knows: who sees through all cards would see no chances at all."""
    seed, playouts = seeded(whim, "chances"), max(1, min(_LINE, game.playouts // _CHART))
    house = by_bots(game)
    return tuple([chances(game, state, seat, house, seed, playouts, meanwhile) for seat, state in known.items()])


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
