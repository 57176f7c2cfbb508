"""How far players have read the chat of a match."""

from __future__ import annotations

from apps.common.transactions import passing_locks
from apps.talk.models import Reading
from apps.talk.selectors.room import Room


def mark_read(room: Room, upto: int) -> None:
    """Store that the reader has seen everything up to this message."""
    if room.me is None or upto <= room.upto:
        return
    with passing_locks():  # Readers don't wait for writers.
        Reading.objects.bulk_create(
            [Reading(match_id=room.match, player_id=room.me, upto=upto)],
            update_conflicts=True,
            unique_fields=["match", "player"],
            update_fields=["upto"],
        )
