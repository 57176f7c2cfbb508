"""Private notes, written beside the table and listed in *Favourites & notes*."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.matches.services import bookmarks
from apps.talk.errors import NotYourTalk
from apps.talk.selectors.room import load_room


def save_note(*, code: str, player: int | None, text: str, now: datetime) -> str:
    """Replace a note, or delete it if the new one is empty, and return it as it is stored.

    :raises Match.DoesNotExist: if the match doesn't exist
    :raises NotYourTalk: if they never sat at it
    :raises TextRefused: if it's too long or isn't text
    """
    room = load_room(code=code, player=player, now=now)
    if not room.sat or player is None:
        raise NotYourTalk(_("Only players in a match can keep notes on it."))
    return bookmarks.save_note(match=room.match, player=player, note=text, now=now)
