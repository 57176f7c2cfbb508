"""What may be written: pure rules about a text, the same for talk, reports, notes and announcements."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from apps.common.errors import TextRefused

MESSAGE: Final = 500
"""Characters of a message."""
ANNOUNCEMENT: Final = 1000
"""Characters of what is told to all of a tournament."""
NOTE: Final = 2000
"""Characters of a private note."""
LINES: Final = 12
"""Lines of a message."""
MARKS: Final = 3
"""Accents and the like that one letter may carry: enough for every living script, too few to climb over other lines."""

_UNSEEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
"""Comes along when one copies from elsewhere, and cannot be seen: taken out without a word."""
_BLANK: Final = dict.fromkeys(map(ord, "\t\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Counts as a letter and shows nothing."""
_JOINERS: Final = "\u200c\u200d"
"""Hold emoji and some scripts together."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
"""Not what is unassigned (Cn): the newest emoji are, to a Python that is older than they."""
_NEWLINES: Final = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def message(text: str) -> str:
    """The text as it will be shown.

    :raises TextRefused: if nothing is left, it is too long, or it is made to disturb how others' lines look
    """
    kept = _something(text, MESSAGE)
    if kept.count("\n") >= LINES:
        raise TextRefused(_("That’s too many lines. The maximum is %(most)d.") % {"most": LINES})
    return kept


def announcement(text: str) -> str:
    """The text as it will be told to many.

    :raises TextRefused: if nothing is left, it is too long, or holds signs that are no text
    """
    return _something(text, ANNOUNCEMENT)


def note(text: str) -> str:
    """The text as it will be kept; nothing is a fair note.

    :raises TextRefused: if it is too long or holds signs that are no text
    """
    kept = tidy(text)
    _not_longer(kept, NOTE)
    return kept


def tidy(text: str) -> str:
    """In one spelling, without spaces around its lines and without more than one empty line in a row.

    :raises TextRefused: if it holds control characters, turns the direction of writing, or piles up accents
    """
    plain = _NEWLINES.sub("\n", text).translate(_UNSEEN).translate(_BLANK)
    plain = unicodedata.normalize("NFC", plain)
    marks = 0
    for letter in plain:
        kind = unicodedata.category(letter)
        if letter in _JOINERS:
            continue  # Nor do they end a pile of accents.
        if kind in _REFUSED and letter != "\n":
            raise TextRefused(_("That contains characters we can’t display. Type the text instead of pasting it."))
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MARKS:
            raise TextRefused(_("That has too many accents on one letter."))
    lines = "\n".join(line.strip(" \u00a0" + _JOINERS) for line in plain.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def _something(text: str, most: int) -> str:
    kept = tidy(text)
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
