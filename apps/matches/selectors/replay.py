"""The match on record: what an observer knew at any move, the export, the score chart, the list of matches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any, Literal, TypeVar

import msgspec
from django.db.models import F, Prefetch, Q, QuerySet

from apps.games import catalogue
from apps.kernel.game import Game
from apps.kernel.record import FORMAT, VERSION, Former, Header, Line, Player, Record, Result
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches import audience, sight, tenures
from apps.matches.memories import LATEST, Mind, Told
from apps.matches.models import Fact, Match, Move, Seed
from apps.matches.models import Seat as Chair
from apps.matches.names import called
from apps.matches.tenures import Sitter

R = TypeVar("R", Fact, Move)


class Hidden(Exception):
    """The observer may not be looked at: somebody else's seat, or the referee, while the match runs."""


class NoSuchMove(Exception):
    """The match has no such move."""


@dataclass(frozen=True)
class Curve:
    """The score of one seat over the moves of a match."""

    seat: int
    name: str
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Replay:
    """A match at one of its moves, as an observer knew it then."""

    sight: sight.Sight
    at: int
    """The move it stands after; moves are counted as this observer heard them."""
    last: int
    observer: Observer
    labels: tuple[tuple[int, str, str], ...]
    """(move, whose it was, what made it); both empty for somebody's sealed answer, the former also for nobody's"""


def may_look(match: Match, chairs: list[Chair], *, player: int | None, wanted: str) -> Observer:
    """As whom a reader looks: `seat` (their own), a seat's number, `public` or `referee`.

    :raises Hidden: if the match is not over and it is not theirs
    """
    own = next((Seat(c.index) for c in chairs if player is not None and c.player_id == player), None)
    if wanted in ("", "seat"):
        return own if own is not None else PUBLIC
    if wanted == "public":
        return PUBLIC
    over = match.status == Match.Status.OVER
    if wanted == "referee" and over:
        return REFEREE
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) < len(chairs):
        seat = Seat(int(wanted))
        if over or seat == own:
            return seat
    raise Hidden


def replay(match: Match, chairs: list[Chair], *, observer: Observer, at: int | None, beyond: bool = False) -> Replay:
    """What the observer knew after their `at`-th move (0: the deal; None: the last).

    If it may be `beyond` the last, because it was counted by somebody who was told more, it is the last.

    :raises NoSuchMove: if there is none
    :raises sight.Unreadable: if the log cannot be read
    """
    game, setup = sight.rules(match)
    with _readable(match):
        moves = _moves(match, game, observer)
    last = len(moves) - 1
    if at is None or (beyond and at > last):
        at = last
    if not 0 <= at <= last:
        raise NoSuchMove
    told = [fact for move in moves[: at + 1] for fact in move]
    mind = Mind(observer, game.blank(setup))
    with _readable(match):
        mind.learn(game, [(fact.n, fact.audience, fact.event) for fact in told])
        seen = sight.of(match, chairs, {}, mind, told[-LATEST:], at=None if at == last else told[-1].n)
    if at < last or match.status != Match.Status.OVER:
        seen = replace(seen, questions=(), outcome=None)
    return Replay(seen, at, last, observer, _labels(chairs, moves, observer))


def curves(match: Match, chairs: list[Chair]) -> list[Curve]:
    """How the scores went, once the match is over."""
    if match.status != Match.Status.OVER:
        return []
    game, setup = sight.rules(match)
    state = game.blank(setup)
    course: list[tuple[int, ...]] = []
    with _readable(match):
        for move in _moves(match, game, REFEREE):
            state = game.learn(state, (fact.event for fact in move))
            course.append(game.scores(state))
    return [Curve(seat, _whose(chair), tuple(scores[seat] for scores in course)) for seat, chair in enumerate(chairs)]


def record(match: Match, chairs: list[Chair], *, observer: Observer) -> Record:
    """The match in the export format, as far as the observer was told; the seed once it is over."""
    heard_in: dict[int, list[msgspec.Raw]] = {}
    begins: list[int] = []
    for n, number, text in facts(match, observer).values_list("n", "move", "event"):
        if number not in heard_in:
            heard_in[number] = []
            begins.append(n)
        heard_in[number].append(msgspec.Raw(text.encode()))
    made = {move.number: move for move in _open_to(Move.objects.filter(match=match), observer)}
    lines: list[Line] = []
    for number, told in heard_in.items():
        heard, move = tuple(told), made.get(number)
        if move is None:  # Part of a sealed move of somebody else: neither who made it nor when.
            lines.append(Line(len(lines), "", heard))
            continue
        own = observer == REFEREE or move.seat == observer
        action = msgspec.Raw(move.action.encode()) if move.action and own else msgspec.UNSET
        at = move.at.astimezone(UTC).isoformat(timespec="seconds")
        lines.append(Line(len(lines), move.cause, heard, seat=move.seat, key=move.key, action=action, at=at))
    over = match.status == Match.Status.OVER
    kept = Seed.objects.filter(match=match).first() if over else None
    seed = bytes(kept.seed).hex() if kept is not None else ""
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=match.game,
        setup=msgspec.Raw(match.setup.encode()),
        commitment=match.commitment,
        seed=seed,
        code=match.code,
        observer=observer,
        players=tuple(_player(chair, begins) for chair in chairs),
    )
    return Record(header, tuple(lines), Result(msgspec.Raw(msgspec.json.encode(match.outcome))) if over else None)


def history(*, game: str = "", player: str = "", won_by: str = "", since: datetime | None = None,
            until: datetime | None = None, status: str = "") -> QuerySet[Match]:  # fmt: skip
    """Listed matches, the latest first; each with its `chairs` and their players' names."""
    found = Match.objects.filter(listed=True)
    if game:
        found = found.filter(game=game)
    if status:
        found = found.filter(status=status)
    if player:
        found = found.filter(seats__player=_called(player))
    if since:
        found = found.filter(begun_at__gte=since)
    if until:
        found = found.filter(begun_at__lte=until)
    if won_by:
        found = found.filter(_won(), seats__player=_called(won_by))
    chairs = Chair.objects.annotate(name=F("player__username")).order_by("index")
    return found.prefetch_related(Prefetch("seats", chairs, to_attr="chairs")).order_by("-begun_at", "-pk")


def _called(name: str) -> QuerySet[Any, Any]:
    """The player of this name as one value: of one among several, PostgreSQL first gathers all their matches."""
    return called(name).values("pk")[:1]


def _won() -> Q:
    """Whoever sits there won or shared the match; the places stand in the outcome by seat."""
    most = max(seats for game in catalogue().values() for seats in game.meta.seats)
    return reduce(or_, (Q(seats__index=index, **{f"outcome__places__{index}": 1}) for index in range(most)))


def _labels(chairs: list[Chair], moves: list[list[Told]], observer: Observer) -> tuple[tuple[int, str, str], ...]:
    bit = audience.bit(observer)
    labels = []
    for n, (first, *_) in enumerate(moves):
        seat = getattr(first.event, "seat", None)
        plain = not bit or bool(first.open_to & bit)
        who = tenures.at(chairs[seat], first.n).name if plain and seat is not None else ""
        labels.append((n, who, first.cause if plain else ""))
    return tuple(labels)


def _whose(chair: Chair) -> str:
    """Everybody who scored there, in the order in which they sat."""
    return " → ".join(dict.fromkeys(sitter.name for sitter in tenures.ever(chair)))


def _player(chair: Chair, begins: Sequence[int]) -> Player:
    """Who sits there and who sat there before; `begins` are the first facts of the lines of a record, in order."""
    before = [
        Former(_kind(sitter), sitter.name, bisect_left(begins, former.until))
        for sitter, former in zip(tenures.ever(chair), chair.before, strict=False)  # type: ignore[attr-defined]
    ]
    there = tenures.now(chair)
    return Player(_kind(there), there.name, tuple(before))


def _kind(sitter: Sitter) -> Literal["person", "bot"]:
    return "bot" if sitter.bot else "person"


def facts(match: Match, observer: Observer) -> QuerySet[Fact]:
    """The facts an observer was told. The others do not leave the database."""
    return _open_to(Fact.objects.filter(match=match).order_by("n"), observer)


def _open_to(rows: QuerySet[R], observer: Observer) -> QuerySet[R]:
    """Those of these facts or moves that the observer may know of."""
    if observer == REFEREE:
        return rows
    return rows.annotate(mine=F("audience").bitand(audience.bit(observer))).exclude(mine=0)


def _moves(match: Match, game: Game[Any, Any, Any], observer: Observer) -> list[list[Told]]:
    """The facts of each move of which the observer was told at least one."""
    told = list(facts(match, observer).values_list("n", "audience", "move", "event"))  # Before the moves: they grow.
    log = _open_to(Move.objects.filter(match=match), observer).values_list("number", "cause", "audience")
    made = {number: (cause, open_to) for number, cause, open_to in log}
    moves: dict[int, list[Told]] = {}
    for n, heard_by, move, text in told:
        moves.setdefault(move, []).append(Told(n, heard_by, game.fact.decode(text), *made.get(move, ("", 0))))
    return list(moves.values())


@contextmanager
def _readable(match: Match) -> Iterator[None]:
    """:raises sight.Unreadable: if a fact cannot be read, or can be and makes no sense"""
    try:
        yield
    except Exception as error:
        raise sight.Unreadable(match.code) from error
