"""Matches in and out of the database: loaded under lock with all a move needs, written with one statement per table.

One match or a hundred take the same path and the same number of statements.
"""

# Model._meta is public API.
# ruff: noqa: SLF001
# SQL is built from constants and names of tables and columns. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import attrgetter, or_
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import InterfaceError, OperationalError, connection

from apps.common import sql, task_queue
from apps.common.sql import Row, Rows, Statement, parse_instant
from apps.games import load_games
from apps.kernel.events import Announced
from apps.kernel.game import AnyGame
from apps.kernel.table import REFEREE, AnySetup, Observer, Seat
from apps.matches.engine import origin
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.attendance import Attendance
from apps.matches.engine.availability import (
    ALWAYS_AWAKE,
    NO_QUIET_HOURS,
    Availability,
    find_vacation_end,
    select_next_vacation,
)
from apps.matches.engine.clock import Clock
from apps.matches.engine.deadlines import THINKING_TIME
from apps.matches.engine.projection import Projection
from apps.matches.engine.standing_orders import Standing
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.errors import Unreadable
from apps.matches.models import (
    NO_ORDERS,
    Chair,
    Fact,
    Match,
    Memory,
    Missed,
    Move,
    Outage,
    Question,
    QuietHoursRow,
    Seed,
    Tenure,
)
from apps.matches.store import availability, counted, pubsub, snapshots, tenures
from apps.matches.store.snapshots import Remembered, Wanted


def lock_match(code: str, *observers: Seat, player: int | None = None, now: datetime) -> MatchAggregate:
    """Lock and load a match with the knowledge of the referee, these observers and this player's seat.

    It also loads the knowledge of all seats with standing orders, which could answer.

    `now` was read before the lock was acquired, and the previous holder could have used a later time. If so, the match
    is held at that time, so that its log never runs backwards. It's never later than that: waiting for the lock doesn't
    make an answer late.

    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if its log can't be read
    """
    known = snapshots.build_table_statement(code, observers, player=player)
    statements = [_build_loading_statement(_OF_CODE, [code]), known]
    if connection.vendor == "postgresql":
        # First lock, then read: a single statement that waits for the lock would see the seats as before the wait.
        _, seated, remembered = sql.fetch_all([(_LOCKED, [code]), *statements])
    else:
        seated, remembered = sql.fetch_all(statements)
    loaded = _parse_loaded_rows(seated, now)
    if not loaded:
        if Match.with_sandboxes.filter(code=code).exists():
            raise Unreadable(code)
        raise Match.DoesNotExist
    match, chairs = loaded[0].match, loaded[0].chairs
    mine = tuple(Seat(c.index) for c in chairs if player is not None and c.player_id == player)
    ordering = tuple(Seat(c.index) for c in chairs if c.orders != NO_ORDERS)
    wanted: dict[int, tuple[Observer, ...]] = {match.pk: (REFEREE, *observers, *mine, *ordering)}
    found = [Remembered(*row) for row in remembered]
    [run] = _build_aggregates(loaded, wanted, latest=snapshots.LATEST_FACTS, found=found)
    if isinstance(run, Exception):
        raise Unreadable(code) from run
    run.mine = mine[0] if mine else None
    _keep_out(run, player)
    try:
        _update_loaded_match(run, loaded[0].outage)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        raise Unreadable(code) from error  # Today's rules can't make sense of its log.
    return run


def _keep_out(run: MatchAggregate, player: int | None) -> None:
    """Hide a sandbox from everyone but its owner.

    :raises Match.DoesNotExist: if it's another player's
    """
    if run.match.origin and player is not None and run.mine is None:
        raise Match.DoesNotExist


def build_new_match(match: Match, game: AnyGame, setup: AnySetup, seed: bytes, chairs: list[Chair]) -> MatchAggregate:
    """Return a match that was just created, before its deal."""
    nobody: dict[Observer, Projection] = {REFEREE: origin.build_first_projection(game, setup, REFEREE, match.origin)}
    people = [chair.player_id for chair in chairs if chair.player_id is not None]
    orders, resting = Standing(chairs, game.order), availability.load_availabilities(people, since=match.begun_at)
    clock = Clock(match, chairs, {}, resting)
    seats = Attendance(chairs)
    return MatchAggregate(
        match, game, setup, seed, chairs, seats, clock, nobody, _load_projection, orders, match.begun_at
    )


def lock_due_matches(
    *, now: datetime, limit: int, only: int | None = None
) -> list[MatchAggregate | tuple[Match, Exception]]:
    """Lock and load the most overdue matches (or only this one), skipping those that another worker holds.

    An unreadable match is returned with the reason.
    """
    skip = connection.features.has_select_for_update_skip_locked
    due = Match.with_sandboxes.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)
    if only is not None:
        due = due.filter(pk=only)
    locked = list(due.select_for_update(no_key=True, skip_locked=skip)[:limit])
    if not locked:
        return []
    loaded = _parse_loaded_rows(sql.fetch_rows(*_build_loading_statement(*sql.build_keys_statement(locked))), now)
    wanted = {each.match.pk: _bots_due(each.chairs, each.questions, each.now) for each in loaded}
    claimed: list[MatchAggregate | tuple[Match, Exception]] = []
    for each, run in zip(loaded, _build_aggregates(loaded, wanted), strict=True):
        if isinstance(run, Exception):
            claimed.append((each.match, run))
        else:
            _update_loaded_match(run, each.outage)
            claimed.append(run)
    lost = set(locked) - {each.match.pk for each in loaded}
    return claimed + [(Match(pk=pk), LookupError("The seed or the seats are missing.")) for pk in lost]


def write_matches(runs: Sequence[MatchAggregate]) -> None:
    """Store everything that happened, and ring the news streams of the observers who learned something."""
    if closed := [question.pk for run in runs for question in run.clock.closed_rows]:
        Question.objects.filter(pk__in=closed).delete()
    sql.run_statements(
        [
            *_MOVES.insert([move for run in runs for move in run.moves]),
            *_FACTS.insert([fact for run in runs for fact in run.facts]),
            *_MISSED.insert([missed for run in runs for missed in run.attendance.misses]),
            *_TENURES.insert([tenure for run in runs for tenure in run.attendance.tenures]),
            *_QUESTIONS.upsert(_changed_questions(runs)),
            *_MATCHES.upsert([run.match for run in runs]),
            *snapshots.build_snapshot_statements(_new_snapshots(runs)),
            *_CHAIRS.upsert(_changed_chairs(runs)),
        ],
        finally_=_build_news_statement(runs),
    )
    for run in runs:
        pubsub.ring_observers(run.match.code, run.stirred, "news")
    counted.count_turns_on_commit(runs)
    if any(_awaits_thought(run) for run in runs):
        task_queue.queue_on_commit("apps.matches.tasks.think")


def _awaits_thought(run: MatchAggregate) -> bool:
    """Check whether Flint can have something to think about, as `first_look.may_need_thinking` does."""
    wake_at = run.match.wake_at
    thinks = run.match.opponents == Match.BotStrength.FLINT
    return thinks and wake_at is not None and wake_at <= run.now + THINKING_TIME


def _changed_questions(runs: Iterable[MatchAggregate]) -> list[Question]:
    """Return the questions to write, new ones last. A reused row can hold the key of a new one until it's written."""
    changed = []
    for run in runs:
        changed += [run.clock.questions[where] for where in sorted(run.clock.changed_questions)]
    return sorted(changed, key=lambda question: question.pk is None)


def _changed_chairs(runs: Iterable[MatchAggregate]) -> list[Chair]:
    return [run.chairs[seat] for run in runs for seat in sorted(run.attendance.changed | run.orders.changed)]


def _new_snapshots(runs: Iterable[MatchAggregate]) -> list[Memory]:
    """Return the snapshots to write, only for matches whose move closed no question without reusing its row.

    The others can wait, because a snapshot only saves time. Questions are opened at least as often as they are closed.
    """
    return [
        row
        for run in runs
        if not run.clock.closed_rows
        for row in snapshots.build_snapshots(run.match.pk, run.projections.values())
    ]


def _build_news_statement(runs: Iterable[MatchAggregate]) -> Statement:
    """Notify PostgreSQL's streams, if and when this transaction commits. On other databases they poll the facts."""
    news = [f"{run.match.code}:{mask}" for run in runs if (mask := reduce(or_, (heard for _, heard, _ in run.new), 0))]
    return "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news", [pubsub.CHANNEL, news]


# The origin of a sandbox never changes and can be long. No turn changes how a log is stored.
_MATCHES, _QUESTIONS = Rows(Match, only_read=("origin", "compacted")), Rows(Question)
# What a player has seen is written by their page, without the lock. A turn must not overwrite it.
_CHAIRS = Rows(Chair, only_read=("seen",))
_MOVES, _FACTS, _MISSED = Rows(Move), Rows(Fact), Rows(Missed)
_RESTS, _TENURES = Rows(QuietHoursRow), Rows(Tenure)

_LOCKED = f"SELECT id FROM {_MATCHES.table} WHERE code = %s FOR NO KEY UPDATE"
_OF_CODE = f"SELECT id FROM {_MATCHES.table} WHERE code = %s"
_PLAYER = f"FROM {get_user_model()._meta.db_table} WHERE id = c.player_id"
_SITTING = _CHAIRS.gathered(
    "c",
    f"(SELECT {get_user_model().USERNAME_FIELD} {_PLAYER})",
    f"(SELECT face {_PLAYER})",
    f"(SELECT bot {_PLAYER})",
    f"(SELECT time_zone {_PLAYER})",
    f"(SELECT {_RESTS.gathered('r')} FROM {_RESTS.table} r WHERE r.player_id = c.player_id)",
    availability.build_vacations_sql("c.player_id"),
    tenures.build_formers_sql("c.match_id", 'c."index"'),
)
# Subqueries look up everything per match or chair. With joins, PostgreSQL without statistics scanned all seats and all
# seeds for a batch of matches.
_SEATED = f"""
WITH wanted(id) AS ({{matches}})
SELECT {_MATCHES.columns("m")}, (SELECT seed FROM {Seed._meta.db_table} WHERE match_id = m.id),
    (SELECT MAX(id) FROM {Outage._meta.db_table}),
    (SELECT CAST(l.at AS VARCHAR(40)) FROM {_MOVES.table} l WHERE l.match_id = m.id AND l.number = m.moves - 1),
    (SELECT {_QUESTIONS.gathered("q")} FROM {_QUESTIONS.table} q WHERE q.match_id = m.id),
    (SELECT {_SITTING} FROM {_CHAIRS.table} c WHERE c.match_id = m.id)
FROM wanted {sql.build_lateral_join(_MATCHES.table, "m", "m.id = wanted.id")} ORDER BY m.id
"""


class _BesideMatch(NamedTuple):
    """The columns that `_SEATED` selects besides a match."""

    seed: bytes | None
    outage: int | None
    """The key of the server's last outage."""
    moved_at: str | None
    """The time of the last move."""
    questions: str | None
    chairs: str | None


class _BesideChair(NamedTuple):
    """The values that `_SITTING` gathers besides a chair."""

    username: str | None
    face: str | None
    program: bool | None
    time_zone: str | None
    quiet: str | None
    vacations: str | None
    formers: str | None


class _Loaded(NamedTuple):
    match: Match
    seed: bytes
    outage: int
    """The key of the server's last outage."""
    now: datetime
    """The time at which the match is held, never before the last move of its log."""
    seated: tuple[SeatedPlayer, ...]
    questions: list[Question]
    rests: dict[int, Availability]
    """The availability of its players, by player."""

    @property
    def chairs(self) -> list[Chair]:
        return [each.chair for each in self.seated]


def _build_loading_statement(matches: str, params: list[Any]) -> Statement:
    """Return the statement whose rows `_parse_loaded_rows` reads."""
    return _SEATED.format(matches=matches), params


def _parse_loaded_rows(rows: list[Row], now: datetime) -> list[_Loaded]:
    """Return the matches that have a seed and seats."""
    loaded = []
    for row in rows:
        values = iter(row)
        match, beside = _MATCHES.take(values), _BesideMatch(*values)
        at = now if beside.moved_at is None else max(now, parse_instant(beside.moved_at))
        seated, rests = _parse_seated_players(beside.chairs, at)
        if beside.seed is not None and seated:
            questions = _QUESTIONS.scattered(beside.questions)
            loaded.append(_Loaded(match, bytes(beside.seed), beside.outage or 0, at, seated, questions, rests))
    return loaded


def _parse_seated_players(chairs: str | None, at: datetime) -> tuple[tuple[SeatedPlayer, ...], dict[int, Availability]]:
    """Return the seated players of a match, in order, and their availability by player."""
    seated, rests = [], {}
    for chair, *values in _CHAIRS.accompanied(chairs):
        beside = _BesideChair(*values)
        rest, before = _parse_availability(beside), tenures.parse_formers(beside.formers)
        spans = rest.vacations
        seated.append(
            SeatedPlayer(
                chair,
                beside.username,
                beside.face,
                before,
                find_vacation_end(spans, at),
                select_next_vacation(spans, at),
                program=bool(beside.program),
            )
        )
        if chair.player_id is not None:
            rests[chair.player_id] = rest
    return tuple(sorted(seated, key=attrgetter("chair.index"))), rests


def _parse_availability(beside: _BesideChair) -> Availability:
    if not beside.quiet and not beside.vacations:
        return ALWAYS_AWAKE
    found = [availability.build_quiet_hours(row, beside.time_zone or "UTC") for row in _RESTS.scattered(beside.quiet)]
    return Availability(found[0] if found else NO_QUIET_HOURS, availability.parse_vacations(beside.vacations))


def _bots_due(chairs: list[Chair], questions: list[Question], now: datetime) -> tuple[Observer, ...]:
    """Return the referee and the seats for which a bot could have to answer now."""
    due = {question.seat for question in questions if question.lapses_at <= now}
    return (REFEREE, *(Seat(c.index) for c in chairs if c.index in due and (c.bot or c.autopilot)))


def _build_aggregates(
    loaded: list[_Loaded],
    wanted: dict[int, tuple[Observer, ...]],
    *,
    latest: int = 0,
    found: list[Remembered] | None = None,
) -> list[MatchAggregate | Exception]:
    tables: dict[int, Wanted] = {}
    recalled: dict[int, snapshots.Recollection | Exception] = {}
    groups: dict[tuple[Observer, ...], list[int]] = defaultdict(list)
    for each in loaded:
        match = each.match
        try:
            game = load_games()[match.game]
            tables[match.pk] = Wanted(game, game.agreed(match.setup), wanted[match.pk], match.origin)
        except (KeyError, msgspec.DecodeError) as error:
            recalled[match.pk] = error
        else:
            groups[wanted[match.pk]].append(match.pk)
    for pks in groups.values():
        recalled |= snapshots.load_recollections({pk: tables[pk] for pk in pks}, latest=latest, found=found)
    runs: list[MatchAggregate | Exception] = []
    for each in loaded:
        match, chairs = each.match, each.chairs
        known = recalled[match.pk]
        if isinstance(known, Exception):
            runs.append(known)
            continue
        match.trouble = ""  # It can be read again. If it can't be moved on, that is recorded again.
        game, setup, *_ = tables[match.pk]
        run = MatchAggregate(
            match=match,
            game=game,
            setup=setup,
            seed=each.seed,
            chairs=chairs,
            attendance=Attendance(chairs),
            seated=each.seated,
            clock=Clock(match, chairs, {(q.seat, q.key): q for q in each.questions}, each.rests),
            projections=known.projections,
            latest=known.latest,
            fetch=_load_projection,
            orders=Standing(chairs, game.order),
            now=each.now,
        )
        try:
            run.clock.asks = game.asks(run.truth) if match.status == Match.Status.PLAYING else ()
            runs.append(run)
        except Exception as error:  # noqa: BLE001 -- one match that cannot be read stops no other
            runs.append(error)
    return runs


def _load_projection(run: MatchAggregate, observer: Observer) -> Projection:
    table = Wanted(run.game, run.setup, (observer,), run.match.origin)
    recalled = snapshots.load_recollections({run.match.pk: table})[run.match.pk]
    if isinstance(recalled, Exception):
        raise recalled
    return recalled.projections[observer]


def _update_loaded_match(run: MatchAggregate, outage: int) -> None:
    """Postpone deadlines for outages the match hasn't seen, and correct questions that newer rules ask differently."""
    match = run.match
    if match.status != Match.Status.PLAYING:
        match.outage = max(outage, match.outage)  # Its clock was stopped anyway.
        return
    if outage > match.outage:
        missed = Outage.objects.filter(pk__gt=match.outage, pk__lte=outage)
        gap = sum((o.ended_at - max(o.began_at, match.begun_at) for o in missed), timedelta())
        run.set_deadlines(run.clock.timing.postpone(gap))
        run.announce(Announced(what="outage", seconds=int(gap.total_seconds())))
    match.outage = max(outage, match.outage)
    run.hold_vacations()
    if {(int(ask.seat), ask.key) for ask in run.clock.asks} != set(run.clock.questions):
        run.ask()
