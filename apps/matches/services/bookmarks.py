"""Marking matches as favourites and writing private notes about them."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from apps.matches.errors import NoteRefused
from apps.matches.models import Bookmark, Match

NOTE: Final = 500
"""Characters of a note."""


def keep(*, code: str, player: int, favourite: bool, note: str, now: datetime) -> None:
    """What the player keeps of a match from now on; with neither mark nor note it is in their book no more.

    :raises Match.DoesNotExist: if there is no such match
    :raises NoteRefused: if the note is too long or no text
    """
    match = Match.objects.only("pk").get(code=code)
    text = _tidy(note)
    if not favourite and not text:
        Bookmark.objects.filter(match=match, player=player).delete()
        return
    kept = {"favourite": favourite, "note": text, "at": now}
    Bookmark.objects.update_or_create(match=match, player_id=player, defaults=kept)


def _tidy(note: str) -> str:
    text = note.replace("\r\n", "\n").strip()
    if len(text) > NOTE:
        raise NoteRefused(
            _("That is %(length)d characters long; %(most)d is the most. Please shorten it.")
            % {"length": len(text), "most": NOTE}
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in text):
        raise NoteRefused(_("That holds signs that cannot be shown. Please type it instead of copying it."))
    return text
