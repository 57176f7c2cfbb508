"""Analysis of a match move by move: what its decisions were worth, and every seat's prospects after each. Pure.

It can stop after any move and continue from there with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from apps.kernel.analysis import Judged, judge_answer
from apps.kernel.chance import Chance
from apps.kernel.events import Event
from apps.kernel.game import AnyAction, AnyGame, AnyState
from apps.kernel.imagined import derive_seed, estimate_worth
from apps.kernel.playout import by_bots
from apps.kernel.table import HOUSE, AnySetup, Seat
from apps.kernel.worth import Worths

_CHART_DIVISOR: Final = 3
"""The divisor of a decision's playouts that gives those for a seat's prospects …"""
_MAX_CHART_PLAYOUTS: Final = 100
"""… and their maximum, because a chart wouldn't show the difference."""
_SKETCH_PLAYOUTS: Final = 8
"""The number of playouts for each seat's prospects in a sketch."""
_BOT_MOVE_DIVISOR: Final = 3
"""The divisor of playouts for decisions of bots, which no one reads."""


@dataclass(frozen=True)
class Made:
    """A move of a finished match."""

    number: int
    seat: Seat | None
    key: str
    action: AnyAction
    """None if the move is no answer."""
    facts: tuple[Event, ...]
    by_person: bool = False
    by_house: bool = False
    """Answered by the same bot it would be compared with, which would change nothing."""
    by_clock: bool = False
    """Answered by silence."""


class Point(Struct, frozen=True):
    """Every seat's prospects after a move, each as far as the seat itself could know."""

    move: int
    worths: Worths


class Insight(Struct, frozen=True):
    """The results so far."""

    judged: tuple[Judged, ...] = ()
    course: tuple[Point, ...] = ()
    sketch: tuple[Point, ...] = ()
    """The rough course of the whole match, until the exact one is known."""


def analyse_next_moves(
    game: AnyGame,
    setup: AnySetup,
    moves: Sequence[Made],
    *,
    reached: int,
    seed: bytes,
    enough: Callable[[], bool],
) -> tuple[Insight, int]:
    """Analyse the next moves of a match, and return the result and the number of moves reached.

    :param reached: the number of moves already analysed
    :param enough: called after each move to stop; at least one move is analysed
    """
    before = [fact for move in moves[:reached] for fact in move.facts]
    table = game.recall(setup, before)
    known = {seat: game.recall(setup, before, seat) for seat in setup.everyone()}
    judged: list[Judged] = []
    course: list[Point] = []
    for move in moves[reached:]:
        judged += _judge_move(game, known, move, seed)
        table = game.learn(table, move.facts)
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}
        asked = game.asks(table)
        if not asked or asked[0].key != move.key:  # Within a window, no one has learned anything new.
            whim = Chance(seed, move.number)
            course.append(Point(move.number, _estimate_seat_prospects(game, known, whim, line_playouts(game))))
        reached += 1
        if enough():
            break
    return Insight(tuple(judged), tuple(course)), reached


def sketch_course(
    game: AnyGame,
    setup: AnySetup,
    moves: Sequence[Made],
    *,
    seed: bytes,
    enough: Callable[[], bool],
) -> tuple[Point, ...]:
    """Estimate every seat's prospects roughly at moves across the match, so that its course can be shown at once.

    :param enough: called after each move to stop; at least the end is measured
    """
    known = {seat: game.recall(setup, (), seat) for seat in setup.everyone()}
    after = []
    for move in moves:
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}
        after.append(known)
    found = []
    playouts = min(_SKETCH_PLAYOUTS, line_playouts(game))
    for place in _far_apart(len(moves)):
        whim = Chance(seed, moves[place].number)
        found.append(Point(moves[place].number, _estimate_seat_prospects(game, after[place], whim, playouts)))
        if enough():
            break
    return tuple(sorted(found, key=lambda point: point.move))


def _far_apart(count: int) -> Iterator[int]:
    """Yield all places, starting with the last, so that the first few are spread over all of them."""
    seen = set()
    step = 1 << count.bit_length()
    while step:
        for back in range(0, count, step):
            if back not in seen:
                seen.add(back)
                yield count - 1 - back
        step //= 2


def _estimate_seat_prospects(game: AnyGame, known: dict[Seat, AnyState], whim: Chance, playouts: int) -> Worths:
    """Return the prospects of each seat from what it knows. With all cards open, nothing would be left to estimate."""
    seed = derive_seed(whim, "chances")
    house = by_bots(game)
    return tuple([estimate_worth(game, state, seat, house, seed, playouts) for seat, state in known.items()])


def line_playouts(game: AnyGame) -> int:
    """Return the number of playouts for a seat's prospects after one move."""
    return max(1, min(_MAX_CHART_PLAYOUTS, game.playouts // _CHART_DIVISOR))


def _judge_move(game: AnyGame, known: dict[Seat, AnyState], move: Made, seed: bytes) -> list[Judged]:
    """Judge the decision of this move, if it was one."""
    if move.seat in (None, HOUSE) or move.action is None or move.by_house:
        return []
    state = known[move.seat]
    asked = [ask for ask in game.asks(state) if ask.seat == move.seat and ask.key == move.key]
    if not asked or len(game.legal(state, move.seat)) < 2:
        return []
    playouts = game.playouts if move.by_person else max(1, game.playouts // _BOT_MOVE_DIVISOR)
    whim = Chance(seed, move.number)
    found = judge_answer(game, state, asked[0], move.action, whim, move=move.number, playouts=playouts)
    if found is None:
        return []
    return [found if move.by_person else Judged(found.move, found.seat, found.about, found.swing, found.error)]
