"""Marking matches as favourites and writing private notes about them."""

from __future__ import annotations

from datetime import datetime

from apps.common import text_rules
from apps.matches.models import Bookmark, Match


def keep(*, code: str, player: int, favourite: bool, note: str, now: datetime) -> None:
    """What the player keeps of a match from now on; with neither mark nor note it is in their book no more.

    :raises Match.DoesNotExist: if there is no such match
    :raises TextRefused: if the note is too long or no text
    """
    match = Match.objects.only("pk").get(code=code)
    text = text_rules.note(note)
    if not favourite and not text:
        Bookmark.objects.filter(match=match, player=player).delete()
        return
    kept = {"favourite": favourite, "note": text, "at": now}
    Bookmark.objects.update_or_create(match=match, player_id=player, defaults=kept)


def write(*, match: int, player: int, note: str, now: datetime) -> str:
    """The player's note about a match from now on, whether they marked it or not; returns it as it is kept.

    :raises TextRefused: if it is too long or no text
    """
    text = text_rules.note(note)
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
