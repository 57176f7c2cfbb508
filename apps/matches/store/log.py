"""The log of a match from the database, for everything that isn't a turn (`snapshots`).

It is stored in rows or, for a match that ended long ago, in a single one (`compact`). Readers needn't know which.
"""

# SQL is built from constants and names of tables and columns. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from apps.common.sql import array_of, build_utc_sql, fetch_rows, parse_instant
from apps.kernel.table import REFEREE, Observer
from apps.matches.engine import visibility
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.store.compact import Damaged, FactRow, Log, MoveRow, unpack_log

PACKED_LOG_SQL: Final = "(SELECT packed FROM matches_compactlog WHERE match_id = {match})"
"""SQL for the packed log of a match that a column names; null if it's stored in rows."""

_MOVES: Final = msgspec.json.Decoder(list[MoveRow])
_FACTS: Final = msgspec.json.Decoder(list[FactRow])
_PLAYERS: Final = msgspec.json.Decoder(list[tuple[int, int | None]])


def read_log(match: Match, observer: Observer = REFEREE) -> Log:
    """Return the facts an observer can see, and the moves they can know.

    While the match runs, no others leave the database. It is one statement. A second one would see moves made after the
    first, and a match packed in between would be found in neither form.

    :raises Unreadable: if it was packed and is damaged
    """
    bit = visibility.get_observer_bit(observer)
    to_them = "" if observer == REFEREE else f"AND (audience & {bit}) <> 0"
    moves = ("number", build_utc_sql("at"), "cause", "seat", "key", "action", "player_id", "took", "audience")
    statement = f"""
SELECT (SELECT {array_of(*moves)} FROM matches_move WHERE match_id = m.id {to_them}),
    (SELECT {array_of("n", "move", "audience", "event")} FROM matches_fact WHERE match_id = m.id {to_them}),
    {PACKED_LOG_SQL.format(match="m.id")},
    (SELECT {array_of("place", "player_id")} FROM matches_compactplayer WHERE match_id = m.id)
FROM matches_match m WHERE m.id = %s"""
    for moved, told, packed, players in fetch_rows(statement, [match.pk]):
        if packed is None:
            return Log(tuple(sorted(_MOVES.decode(moved or "[]"))), tuple(sorted(_FACTS.decode(told or "[]"))))
        try:
            log = unpack_log(bytes(packed), game=match.game, players=dict(_PLAYERS.decode(players or "[]")))
        except Damaged as error:
            raise Unreadable(match.code) from error
        return open_to(log, bit)
    return Log((), ())  # The match was deleted in the meantime.


class FactTimes(NamedTuple):
    """When the latest facts that an observer can see happened."""

    heard: int
    """The number of facts the observer can see."""
    latest: tuple[datetime, ...]
    """The times of the latest, oldest first."""


def read_fact_times(match: Match, observer: Observer, *, latest: int) -> FactTimes:
    """Return when the latest facts an observer can see happened, without what they say.

    :raises Unreadable: if the log was packed and is damaged
    """
    bit = visibility.get_observer_bit(observer)
    statement = f"""
SELECT {build_utc_sql("m.at")}, COUNT(*) OVER () FROM matches_fact f
JOIN matches_move m ON m.match_id = f.match_id AND m.number = f.move
WHERE f.match_id = %s AND (f.audience & %s) <> 0 ORDER BY f.n DESC LIMIT %s"""
    if rows := fetch_rows(statement, [match.pk, bit, latest]):
        return FactTimes(rows[0][1], tuple(_parse_time(at) for at, _heard in reversed(rows)))
    if match.over_at is None:
        return FactTimes(0, ())
    log = read_log(match)  # Packed. What the observer can't see isn't counted.
    moved = {move.number: move.at for move in log.moves}
    times = [moved[fact.move] for fact in log.facts if fact.audience & bit]
    return FactTimes(len(times), tuple(times[-latest:]))


def _parse_time(at: datetime | str) -> datetime:
    return parse_instant(at) if isinstance(at, str) else at


def open_to(log: Log, bit: int) -> Log:
    """Return the part of the log an observer can know. The referee has no bit and gets all of it."""
    if not bit:
        return log
    return Log(
        tuple(move for move in log.moves if move.audience & bit),
        tuple(fact for fact in log.facts if fact.audience & bit),
    )
