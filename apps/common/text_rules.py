"""Pure rules about texts, the same for chat, reports, notes and announcements."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from apps.common.errors import TextRefused

MAX_MESSAGE_LENGTH: Final = 500
"""Maximum length of a message."""
MAX_ANNOUNCEMENT_LENGTH: Final = 1000
"""Maximum length of an announcement to a tournament."""
MAX_NOTE_LENGTH: Final = 2000
"""Maximum length of a private note."""
MAX_WORD_LENGTH: Final = 64
"""Maximum length of a player's word for a shuffle."""
MAX_MESSAGE_LINES: Final = 12
"""Maximum lines of a message."""
MAX_MARKS_PER_LETTER: Final = 3
"""Maximum accents and similar marks on one letter, enough for every living script but not to overlap other lines."""

_INVISIBLE_CHARACTERS: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
"""Invisible characters that come with copied text and are removed silently."""
_BLANK_CHARACTERS: Final = dict.fromkeys(map(ord, "\t\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Characters that count as letters but show nothing."""
_JOINERS: Final = "\u200c\u200d"
"""Characters that join emoji and letters of some scripts."""
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
"""Refused categories, without unassigned (Cn), which the newest emoji are to an older Python."""
_NEWLINES: Final = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def clean_message(text: str) -> str:
    """Return the text as it will be shown.

    :raises TextRefused: if nothing is left, or it's too long or made to disturb how others' lines look
    """
    kept = _clean_required_text(text, MAX_MESSAGE_LENGTH)
    if kept.count("\n") >= MAX_MESSAGE_LINES:
        raise TextRefused(_("That’s too many lines. The maximum is %(most)d.") % {"most": MAX_MESSAGE_LINES})
    return kept


def clean_announcement(text: str) -> str:
    """Return the text as it will be sent to many.

    :raises TextRefused: if nothing is left, or it's too long or contains characters that aren't text
    """
    return _clean_required_text(text, MAX_ANNOUNCEMENT_LENGTH)


def clean_note(text: str) -> str:
    """Return the text as it will be stored. An empty note is fine.

    :raises TextRefused: if it's too long or contains characters that aren't text
    """
    kept = normalise_text(text)
    _not_longer(kept, MAX_NOTE_LENGTH)
    return kept


def clean_word(text: str) -> str:
    """Return a player's word for a shuffle as it will be stored, on one line. It can be empty.

    :raises TextRefused: if it's too long or contains characters that aren't text
    """
    kept = " ".join(normalise_text(text).split())
    _not_longer(kept, MAX_WORD_LENGTH)
    return kept


def normalise_text(text: str) -> str:
    """Return the text normalised, without spaces around its lines or more than one empty line in a row.

    :raises TextRefused: if it contains control characters, changes the writing direction, or piles up accents
    """
    plain = _NEWLINES.sub("\n", text).translate(_INVISIBLE_CHARACTERS).translate(_BLANK_CHARACTERS)
    plain = unicodedata.normalize("NFC", plain)
    marks = 0
    for letter in plain:
        kind = unicodedata.category(letter)
        if letter in _JOINERS:
            continue  # They don't end a pile of accents, either.
        if kind in _REFUSED_CATEGORIES and letter != "\n":
            raise TextRefused(_("That contains characters we can’t display. Type the text instead of pasting it."))
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MAX_MARKS_PER_LETTER:
            raise TextRefused(_("That has too many accents on one letter."))
    lines = "\n".join(line.strip(" \u00a0" + _JOINERS) for line in plain.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def _clean_required_text(text: str, most: int) -> str:
    kept = normalise_text(text)
    if not kept:
        raise TextRefused(_("Write something first."))
    _not_longer(kept, most)
    return kept


def _not_longer(text: str, most: int) -> None:
    if len(text) > most:
        raise TextRefused(
            _("That’s %(length)d characters long, and the maximum is %(most)d. Please shorten it.")
            % {"length": len(text), "most": most}
        )
