"""The match on record: what an observer knew at any move, the export, the score chart, the list of matches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

import msgspec
from django.db.models import F, QuerySet

from apps.kernel.game import Game
from apps.kernel.record import FORMAT, VERSION, Former, Header, Line, Player, Record, Result
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches.engine import visibility
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.tenures import SeatedPlayer, Sitter
from apps.matches.errors import Hidden, NoSuchMove
from apps.matches.models import Fact, Match, Move, Seed
from apps.matches.selectors import match_view, seating
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.player_lookup import called
from apps.matches.store.snapshots import LATEST

R = TypeVar("R", Fact, Move)


@dataclass(frozen=True)
class Curve:
    """The score of one seat over the moves of a match."""

    seat: int
    name: str
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Replay:
    """A match at one of its moves, as an observer knew it then."""

    sight: match_view.MatchView
    at: int
    """The move it stands after; moves are counted as this observer heard them."""
    last: int
    observer: Observer
    labels: tuple[tuple[int, str, str], ...]
    """(move, whose it was, what made it); both empty for somebody's sealed answer, the former also for nobody's"""


def may_look(loaded: LoadedMatch, *, wanted: str) -> Observer:
    """As whom a reader looks for whom it was loaded: `seat` (their own), a seat's number, `public` or `referee`.

    :raises Hidden: if the match is not over and it is not theirs
    """
    if wanted in ("", "seat"):
        return loaded.observer
    if wanted == "public":
        return PUBLIC
    over = loaded.match.status == Match.Status.OVER
    if wanted == "referee" and over:
        return REFEREE
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) < len(loaded.seats):
        seat = Seat(int(wanted))
        if over or seat == loaded.own:
            return seat
    raise Hidden


def replay(loaded: LoadedMatch, *, observer: Observer, at: int | None, beyond: bool = False) -> Replay:
    """What the observer knew after their `at`-th move (0: the deal; None: the last).

    If it may be `beyond` the last, because it was counted by somebody who was told more, it is the last.

    :raises NoSuchMove: if there is none
    :raises Unreadable: if the log cannot be read
    """
    match = loaded.match
    game, setup = match_view.rules(match)
    with _readable(match):
        moves = _moves(match, game, observer)
    last = len(moves) - 1
    if at is None or (beyond and at > last):
        at = last
    if not 0 <= at <= last:
        raise NoSuchMove
    known = [fact for move in moves[: at + 1] for fact in move]
    projection = Projection(observer, game.blank(setup))
    with _readable(match):
        projection.learn(game, [(fact.n, fact.audience, fact.event) for fact in known])
        then = None if at == last else known[-1].n
        view = match_view.of(Position(match, loaded.seats, game, setup, projection, known[-LATEST:], at=then))
    if at < last or match.status != Match.Status.OVER:
        view = replace(view, questions=(), outcome=None)
    return Replay(view, at, last, observer, _labels(loaded.seats, moves, observer))


def curves(loaded: LoadedMatch) -> list[Curve]:
    """How the scores went, once the match is over."""
    match = loaded.match
    if match.status != Match.Status.OVER:
        return []
    game, setup = match_view.rules(match)
    state = game.blank(setup)
    course: list[tuple[int, ...]] = []
    with _readable(match):
        for move in _moves(match, game, REFEREE):
            state = game.learn(state, (fact.event for fact in move))
            course.append(game.scores(state))
    return [
        Curve(seated.seat, _whose(seated), tuple(scores[seated.seat] for scores in course)) for seated in loaded.seats
    ]


def record(loaded: LoadedMatch, *, observer: Observer) -> Record:
    """The match in the export format, as far as the observer was told; the seed once it is over."""
    match = loaded.match
    heard_in: dict[int, list[msgspec.Raw]] = {}
    begins: list[int] = []
    for n, number, text in facts(match, observer).values_list("n", "move", "event"):
        if number not in heard_in:
            heard_in[number] = []
            begins.append(n)
        heard_in[number].append(msgspec.Raw(text.encode()))
    made = {move.number: move for move in _open_to(Move.objects.filter(match=match), observer)}
    lines: list[Line] = []
    for number, texts in heard_in.items():
        heard, move = tuple(texts), made.get(number)
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
        players=tuple(_player(seated, begins) for seated in loaded.seats),
    )
    return Record(header, tuple(lines), Result(msgspec.Raw(msgspec.json.encode(match.outcome))) if over else None)


def history(*, game: str = "", player: str = "", won_by: str = "", since: datetime | None = None,
            until: datetime | None = None, status: str = "") -> QuerySet[Match]:  # fmt: skip
    """Listed matches, the latest first; each with its `seats`, of which `selectors.seating` knows the names."""
    found = Match.objects.filter(listed=True)
    if game:
        found = found.filter(game=game)
    if status:
        found = found.filter(status=status)
    if player:
        found = found.filter(seats__player=_named(player))
    if since:
        found = found.filter(begun_at__gte=since)
    if until:
        found = found.filter(begun_at__lte=until)
    if won_by:
        found = found.filter(seats__won=True, seats__player=_named(won_by))
    return found.prefetch_related(seating.seats()).order_by("-begun_at", "-pk")


def _named(name: str) -> int:
    """The key of the player of this name, of nobody if there is none.

    Read beforehand: of a player whom it does not know, PostgreSQL expects a few matches, and gathers thousands.
    """
    return called(name).values_list("pk", flat=True).first() or 0


def _labels(
    seats: Sequence[SeatedPlayer], moves: list[list[LoggedFact]], observer: Observer
) -> tuple[tuple[int, str, str], ...]:
    bit = visibility.bit(observer)
    labels = []
    for n, (first, *_) in enumerate(moves):
        seat = getattr(first.event, "seat", None)
        plain = not bit or bool(first.open_to & bit)
        who = seats[seat].at(first.n).name if plain and seat is not None else ""
        labels.append((n, who, first.cause if plain else ""))
    return tuple(labels)


def _whose(seated: SeatedPlayer) -> str:
    """Everybody who scored there, in the order in which they sat."""
    return " → ".join(dict.fromkeys(sitter.name for sitter in seated.ever()))


def _player(seated: SeatedPlayer, begins: Sequence[int]) -> Player:
    """Who sits there and who sat there before; `begins` are the first facts of the lines of a record, in order."""
    before = [
        Former(_kind(sitter), sitter.name, bisect_left(begins, former.until))
        for sitter, former in zip(seated.ever(), seated.before, strict=False)
    ]
    return Player(_kind(seated.now), seated.name, tuple(before))


def _kind(sitter: Sitter) -> Literal["person", "bot"]:
    return "bot" if sitter.bot else "person"


def facts(match: Match, observer: Observer) -> QuerySet[Fact]:
    """The facts an observer was told. The others do not leave the database."""
    return _open_to(Fact.objects.filter(match=match).order_by("n"), observer)


def _open_to(rows: QuerySet[R], observer: Observer) -> QuerySet[R]:
    """Those of these facts or moves that the observer may know of."""
    if observer == REFEREE:
        return rows
    return rows.annotate(mine=F("audience").bitand(visibility.bit(observer))).exclude(mine=0)


def _moves(match: Match, game: Game[Any, Any, Any], observer: Observer) -> list[list[LoggedFact]]:
    """The facts of each move of which the observer was told at least one."""
    rows = list(facts(match, observer).values_list("n", "audience", "move", "event"))  # Before the moves: they grow.
    log = _open_to(Move.objects.filter(match=match), observer).values_list("number", "cause", "audience")
    made = {number: (cause, open_to) for number, cause, open_to in log}
    moves: dict[int, list[LoggedFact]] = {}
    for n, heard_by, move, text in rows:
        moves.setdefault(move, []).append(LoggedFact(n, heard_by, game.fact.decode(text), *made.get(move, ("", 0))))
    return list(moves.values())


@contextmanager
def _readable(match: Match) -> Iterator[None]:
    """:raises Unreadable: if a fact cannot be read, or can be and makes no sense"""
    try:
        yield
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
