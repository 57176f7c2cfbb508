"""What observers knew a while ago, and the facts told since: one statement, however long the log is.

The log is the truth. A memory only saves folding it from the start; deleting all of them changes nothing but speed.
"""

# SQL is put together from constants and from names of tables and columns; values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

import msgspec

from apps.kernel.game import Game
from apps.kernel.table import REFEREE, Observer, Setup
from apps.matches.engine import origin, visibility
from apps.matches.engine.position import Deadline
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.errors import Unreadable
from apps.matches.models import NO_ORDERS, Match, Memory
from apps.matches.store import compact
from apps.matches.store.compact import Damaged, ToldFact
from apps.matches.store.log import PACKED
from apps.matches.store.sql import Rows, Statement, array_of, each, fetch, listed, utc

STALE: Final = 16
"""How many facts a memory may lag behind before it is written anew."""

LATEST: Final = 24
"""How many of the latest facts an observer was told come along for their story."""

_MEMORIES: Final = Rows(Memory)


class Wanted(NamedTuple):
    """Of which match these observers are to be recalled."""

    game: Game[Any, Any, Any]
    setup: Setup[Any]
    observers: Collection[Observer]
    origin: str = ""
    """What its log begins with instead of a deal."""


@dataclass(slots=True)
class Recollection:
    """The projections of some observers of one match, the latest facts, and when its open questions lapse."""

    projections: dict[Observer, Projection]
    latest: list[LoggedFact] = field(default_factory=list)
    due: dict[tuple[int, str], Deadline] = field(default_factory=dict)
    """By (seat, key); read at the same instant as the facts."""


_MOVE: Final = "(SELECT {} FROM matches_move WHERE match_id = f.match_id AND number = f.move)"


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
    """What is stored of one match: three lists of rows, each as one JSON text, all of the same instant; or its log in
    place of the facts."""

    match: int
    snapshots: str | None
    facts: str | None
    questions: str | None
    packed: bytes | None


_SNAPSHOTS: Final = msgspec.json.Decoder(list[_Snapshot])
_FACTS: Final = msgspec.json.Decoder(list[ToldFact])
_QUESTIONS: Final = msgspec.json.Decoder(list[_Question])

# Materialized and looked up row by row, so that PostgreSQL has no choice but its indexes: joined, it went through all
# moves for every fact. One statement, for of several each would see what was committed before it began: a snapshot
# that is written in between would leave a gap before the facts.
_SQL: Final = f"""
WITH wanted(id) AS MATERIALIZED ({{matches}}), observers AS ({{observers}}), memory AS MATERIALIZED (
    SELECT k.match_id, k.observer, k.upto, k.heard, k.state FROM wanted
    CROSS JOIN (SELECT DISTINCT number FROM observers) o
    {each("matches_memory", "k", "k.match_id = wanted.id AND k.observer = o.number")}
), story AS MATERIALIZED (
    SELECT wanted.id AS match_id, {{story}} AS n FROM wanted
), since AS MATERIALIZED (
    SELECT story.match_id,
        CASE WHEN COUNT(memory.upto) < (SELECT COUNT(DISTINCT number) FROM observers) THEN 0
             WHEN MIN(memory.upto) < story.n THEN MIN(memory.upto)
             ELSE story.n END AS n
    FROM story LEFT JOIN memory ON memory.match_id = story.match_id GROUP BY story.match_id, story.n
)
SELECT since.match_id,
    (SELECT {array_of("k.observer", "k.upto", "k.heard", "k.state")} FROM memory k WHERE k.match_id = since.match_id),
    (SELECT {array_of("f.n", "f.audience", "f.event", _MOVE.format("cause"), _MOVE.format("audience"))}
     FROM matches_fact f WHERE f.match_id = since.match_id AND f.n >= since.n {{to_them}}),
    {{questions}},
    {PACKED.format(match="since.match_id")}
FROM since
"""

_OPEN: Final = f"""(SELECT {array_of("q.seat", "q.key", utc("q.due_at"), utc("q.lapses_at"))}
    FROM matches_question q WHERE q.match_id = since.match_id)"""

_AT_TABLE: Final = f"""
UNION ALL SELECT "index", player_id = %s FROM matches_seat
WHERE match_id IN (SELECT id FROM wanted) AND (player_id = %s OR orders <> '{NO_ORDERS}')"""

_WHOLE: Final = "(SELECT facts FROM matches_match WHERE id = wanted.id)"
# Counted among what the observer was told: were it the log's end, a sealed answer would push their oldest sentence out.
_STORY: Final = """COALESCE((
    SELECT f.n FROM matches_fact f WHERE f.match_id = wanted.id {to_them} ORDER BY f.n DESC LIMIT 1 OFFSET {before}
), 0)"""


def recollect(
    matches: Mapping[int, Wanted],
    *,
    latest: int = 0,
    found: list[Remembered] | None = None,
) -> dict[int, Recollection | Exception]:
    """What these observers (of all the matches the same) know, by match id; for a log that cannot be read, why not.

    Asked for one observer who is not the referee, the rows of others do not leave the database. Whoever has run
    `reading` already gives what it `found`.
    """
    rows = {row.match: row for row in (_read(matches, latest) if found is None else found)}
    recalled: dict[int, Recollection | Exception] = {}
    for pk, wanted in matches.items():
        try:
            try:
                recalled[pk] = _fold(wanted, rows[pk])
            except _Outgrown:
                Memory.objects.filter(match=pk).delete()
                recalled[pk] = _fold(wanted, *_read({pk: wanted}, latest))
        except Exception as error:  # noqa: BLE001 -- one match that cannot be read stops no other
            recalled[pk] = error
    return recalled


def reading(
    matches: str,
    params: Sequence[Any],
    observers: Collection[Observer],
    *,
    at_table: bool = False,
    player: int | None = None,
    latest: int = 0,
) -> Statement:
    """The statement that selects what `Remembered` names, for `recollect`: of these matches (SQL that finds their
    keys), for these observers.

    `at_table` (of one match): also for the seat of the player, who hears the story, and all that left standing orders;
    its questions are loaded with it.
    """
    numbers = " UNION ALL ".join(f"SELECT {visibility.number(each)} AS number, false AS hears" for each in observers)
    seats = [str(visibility.bit(observer)) for observer in observers if observer != REFEREE]
    given = [*params]
    if at_table:
        numbers += _AT_TABLE
        given += [player, player]
    if player is not None:
        seats.append("COALESCE((SELECT 2 << number FROM observers WHERE hears), -1)")
    to_them = f"AND (f.audience & {seats[0]}) <> 0" if len(seats) == 1 else ""
    sql = _SQL.format(
        matches=matches,
        observers=numbers,
        story=_STORY.format(to_them=to_them, before=latest - 1) if latest else _WHOLE,
        to_them="" if REFEREE in observers else to_them,
        questions="NULL" if at_table else _OPEN,
    )
    return sql, given


def _read(matches: Mapping[int, Wanted], latest: int) -> list[Remembered]:
    observers = {observer for wanted in matches.values() for observer in wanted.observers}
    return [Remembered(*row) for row in fetch(*reading(*listed([*matches]), observers, latest=latest))]


def _fold(wanted: Wanted, row: Remembered) -> Recollection:
    """The projections of these observers of one match."""
    game = wanted.game
    snapshots = {visibility.observer(each.observer): each for each in _SNAPSHOTS.decode(row.snapshots or "[]")}
    projections = {
        observer: _restored(game, observer, snapshots[observer])
        if observer in snapshots
        else origin.begin(game, wanted.setup, observer, wanted.origin)
        for observer in wanted.observers
    }
    read = game.fact.decode
    facts = _unpacked(wanted, row.packed) if row.packed else sorted(_FACTS.decode(row.facts or "[]"))
    log = [LoggedFact(n, audience, read(event), cause, open_to) for n, audience, event, cause, open_to in facts]
    told = [(fact.n, fact.audience, fact.event) for fact in log]
    for projection in projections.values():
        projection.learn(game, told)
        _keep(projection, row)
    due = {
        (question.seat, question.key): Deadline(question.due_at, question.lapses_at)
        for question in _QUESTIONS.decode(row.questions or "[]")
    }
    return Recollection(projections, log, due)


def _keep(projection: Projection, row: Remembered) -> None:
    """Beside a compact log nothing is remembered: it would stay there for good."""
    if row.packed:
        projection.stored = projection.upto


def _unpacked(wanted: Wanted, packed: bytes) -> list[ToldFact]:
    """The facts these observers may have been told, from the start."""
    bits = 0 if REFEREE in wanted.observers else reduce(or_, map(visibility.bit, wanted.observers))
    return compact.told(bytes(packed), game=wanted.game.meta.slug, bits=bits)


def heard(match: Match, observer: Observer) -> int:
    """How many facts of a match the observer was told, without reading them; of a compact one they are counted."""
    since = "COALESCE((SELECT upto FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    before = "COALESCE((SELECT heard FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    sql = (
        f"SELECT {before} + COUNT(*), {PACKED.format(match='%s')} FROM matches_fact"
        f" WHERE match_id = %s AND n >= {since} AND (audience & %s) <> 0"
    )
    who, bit = visibility.number(observer), visibility.bit(observer)
    [(count, packed)] = fetch(sql, [match.pk, who, match.pk, match.pk, match.pk, who, bit])
    if packed is None:
        return int(count)
    try:
        return compact.heard(bytes(packed), game=match.game, bit=bit)
    except Damaged as error:
        raise Unreadable(match.code) from error


def refresh(match_id: int, projections: Iterable[Projection]) -> list[Memory]:
    """The rows that would save folding these projections again; none for projections that are fresh enough."""
    return [
        Memory(
            match_id=match_id,
            observer=visibility.number(projection.observer),
            upto=projection.upto,
            heard=projection.heard,
            state=msgspec.json.encode(projection.state).decode(),
        )
        for projection in projections
        if projection.upto - projection.stored >= STALE
    ]


def saving(rows: list[Memory]) -> Iterator[Statement]:
    """Writes memories in place of older ones."""
    return _MEMORIES.replace(rows, key=("match_id", "observer"))


def _restored(game: Game[Any, Any, Any], observer: Observer, snapshot: _Snapshot) -> Projection:
    try:
        state = game.memory.decode(snapshot.state)
    except msgspec.DecodeError as error:
        raise _Outgrown from error
    return Projection(observer, state, upto=snapshot.upto, heard=snapshot.heard, stored=snapshot.upto)


class _Outgrown(Exception):
    """A memory was written by an older shape of the state; the log has to be folded from its start."""
