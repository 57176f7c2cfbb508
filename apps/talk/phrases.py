"""Common phrases by key, shown in each reader's own language. Keys never change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

PHRASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hello": _("Hello everyone!"),
        "luck": _("Good luck, have fun!"),
        "first": _("This is my first match."),
        "welcome": _("Welcome to the table!"),
        "ready": _("I’m ready."),
        "thanks": _("Thank you!"),
        "please": _("You’re welcome."),
        "yes": _("Yes."),
        "no": _("No."),
        "nice": _("Well played!"),
        "boom": _("What a lovely boom!"),
        "close": _("That was close!"),
        "ouch": _("Ouch!"),
        "lucky": _("Pure luck."),
        "unlucky": _("What bad luck!"),
        "sly": _("You sly fox!"),
        "oops": _("Oops, my mistake."),
        "thinking": _("I need to think."),
        "sorry": _("Sorry for the wait!"),
        "hurry": _("Slow fuse! Your turn, please."),
        "break": _("I’m away until tomorrow."),
        "back": _("I’m back."),
        "game": _("Good game, thanks everyone!"),
        "again": _("Another match?"),
        "bye": _("Goodbye!"),
    }
)


FACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "face-laugh": _("Laughing face"),
        "face-wow": _("Surprised face"),
        "face-think": _("Thinking face"),
        "face-sad": _("Sad face"),
        "face-angry": _("Angry face"),
        "face-boom": _("Blown-up face"),
    }
)
"""Reactions, which are drawn phrases (`talk/faces.html`), with their names."""


def is_known_phrase(key: str) -> bool:
    """Check whether the phrase exists."""
    return key in PHRASES or key in FACES


def get_phrase_text(key: str) -> str:
    """Return a phrase in the reader's language, or an ellipsis if it no longer exists."""
    said = PHRASES.get(key) or FACES.get(key)
    return gettext(said) if said else "…"


def list_phrases() -> list[tuple[str, str]]:
    """Return all phrases in the reader's language, by key."""
    return [(key, get_phrase_text(key)) for key in PHRASES]


def list_faces() -> list[tuple[str, str]]:
    """Return all reactions in the reader's language, by key."""
    return [(key, get_phrase_text(key)) for key in FACES]
