"""Private notes, written beside the table: they stand in their writer's book."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.matches.services import bookmarks
from apps.talk.errors import NotYourTalk
from apps.talk.selectors.room import enter


def write(*, code: str, player: int | None, text: str, now: datetime) -> str:
    """Keep a note in place of the one before; an empty one is thrown away. Returns it as it is kept.

    :raises Match.DoesNotExist: if there is no such match
    :raises NotYourTalk: if they never sat at it
    :raises TextRefused: if it is too long or no text
    """
    room = enter(code=code, player=player, now=now)
    if not room.sat or player is None:
        raise NotYourTalk(_("Only players in a match can keep notes on it."))
    return bookmarks.write(match=room.match, player=player, note=text, now=now)
