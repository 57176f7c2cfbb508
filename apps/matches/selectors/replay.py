"""The match on record: what an observer knew at any move."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.utils.translation import gettext as _

from apps.kernel.game import Game
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches.engine import moments, origin, visibility
from apps.matches.engine.moments import Moment
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.errors import Hidden, NoSuchMove
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.verdicts import Marks, Verdict
from apps.matches.store.log import read_log
from apps.matches.store.snapshots import LATEST

_SEALED: Final = ("", 0, "")
"""Cause, audience and key of a move that an observer may only know by what came of it."""
_NUMBER: Final = re.compile(r":(\d+)")


@dataclass(frozen=True)
class HeardMove:
    """What an observer was told of one move."""

    facts: tuple[LoggedFact, ...]
    key: str
    """Which question it answered; empty where they may not know, and for the deal and what the house announced."""
    number: int
    """Its number in the match, which nobody is told who was told less."""


@dataclass(frozen=True)
class MoveLabel:
    """A move in the list of all moves."""

    n: int
    who: str
    """Whose it was; empty if it was nobody's, or somebody's sealed answer."""
    cause: str
    """What made it; empty for somebody's sealed answer."""
    turn: int
    """The turn or lot in which it was made, as the game counts them; 0 before the first."""
    moment: str = ""
    """Why one would jump to it; empty for most."""
    picture: str = ""
    """The symbol of `matches/pictures.html` for that."""
    mine: bool = False
    """Whether it was the reader's."""
    verdict: Verdict | None = None
    """How good it was, if its match was analysed."""


@dataclass(frozen=True)
class Turn:
    """Moves of the list that belong to the same turn."""

    number: int
    """0 before the first."""
    moves: tuple[MoveLabel, ...]
    marks: Marks | None = None
    """How good the decisions of the whole turn were; None of one with fewer than two, which has its mark itself."""


@dataclass(frozen=True)
class Replay:
    """A match at one of its moves, as an observer knew it then."""

    sight: match_view.MatchView
    at: int
    """The move it stands after; moves are counted as this observer heard them."""
    last: int
    observer: Observer
    labels: tuple[MoveLabel, ...]
    before: MoveLabel | None
    """The nearest moment before this move."""
    after: MoveLabel | None
    """The next one."""
    begins: int
    """How many facts the observer had heard before this move."""
    numbers: tuple[int, ...]
    """The numbers of these moves in the match: told to nobody while it runs."""

    @property
    def number(self) -> int:
        """The number of the move in the match."""
        return self.numbers[self.at]

    @property
    def is_moment(self) -> bool:
        """Whether one would jump to this move."""
        return bool(self.labels[self.at].moment)


def turns(labels: Sequence[MoveLabel], marks: Mapping[int, Marks] | None = None) -> list[Turn]:
    """Return these moves by turn, with the marks of each turn."""
    known = marks or {}
    return [Turn(turn, tuple(moves), known.get(turn)) for turn, moves in groupby(labels, attrgetter("turn"))]


def may_look(loaded: LoadedMatch, *, wanted: str) -> Observer:
    """As whom a reader looks for whom it was loaded: `seat` (their own), a seat's number, `public` or `referee`.

    :raises Hidden: if the match is not over and it is not theirs
    """
    if wanted in ("", "seat"):
        return loaded.observer
    if wanted == "public" and not loaded.match.origin:
        return PUBLIC
    over = loaded.match.status == Match.Status.OVER
    if wanted == "referee" and over:
        return REFEREE
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) < len(loaded.seats):
        seat = Seat(int(wanted))
        if over or seat == loaded.own:
            return seat
    raise Hidden


def replay(
    loaded: LoadedMatch,
    *,
    observer: Observer,
    at: int | None,
    number: int | None = None,
    beyond: bool = False,
    takeovers: Sequence[tuple[int, int]] = (),
) -> Replay:
    """What the observer knew after their `at`-th move (0: the deal; None: the last).

    With a `number`, at the last move up to the one with that number in the match.

    `takeovers`: the numbers of the moves by which somebody took the lead, and who; none while the match runs, since
    the true scores are nobody's then. Who did not hear of such a move finds it at the next they heard of.

    If it may be `beyond` the last, because it was counted by somebody who was told more, it is the last.

    :raises NoSuchMove: if there is none
    :raises Unreadable: if the log cannot be read
    """
    match = loaded.match
    game, setup = match_view.rules(match)
    with readable(match):
        moves = _moves(match, game, observer)
    last = len(moves) - 1
    if number is not None:
        at = max(0, bisect_right([move.number for move in moves], number) - 1)
    if at is None or (beyond and at > last):
        at = last
    if not 0 <= at <= last:
        raise NoSuchMove
    known = [fact for move in moves[: at + 1] for fact in move.facts]
    with readable(match):
        projection = origin.begin(game, setup, observer, match.origin)
        projection.learn(game, [(fact.n, fact.audience, fact.event) for fact in known])
        then = None if at == last else known[-1].n
        position = Position(match, loaded.seats, game, setup, projection, known[-LATEST:], at=then, reader=loaded.own)
        view = match_view.of(position)
    if loaded.own is not None:
        # The board calls the reader's own seat “You”, even if they look at it as another one.
        view = replace(view, seat=loaded.own)
    if at < last or match.status != Match.Status.OVER:
        view = replace(view, questions=(), outcome=None)
    found = _found(game, moves, takeovers)
    labels = _labels(game, loaded.seats, moves, found, observer, loaded.own)
    before, after = moments.around(labels, at, found.keys())
    begins = sum(len(move.facts) for move in moves[:at])
    numbers = tuple(move.number for move in moves)
    return Replay(view, at, last, observer, labels, before, after, begins, numbers)


def moves(loaded: LoadedMatch, observer: Observer) -> list[HeardMove]:
    """The moves of which the observer was told at least one fact.

    :raises Unreadable: if the log cannot be read
    """
    game, _setup = match_view.rules(loaded.match)
    with readable(loaded.match):
        return _moves(loaded.match, game, observer)


def _found(
    game: Game[Any, Any, Any], moves: Sequence[HeardMove], takeovers: Sequence[tuple[int, int]]
) -> dict[int, Moment]:
    """The moments of these moves, by their places among them."""
    facts = moments.telling(((fact.event for fact in move.facts) for move in moves), game.moments)
    numbers = [move.number for move in moves]
    taken = {bisect_left(numbers, number): seat for number, seat in takeovers}
    return {each.move: each for each in moments.merged(facts, taken) if each.move < len(moves)}


def _labels(
    game: Game[Any, Any, Any],
    seats: Sequence[SeatedPlayer],
    moves: Sequence[HeardMove],
    found: Mapping[int, Moment],
    observer: Observer,
    own: Seat | None,
) -> tuple[MoveLabel, ...]:
    bit = visibility.bit(observer)
    labels, turn = [], 0
    for n, move in enumerate(moves):
        first = move.facts[0]
        seat = getattr(first.event, "seat", None)
        plain = not bit or bool(first.open_to & bit)
        who = seats[seat].at(first.n).name if plain and seat is not None else ""
        mine = bool(who) and seat is not None and seat == own and first.n >= seats[seat].since
        turn = _turn(move.key) or turn
        what, picture = "", ""
        if moment := found.get(n):
            leader = "" if moment.leader is None else seats[moment.leader].at(move.facts[-1].n).name
            led = own is not None and moment.leader == own and move.facts[-1].n >= seats[own].since
            what, picture = moment_words(game, moment, leader, mine=led)
        labels.append(MoveLabel(n, who, first.cause if plain else "", turn, what, picture, mine))
    return tuple(labels)


def moment_words(game: Game[Any, Any, Any], moment: Moment, leader: str, *, mine: bool = False) -> tuple[str, str]:
    """Return what a moment is called, in the reader's language, and its picture; `mine` if the reader is the leader."""
    said, picture = [], "crown"
    for kind, what in game.moments.items():
        if moments.tag(kind) == moment.fact:
            said, picture = [_(what)], game.telling[kind]
    if mine:
        said.append(_("you take the lead"))
    elif leader:
        said.append(_("%(name)s takes the lead") % {"name": leader})
    return ", ".join(said), picture


def _turn(key: str) -> int:
    """The number of the turn that the key of a question begins with, as in `turn:12` or `bid:3.1`."""
    found = _NUMBER.search(key)
    return int(found[1]) if found else 0


def whose(seated: SeatedPlayer) -> str:
    """Everybody who scored there, in the order in which they sat."""
    return " → ".join(dict.fromkeys(sitter.name for sitter in seated.ever()))


def _moves(match: Match, game: Game[Any, Any, Any], observer: Observer) -> list[HeardMove]:
    """The moves of which the observer was told at least one fact."""
    log = read_log(match, observer)
    made = {move.number: (move.cause, move.audience, move.key) for move in log.moves}
    heard: dict[int, list[LoggedFact]] = {}
    for n, move, heard_by, text in log.facts:
        cause, open_to, _key = made.get(move, _SEALED)
        heard.setdefault(move, []).append(LoggedFact(n, heard_by, game.fact.decode(text), cause, open_to))
    return [HeardMove(tuple(told), made.get(move, _SEALED)[2], move) for move, told in heard.items()]


@contextmanager
def readable(match: Match) -> Iterator[None]:
    """:raises Unreadable: if a fact cannot be read, or can be and makes no sense"""
    try:
        yield
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
