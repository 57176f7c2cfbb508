"""Telling open pages that something in the talk of a match is new, but nobody who would not read it."""

from __future__ import annotations

from apps.accounts import ties
from apps.kernel.table import PUBLIC, Seat
from apps.matches import audience, bells
from apps.talk import mutes
from apps.talk.room import Room


def wake(room: Room, *, author: int | None) -> None:
    """Something that this person said is there, or looks otherwise.

    Whoever is kept apart from them, or has muted them, does not even learn when they spoke.
    """
    deaf = ties.apart(author) | mutes.muters(author) if author is not None else frozenset()
    seats = [audience.bit(Seat(chair.index)) for chair in room.loaded[1] if chair.player_id not in deaf]
    bells.ring(room.code, audience.bit(PUBLIC) | sum(seats), "talk", without=deaf)
