"""The log of a match out of the database: the one door to moves and facts for all that is not a turn (`snapshots`).

It lies there in rows, or of a match that was over long ago in a single one (`compact`): whoever reads need not know.
"""

# SQL is put together from constants and from names of tables and columns; values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from typing import Final

import msgspec

from apps.kernel.table import REFEREE, Observer
from apps.matches.engine import visibility
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.store.compact import Damaged, FactRow, Log, MoveRow, unpack
from apps.matches.store.sql import array_of, fetch, utc

PACKED: Final = "(SELECT packed FROM matches_compactlog WHERE match_id = {match})"
"""SQL for the packed log of a match that a column names; none if it lies in rows."""

_MOVES: Final = msgspec.json.Decoder(list[MoveRow])
_FACTS: Final = msgspec.json.Decoder(list[FactRow])
_PLAYERS: Final = msgspec.json.Decoder(list[tuple[int, int | None]])


def read_log(match: Match, observer: Observer = REFEREE) -> Log:
    """The facts an observer was told, and the moves they may know of; while it runs, no others leave the database.

    In one statement: of two, the second would know of moves that were made after the first, and a match that is packed
    between them would be found in neither form.

    :raises Unreadable: if it was packed and is damaged
    """
    bit = visibility.bit(observer)
    to_them = "" if observer == REFEREE else f"AND (audience & {bit}) <> 0"
    moves = ("number", utc("at"), "cause", "seat", "key", "action", "player_id", "took", "audience")
    statement = f"""
SELECT (SELECT {array_of(*moves)} FROM matches_move WHERE match_id = m.id {to_them}),
    (SELECT {array_of("n", "move", "audience", "event")} FROM matches_fact WHERE match_id = m.id {to_them}),
    {PACKED.format(match="m.id")},
    (SELECT {array_of("place", "player_id")} FROM matches_compactplayer WHERE match_id = m.id)
FROM matches_match m WHERE m.id = %s"""
    for moved, told, packed, players in fetch(statement, [match.pk]):
        if packed is None:
            return Log(tuple(sorted(_MOVES.decode(moved or "[]"))), tuple(sorted(_FACTS.decode(told or "[]"))))
        try:
            log = unpack(bytes(packed), game=match.game, players=dict(_PLAYERS.decode(players or "[]")))
        except Damaged as error:
            raise Unreadable(match.code) from error
        return open_to(log, bit)
    return Log((), ())  # It was deleted meanwhile.


def open_to(log: Log, bit: int) -> Log:
    """What of it an observer may know; all of it if that is the referee, who has no bit."""
    if not bit:
        return log
    return Log(
        tuple(move for move in log.moves if move.audience & bit),
        tuple(fact for fact in log.facts if fact.audience & bit),
    )
