"""What observers knew a while ago, and the facts told since: one statement, however long the log is.

The log is the truth. A memory only saves folding it from the start; deleting all of them changes nothing but speed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.db import connection

from apps.kernel.events import Event
from apps.kernel.game import Game
from apps.kernel.table import REFEREE, Observer, Setup
from apps.matches import audience
from apps.matches.models import NO_ORDERS, Memory
from apps.matches.rows import Rows, Statement, each, fetch, instant, listed

STALE: Final = 16
"""How many facts a memory may lag behind before it is written anew."""

LATEST: Final = 24
"""How many of the latest facts an observer was told come along for their story."""

_FACT: Final = -9
_QUESTION: Final = -8
_MEMORIES: Final = Rows(Memory)


class Unreadable(Exception):
    """The log of the match cannot be read; organisers know."""


class Told(msgspec.Struct, frozen=True):
    """A fact as it stands in the log."""

    n: int
    audience: int
    event: Event
    cause: str
    open_to: int
    """Who may know the cause: the bits of the move it belongs to."""


@dataclass(slots=True)
class Mind:
    """What one observer knows after the first `upto` facts of the log."""

    observer: Observer
    state: Any
    upto: int = 0
    heard: int = 0
    """How many of them the observer was told."""
    stored: int = 0
    """`upto` of the row in the database."""

    def learn(self, game: Game[Any, Any, Any], facts: Iterable[tuple[int, int, Event]]) -> None:
        """Hear what of these (n, audience, event) is new and meant for this observer."""
        bit = audience.bit(self.observer)
        for n, heard_by, event in facts:
            if n < self.upto:
                continue
            self.upto = n + 1
            if not bit or heard_by & bit:
                self.heard += 1
                self.state = game.learn(self.state, (event,), self.observer)


class Due(NamedTuple):
    """Until when an open question wants an answer."""

    at: datetime
    lapses_at: datetime
    """When silence is the answer: later by the reserve of its seat, which nobody else knows."""


@dataclass(slots=True)
class Recollection:
    """The minds of some observers of one match, the latest facts, and when its open questions lapse."""

    minds: dict[Observer, Mind]
    latest: list[Told] = field(default_factory=list)
    due: dict[tuple[int, str], Due] = field(default_factory=dict)
    """By (seat, key); read at the same instant as the facts."""


# Materialized and looked up row by row, so that PostgreSQL has no choice but its indexes: joined, it went through all
# moves for every fact.
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
SELECT match_id, observer, upto, heard, state, NULL, 0 FROM memory
UNION ALL
SELECT f.match_id, {_FACT}, f.n, f.audience, f.event,
    (SELECT cause FROM matches_move WHERE match_id = f.match_id AND number = f.move),
    (SELECT audience FROM matches_move WHERE match_id = f.match_id AND number = f.move)
FROM since {each("matches_fact", "f", "f.match_id = since.match_id AND f.n >= since.n {told}")}
UNION ALL
SELECT q.match_id, {_QUESTION}, q.seat, 0, q.key,
    CAST(q.due_at AS VARCHAR(40)) || '|' || CAST(q.lapses_at AS VARCHAR(40)), 0
FROM wanted {each("matches_question", "q", "q.match_id = wanted.id")}
"""

_AT_TABLE: Final = f"""
UNION ALL SELECT "index", player_id = %s FROM matches_seat
WHERE match_id IN (SELECT id FROM wanted) AND (player_id = %s OR orders <> '{NO_ORDERS}')"""

_WHOLE: Final = "(SELECT facts FROM matches_match WHERE id = wanted.id)"
# Counted among what the observer was told: were it the log's end, a sealed answer would push their oldest sentence out.
_STORY: Final = """COALESCE((
    SELECT f.n FROM matches_fact f WHERE f.match_id = wanted.id {told} ORDER BY f.n DESC LIMIT 1 OFFSET {before}
), 0)"""


def recollect(
    matches: Mapping[int, tuple[Game[Any, Any, Any], Setup[Any], Collection[Observer]]],
    *,
    latest: int = 0,
    found: list[tuple[Any, ...]] | None = None,
) -> dict[int, Recollection | Exception]:
    """What these observers (of all the matches the same) know, by match id; for a log that cannot be read, why not.

    Asked for one observer who is not the referee, the rows of others do not leave the database. Whoever has run
    `reading` already gives what it `found`.
    """
    rows = _read(matches, latest) if found is None else _sorted(matches, found)
    recalled: dict[int, Recollection | Exception] = {}
    for pk, (game, setup, observers) in matches.items():
        try:
            try:
                recalled[pk] = _fold(game, setup, observers, rows[pk])
            except _Outgrown:
                Memory.objects.filter(match=pk).delete()
                recalled[pk] = _fold(game, setup, observers, _read({pk: matches[pk]}, latest)[pk])
        except Exception as error:
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
    """The statement for `recollect`: of these matches (SQL that finds their keys), for these observers.

    `at_table` (of one match): also for the seat of the player, who hears the story, and all that left standing orders.
    """
    numbers = " UNION ALL ".join(f"SELECT {audience.number(each)} AS number, false AS hears" for each in observers)
    seats = [str(audience.bit(observer)) for observer in observers if observer != REFEREE]
    given = [*params]
    if at_table:
        numbers += _AT_TABLE
        given += [player, player]
    if player is not None:
        seats.append("COALESCE((SELECT 2 << number FROM observers WHERE hears), -1)")
    told = f"AND (f.audience & {seats[0]}) <> 0" if len(seats) == 1 else ""
    sql = _SQL.format(
        matches=matches,
        observers=numbers,
        story=_STORY.format(told=told, before=latest - 1) if latest else _WHOLE,
        told="" if REFEREE in observers else told,
    )
    return sql, given


def _read(matches: Mapping[int, tuple[Any, Any, Collection[Observer]]], latest: int) -> dict[int, list[Any]]:
    """The rows that `_fold` needs, by match id."""
    observers = {observer for _, _, wanted in matches.values() for observer in wanted}
    return _sorted(matches, fetch(*reading(*listed([*matches]), observers, latest=latest)))


def _sorted(matches: Iterable[int], found: list[tuple[Any, ...]]) -> dict[int, list[Any]]:
    rows: dict[int, list[Any]] = {pk: [] for pk in matches}
    for row in found:
        rows[row[0]].append(row)
    return rows


def _fold(
    game: Game[Any, Any, Any], setup: Setup[Any], observers: Collection[Observer], rows: list[Any]
) -> Recollection:
    """The minds of these observers from the rows of one match."""
    minds = {observer: Mind(observer, game.blank(setup)) for observer in observers}
    told: list[Told] = []
    due: dict[tuple[int, str], Due] = {}
    for _, who, upto, heard, text, cause, open_to in rows:
        if who == _FACT:
            told.append(Told(upto, heard, game.fact.decode(text), cause, open_to))
        elif who == _QUESTION:
            due[upto, text] = Due(*map(instant, cause.split("|")))
        elif (mind := minds.get(audience.observer(who))) is not None:
            _restore(game, mind, upto, heard, text)
    told.sort(key=lambda fact: fact.n)
    for mind in minds.values():
        mind.learn(game, [(fact.n, fact.audience, fact.event) for fact in told if fact.n >= mind.upto])
    return Recollection(minds, told, due)


def heard(match_id: int, observer: Observer) -> int:
    """How many facts of a match the observer was told, without reading them."""
    since = "COALESCE((SELECT upto FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    before = "COALESCE((SELECT heard FROM matches_memory WHERE match_id = %s AND observer = %s), 0)"
    sql = f"SELECT {before} + COUNT(*) FROM matches_fact WHERE match_id = %s AND n >= {since} AND (audience & %s) <> 0"
    who = audience.number(observer)
    with connection.cursor() as cursor:
        cursor.execute(sql, [match_id, who, match_id, match_id, who, audience.bit(observer)])
        (told,) = cursor.fetchone()
    return int(told)


def refresh(match_id: int, minds: Iterable[Mind]) -> list[Memory]:
    """The rows that would save folding these minds again; none for minds that are fresh enough."""
    return [
        Memory(
            match_id=match_id,
            observer=audience.number(mind.observer),
            upto=mind.upto,
            heard=mind.heard,
            state=msgspec.json.encode(mind.state).decode(),
        )
        for mind in minds
        if mind.upto - mind.stored >= STALE
    ]


def saving(rows: list[Memory]) -> Iterator[Statement]:
    """Writes memories in place of older ones."""
    return _MEMORIES.replace(rows, key=("match_id", "observer"))


def _restore(game: Game[Any, Any, Any], mind: Mind, upto: int, heard: int, text: str) -> None:
    try:
        mind.state = game.memory.decode(text)
    except msgspec.DecodeError as error:
        raise _Outgrown from error
    mind.upto = mind.stored = upto
    mind.heard = heard


class _Outgrown(Exception):
    """A memory was written by an older shape of the state; the log has to be folded from its start."""
