"""The log of a match out of the database: the one door to moves and facts for all that is not a turn (`snapshots`)."""

# SQL is put together from constants and from names of tables and columns; values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from apps.kernel.table import REFEREE, Observer
from apps.matches.engine import visibility
from apps.matches.models import Match
from apps.matches.store.sql import array_of, fetch, utc


class MoveRow(NamedTuple):
    """A move as it stands in the log."""

    number: int
    at: datetime
    cause: str
    seat: int | None
    key: str
    action: str
    player: int | None
    took: int | None
    audience: int


class FactRow(NamedTuple):
    """A fact as it stands in the log."""

    n: int
    move: int
    audience: int
    event: str


class Log(NamedTuple):
    """Of a match, what an observer may know, in order; both of the same instant."""

    moves: tuple[MoveRow, ...]
    facts: tuple[FactRow, ...]


_MOVES: Final = msgspec.json.Decoder(list[MoveRow])
_FACTS: Final = msgspec.json.Decoder(list[FactRow])


def read_log(match: Match, observer: Observer = REFEREE) -> Log:
    """The facts an observer was told, and the moves they may know of; the others do not leave the database.

    In one statement: of two, the second would know of moves that were made after the first.
    """
    bit = visibility.bit(observer)
    to_them = "" if observer == REFEREE else f"AND (audience & {bit}) <> 0"
    moves = ("number", utc("at"), "cause", "seat", "key", "action", "player_id", "took", "audience")
    statement = f"""
SELECT (SELECT {array_of(*moves)} FROM matches_move WHERE match_id = m.id {to_them}),
    (SELECT {array_of("n", "move", "audience", "event")} FROM matches_fact WHERE match_id = m.id {to_them})
FROM matches_match m WHERE m.id = %s"""
    for moved, told in fetch(statement, [match.pk]):
        return Log(tuple(sorted(_MOVES.decode(moved or "[]"))), tuple(sorted(_FACTS.decode(told or "[]"))))
    return Log((), ())  # It was deleted meanwhile.
