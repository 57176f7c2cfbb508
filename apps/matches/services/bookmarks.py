"""Favourite matches and private notes about them."""

from __future__ import annotations

from datetime import datetime

from apps.common import text_rules
from apps.matches.models import Bookmark, Match


def save_bookmark(*, code: str, player: int, favourite: bool, note: str, now: datetime) -> None:
    """Set the player's mark and note for a match. With neither, it leaves their favourites and notes.

    :raises Match.DoesNotExist: if there's no such match
    :raises TextRefused: if the note is too long or not valid text
    """
    match = Match.objects.only("pk").get(code=code)
    text = text_rules.clean_note(note)
    if not favourite and not text:
        Bookmark.objects.filter(match=match, player=player).delete()
        return
    kept = {"favourite": favourite, "note": text, "at": now}
    Bookmark.objects.update_or_create(match=match, player_id=player, defaults=kept)


def save_note(*, match: int, player: int, note: str, now: datetime) -> str:
    """Set the player's note about a match, marked or not, and return it as stored.

    :raises TextRefused: if it's too long or not valid text
    """
    text = text_rules.clean_note(note)
    kept = Bookmark.objects.filter(match=match, player=player)
    if text:
        Bookmark.objects.update_or_create(
            match_id=match, player_id=player, defaults={"note": text, "at": now}, create_defaults={
                "note": text, "at": now, "favourite": False,
            }
        )  # fmt: skip
    elif not kept.filter(favourite=True).update(note="", at=now):
        kept.delete()
    return text
