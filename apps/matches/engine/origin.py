"""The start of a match's log: before a deal or, for a sandbox, at a table imagined by a seat of another match.

Every fold over a log starts here. At first, observers of a sandbox know what they see of the imagined table. Only its
owner also remembers cards they had seen before that are hidden again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from apps.kernel.chance import Chance
from apps.kernel.game import AnyGame, AnyState
from apps.kernel.table import PUBLIC, REFEREE, AnySetup, Observer, Seat
from apps.matches.engine.projection import Projection

SANDBOX_LIFETIME: Final = timedelta(days=7)
"""How long a sandbox is kept after it was created."""


class Origin(msgspec.Struct, frozen=True):
    """The starting point of a sandbox."""

    match: str
    """The code of the match it was taken from."""
    move: int
    """The number of the last unchanged move."""
    at: int
    """The same move, as the seat's replay numbers it."""
    seat: Seat
    table: msgspec.Raw
    """The whole table as its referee knows it, with everything that was drawn again."""
    known: msgspec.Raw
    """The seat's knowledge at that move."""


def imagine_origin(
    game: AnyGame, known: AnyState, seat: Seat, luck: Chance, *, match: str, move: int, at: int
) -> Origin:
    """Return a sandbox imagined from what a seat knew after a move, and from nothing else."""
    table = game.imagine(known, seat, luck)
    return Origin(match, move, at, seat, _encode_state(table), _encode_state(known))


def encode_origin(origin: Origin) -> str:
    """Encode the origin for its match's row."""
    return msgspec.json.encode(origin).decode()


def decode_origin(text: str) -> Origin:
    """Decode an origin.

    :raises msgspec.DecodeError: if the text isn't one
    """
    return msgspec.json.decode(text, type=Origin)


def build_first_projection(game: AnyGame, setup: AnySetup, observer: Observer, origin: str) -> Projection:
    """Return what an observer knows before the first fact of a log. A sandbox has no spectators.

    :raises LookupError: if the observer is the public and the match a sandbox
    :raises msgspec.DecodeError: if the shape of its state has changed since
    """
    if not origin:
        return Projection(observer, game.blank(setup))
    found = decode_origin(origin)
    if observer == found.seat:
        return Projection(observer, game.memory.decode(found.known))
    table = game.memory.decode(found.table)
    if observer == REFEREE:
        return Projection(observer, table)
    if observer == PUBLIC:
        raise LookupError(observer)
    return Projection(observer, game.seen(table, observer))


def _encode_state(state: AnyState) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))
