"""Updates of open pages when a chat changes, without those of players who wouldn't see it."""

from __future__ import annotations

from apps.accounts.services import relations
from apps.kernel.table import PUBLIC
from apps.matches.engine import visibility
from apps.matches.store import pubsub
from apps.talk.selectors.room import Room
from apps.talk.services import mutes


def notify_chat_pages(room: Room, *, author: int | None) -> None:
    """Update pages because something this author said is new or looks different.

    Players who are kept apart from the author or have muted them don't even learn when they spoke.
    """
    deaf = relations.find_players_apart(author) | mutes.find_muters(author) if author is not None else frozenset()
    seats = [visibility.get_observer_bit(each.seat) for each in room.loaded.seats if each.chair.player_id not in deaf]
    pubsub.ring_observers(room.code, visibility.get_observer_bit(PUBLIC) | sum(seats), "talk", without=deaf)
