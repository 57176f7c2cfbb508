"""What the lobby must know about Kobold Bombs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.words import gettext_noop

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR

META: Final = Meta(
    slug="kobolds",
    title=gettext_noop("Kobold Bombs"),
    seats=range(3, 7),
    edition=2,
    paces={
        "live": {"trick": 45, "reply": 25, "tinker": 45, "quirk": 25},
        "daily": {"trick": _DAY, "reply": 12 * _HOUR, "tinker": _DAY, "quirk": 12 * _HOUR},
        "relaxed": {"trick": 2 * _DAY, "reply": _DAY, "tinker": 2 * _DAY, "quirk": _DAY},
        "weekly": {"trick": 3 * _DAY, "reply": 2 * _DAY, "tinker": 3 * _DAY, "quirk": 2 * _DAY},
    },
    pitch=gettext_noop("Tinker with a bomb until it goes off, and see to it that it goes off in other hands."),
    quick_seats=4,
    quick_options={"gold": 5},
    questions={
        "trick": gettext_noop("Play a trick"),
        "reply": gettext_noop("Interrupt"),
        "tinker": gettext_noop("Tinker"),
        "quirk": gettext_noop("Quirk"),
    },
)
"""Six at a table are an extension: the box is for three to five."""
