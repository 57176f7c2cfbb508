"""Snapshots of observers' knowledge and the facts since, in one statement however long the log is.

The log is the truth. A snapshot only saves folding it from the start, and deleting them all costs only speed.
"""

# SQL is built from constants and names of tables and columns. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

import msgspec

from apps.common.sql import (
    Rows,
    Statement,
    array_of,
    build_keys_statement,
    build_lateral_join,
    build_utc_sql,
    fetch_rows,
)
from apps.kernel.game import AnyGame
from apps.kernel.table import REFEREE, AnySetup, Observer, Seat
from apps.matches.engine import origin, visibility
from apps.matches.engine.deadlines import Deadline
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.errors import Unreadable
from apps.matches.models import NO_ORDERS, Match, Memory
from apps.matches.store import compact
from apps.matches.store.compact import Damaged, ToldFact
from apps.matches.store.log import PACKED_LOG_SQL

STALE_AFTER_FACTS: Final = 16
"""The number of facts after which a snapshot is written again."""

LATEST_FACTS: Final = 24
"""The number of latest facts loaded for an observer's story."""

_MEMORIES: Final = Rows(Memory)


class Wanted(NamedTuple):
    """A match and the observers to load for it."""

    game: AnyGame
    setup: AnySetup
    observers: Collection[Observer]
    origin: str = ""
    """The start of its log in place of a deal."""


@dataclass(slots=True)
class Recollection:
    """The projections of some observers of one match, the latest facts, and the deadlines of its open questions."""

    projections: dict[Observer, Projection]
    latest: list[LoggedFact] = field(default_factory=list)
    due: dict[tuple[int, str], Deadline] = field(default_factory=dict)
    """Deadlines by (seat, key), read at the same instant as the facts."""


_MOVE_SQL: Final = "(SELECT {} FROM matches_move WHERE match_id = f.match_id AND number = f.move)"


class _Snapshot(NamedTuple):
    """A stored projection."""

    observer: int
    upto: int
    heard: int
    state: str


class _Question(NamedTuple):
    """An open question."""

    seat: int
    key: str
    due_at: datetime
    lapses_at: datetime


class Remembered(NamedTuple):
    """The stored rows of one match: three lists as JSON texts of one instant, or its packed log for the facts."""

    match: int
    snapshots: str | None
    facts: str | None
    questions: str | None
    packed: bytes | None


_SNAPSHOTS: Final = msgspec.json.Decoder(list[_Snapshot])
_FACTS: Final = msgspec.json.Decoder(list[ToldFact])
_QUESTIONS: Final = msgspec.json.Decoder(list[_Question])

# Materialized and looked up row by row, so that PostgreSQL must use its indexes. With joins, it scanned all moves for
# every fact. It's one statement because several would each see a different state. A snapshot written in between would
# leave a gap before the facts.
_MEMORY_SQL: Final = f"""memory AS MATERIALIZED (
    SELECT k.match_id, k.observer, k.upto, k.heard, k.state FROM wanted
    CROSS JOIN (SELECT DISTINCT number FROM observers) o
    {build_lateral_join("matches_memory", "k", "k.match_id = wanted.id AND k.observer = o.number")}
)"""
# From the start if a snapshot is missing. Otherwise from the oldest snapshot, or from where the story starts.
_SINCE_SQL: Final = """since AS MATERIALIZED (
    SELECT story.match_id,
        CASE WHEN COUNT(memory.upto) < (SELECT COUNT(DISTINCT number) FROM observers) THEN 0
             WHEN MIN(memory.upto) < story.n THEN MIN(memory.upto)
             ELSE story.n END AS n
    FROM story LEFT JOIN memory ON memory.match_id = story.match_id GROUP BY story.match_id, story.n
)"""
_SNAPSHOTS_SQL: Final = f"""SELECT {array_of("k.observer", "k.upto", "k.heard", "k.state")}
    FROM memory k WHERE k.match_id = since.match_id"""
_FACTS_SQL: Final = f"""SELECT
    {array_of("f.n", "f.audience", "f.event", _MOVE_SQL.format("cause"), _MOVE_SQL.format("audience"))}
    FROM matches_fact f WHERE f.match_id = since.match_id AND f.n >= since.n"""
_QUESTIONS_SQL: Final = f"""SELECT
    {array_of("q.seat", "q.key", build_utc_sql("q.due_at"), build_utc_sql("q.lapses_at"))}
    FROM matches_question q WHERE q.match_id = since.match_id"""
_PACKED_SQL: Final = PACKED_LOG_SQL.format(match="since.match_id")

_WHOLE_STORY_SQL: Final = "(SELECT facts FROM matches_match WHERE id = wanted.id)"
# Counted among what the observer can see. Otherwise a sealed answer would push out their oldest sentence.
_STORY_START_SQL: Final = """COALESCE((
    SELECT f.n FROM matches_fact f WHERE f.match_id = wanted.id {heard} ORDER BY f.n DESC LIMIT 1 OFFSET {before}
), 0)"""

_RECOLLECT_MATCHES_SQL: Final = f"""
WITH wanted(id) AS MATERIALIZED ({{matches}}), observers AS ({{observers}}), {_MEMORY_SQL},
story AS MATERIALIZED (SELECT wanted.id AS match_id, {{start}} AS n FROM wanted), {_SINCE_SQL}
SELECT since.match_id, ({_SNAPSHOTS_SQL}), ({_FACTS_SQL} {{heard}}), ({_QUESTIONS_SQL}), {_PACKED_SQL} FROM since
"""
# Besides the referee and the given observers: the player's seat, and all seats whose standing orders could answer.
_RECOLLECT_TABLE_SQL: Final = f"""
WITH wanted(id) AS MATERIALIZED (SELECT id FROM matches_match WHERE code = %s), observers AS ({{observers}}
    UNION ALL SELECT "index", player_id = %s FROM matches_seat
    WHERE match_id IN (SELECT id FROM wanted) AND (player_id = %s OR orders <> '{NO_ORDERS}')
), {_MEMORY_SQL},
story AS MATERIALIZED (SELECT wanted.id AS match_id, {{start}} AS n FROM wanted), {_SINCE_SQL}
SELECT since.match_id, ({_SNAPSHOTS_SQL}), ({_FACTS_SQL}), NULL, {_PACKED_SQL} FROM since
"""


def load_recollections(
    matches: Mapping[int, Wanted],
    *,
    latest: int = 0,
    found: list[Remembered] | None = None,
) -> dict[int, Recollection | Exception]:
    """Return what these observers know, by match id. An unreadable log is returned as its exception.

    If the only observer isn't the referee, no one else's rows leave the database.

    :param matches: all with the same observers
    :param found: the rows of `build_table_statement`, if the caller has already run it
    """
    rows = {row.match: row for row in (_load_remembered(matches, latest) if found is None else found)}
    recalled: dict[int, Recollection | Exception] = {}
    for pk, wanted in matches.items():
        try:
            try:
                recalled[pk] = _fold_projections(wanted, rows[pk])
            except _Outgrown:
                Memory.objects.filter(match=pk).delete()
                recalled[pk] = _fold_projections(wanted, *_load_remembered({pk: wanted}, latest))
        except Exception as error:  # noqa: BLE001 -- one match that cannot be read stops no other
            recalled[pk] = error
    return recalled


def build_table_statement(code: str, observers: Collection[Seat], *, player: int | None) -> Statement:
    """Return the statement that selects the columns of `Remembered` for the referee of a match and these observers.

    The player's seat, with its story, and all seats with standing orders are read besides. The questions are loaded
    with the match.
    """
    bits = [str(visibility.get_observer_bit(observer)) for observer in observers]
    if player is not None:
        bits.append("COALESCE((SELECT 2 << number FROM observers WHERE hears), -1)")
    sql = _RECOLLECT_TABLE_SQL.format(
        observers=_list_observers((REFEREE, *observers)), start=_build_story_start(_build_filter(bits), LATEST_FACTS)
    )
    return sql, [code, player, player]


def _build_matches_statement(keys: list[int], observers: Collection[Observer], latest: int) -> Statement:
    """Return the statement that selects the columns of `Remembered` for these observers of these matches."""
    matches, params = build_keys_statement(keys)
    heard = _build_filter([str(visibility.get_observer_bit(each)) for each in observers if each != REFEREE])
    sql = _RECOLLECT_MATCHES_SQL.format(
        matches=matches,
        observers=_list_observers(observers),
        start=_build_story_start(heard, latest) if latest else _WHOLE_STORY_SQL,
        heard="" if REFEREE in observers else heard,
    )
    return sql, params


def _list_observers(observers: Iterable[Observer]) -> str:
    """Return SQL for the numbers of observers. None of them is the seat whose player asks."""
    return " UNION ALL ".join(
        f"SELECT {visibility.encode_observer(each)} AS number, false AS hears" for each in observers
    )


def _build_filter(bits: Sequence[str]) -> str:
    """Return SQL that leaves out the facts that a single observer can't see, or nothing for several."""
    return f"AND (f.audience & {bits[0]}) <> 0" if len(bits) == 1 else ""


def _build_story_start(heard: str, latest: int) -> str:
    return _STORY_START_SQL.format(heard=heard, before=latest - 1)


def _load_remembered(matches: Mapping[int, Wanted], latest: int) -> list[Remembered]:
    observers = {observer for wanted in matches.values() for observer in wanted.observers}
    return [Remembered(*row) for row in fetch_rows(*_build_matches_statement([*matches], observers, latest))]


def _fold_projections(wanted: Wanted, row: Remembered) -> Recollection:
    """Fold the projections of these observers of one match."""
    game = wanted.game
    snapshots = {visibility.decode_observer(each.observer): each for each in _SNAPSHOTS.decode(row.snapshots or "[]")}
    projections = {
        observer: _restore_projection(game, observer, snapshots[observer])
        if observer in snapshots
        else origin.build_first_projection(game, wanted.setup, observer, wanted.origin)
        for observer in wanted.observers
    }
    read = game.fact.decode
    facts = _unpack_visible_facts(wanted, row.packed) if row.packed else sorted(_FACTS.decode(row.facts or "[]"))
    log = [LoggedFact(n, audience, read(event), cause, open_to) for n, audience, event, cause, open_to in facts]
    told = [(fact.n, fact.audience, fact.event) for fact in log]
    for projection in projections.values():
        projection.learn(game, told)
        _mark_as_stored(projection, row)
    due = {
        (question.seat, question.key): Deadline(question.due_at, question.lapses_at)
        for question in _QUESTIONS.decode(row.questions or "[]")
    }
    return Recollection(projections, log, due)


def _mark_as_stored(projection: Projection, row: Remembered) -> None:
    """Mark the projection as stored for a compact log, where a snapshot would stay for good."""
    if row.packed:
        projection.stored = projection.upto


def _unpack_visible_facts(wanted: Wanted, packed: bytes) -> list[ToldFact]:
    """Return the facts that any of these observers can see, from the start."""
    bits = 0 if REFEREE in wanted.observers else reduce(or_, map(visibility.get_observer_bit, wanted.observers))
    return compact.unpack_facts(bytes(packed), game=wanted.game.meta.slug, bits=bits)


def count_heard_facts(match: Match, observer: Observer) -> int:
    """Return how many facts of a match the observer could see. Only a compact log has to be read for that."""
    since = "COALESCE((SELECT upto FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    before = "COALESCE((SELECT heard FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    sql = (
        f"SELECT {before} + COUNT(*), {PACKED_LOG_SQL.format(match='%s')} FROM matches_fact"
        f" WHERE match_id = %s AND n >= {since} AND (audience & %s) <> 0"
    )
    who, bit = visibility.encode_observer(observer), visibility.get_observer_bit(observer)
    [(count, packed)] = fetch_rows(sql, [match.pk, who, match.pk, match.pk, match.pk, who, bit])
    if packed is None:
        return int(count)
    try:
        return compact.count_heard_facts(bytes(packed), game=match.game, bit=bit)
    except Damaged as error:
        raise Unreadable(match.code) from error


def build_snapshots(match_id: int, projections: Iterable[Projection]) -> list[Memory]:
    """Return new snapshots of these projections, except those that are fresh enough."""
    return [
        Memory(
            match_id=match_id,
            observer=visibility.encode_observer(projection.observer),
            upto=projection.upto,
            heard=projection.heard,
            state=msgspec.json.encode(projection.state).decode(),
        )
        for projection in projections
        if projection.upto - projection.stored >= STALE_AFTER_FACTS
    ]


def build_snapshot_statements(rows: list[Memory]) -> Iterator[Statement]:
    """Yield statements that write snapshots in place of older ones."""
    return _MEMORIES.replace(rows, key=("match_id", "observer"))


def _restore_projection(game: AnyGame, observer: Observer, snapshot: _Snapshot) -> Projection:
    try:
        state = game.memory.decode(snapshot.state)
    except msgspec.DecodeError as error:
        raise _Outgrown from error
    return Projection(observer, state, upto=snapshot.upto, heard=snapshot.heard, stored=snapshot.upto)


class _Outgrown(Exception):
    """Raised for a snapshot with an older shape of the state. The log has to be folded from its start."""
