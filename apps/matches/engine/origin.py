"""Where the log of a match begins: before a deal, or, of a sandbox, at a table that a seat of another match imagined.

Every fold over a log starts here. What an observer knows of a sandbox in the beginning is what they see of the imagined
table; only whoever asked for it also remembers what they had seen before and what lies hidden again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import msgspec

from apps.kernel.chance import Chance
from apps.kernel.game import Game
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat, Setup
from apps.matches.engine.projection import Projection

STAYS: Final = timedelta(days=7)
"""So long a sandbox is kept after it was begun."""


class Origin(msgspec.Struct, frozen=True):
    """What a sandbox begins with."""

    match: str
    """The code of the match it was taken from."""
    move: int
    """The number of the last move that is left as it was."""
    at: int
    """The same move, as the record counts it for the seat."""
    seat: Seat
    table: msgspec.Raw
    """The whole table as its referee knows it, with all that was drawn anew."""
    known: msgspec.Raw
    """What the seat knew there."""


def imagined(
    game: Game[Any, Any, Any], known: Any, seat: Seat, luck: Chance, *, match: str, move: int, at: int
) -> Origin:
    """A sandbox from what a seat knew after a move, and from nothing else."""
    table = game.imagine(known, seat, luck)
    return Origin(match, move, at, seat, _written(table), _written(known))


def written(origin: Origin) -> str:
    """As it stands in the row of its match."""
    return msgspec.json.encode(origin).decode()


def read(text: str) -> Origin:
    """:raises msgspec.DecodeError: if it is none"""
    return msgspec.json.decode(text, type=Origin)


def begin(game: Game[Any, Any, Any], setup: Setup[Any], observer: Observer, origin: str) -> Projection:
    """What an observer knows before the first fact of a log. Nobody watches a sandbox: the public knows none.

    :raises LookupError: for the public, of a sandbox
    :raises msgspec.DecodeError: if its state has another shape today
    """
    if not origin:
        return Projection(observer, game.blank(setup))
    found = read(origin)
    if observer == found.seat:
        return Projection(observer, game.memory.decode(found.known))
    table = game.memory.decode(found.table)
    if observer == REFEREE:
        return Projection(observer, table)
    if observer == PUBLIC:
        raise LookupError(observer)
    return Projection(observer, game.seen(table, observer))


def _written(state: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))
