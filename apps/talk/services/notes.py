"""Private notes: what somebody writes down about a match, for themselves alone."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.talk import text_rules
from apps.talk.errors import NotYourTalk
from apps.talk.models import Note
from apps.talk.selectors.room import enter


def write(*, code: str, player: int | None, text: str, now: datetime) -> str:
    """Keep a note in place of the one before; an empty one is thrown away. Returns it as it is kept.

    :raises Match.DoesNotExist: if there is no such match
    :raises NotYourTalk: if they never sat at it
    :raises TextRefused: if it is too long or no text
    """
    room = enter(code=code, player=player, now=now)
    if not room.sat or player is None:
        raise NotYourTalk(_("Only the people of a match keep notes about it."))
    kept = text_rules.note(text)
    if not kept:
        Note.objects.filter(match=room.match, player=player).delete()
    else:
        Note.objects.update_or_create(match_id=room.match, player_id=player, defaults={"text": kept, "written_at": now})
    return kept
