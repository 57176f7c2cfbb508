"""What the lobby must know about Lunar Laser Frogs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.words import gettext_noop

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR

META: Final = Meta(
    slug="frogs",
    title=gettext_noop("Lunar Laser Frogs"),
    seats=range(3, 9),
    paces={
        "live": {"throw": 40, "dice": 40, "copy": 40},
        "daily": {"throw": _DAY, "dice": _DAY, "copy": _DAY},
        "relaxed": {"throw": 2 * _DAY, "dice": 2 * _DAY, "copy": 2 * _DAY},
        "weekly": {"throw": 3 * _DAY, "dice": 3 * _DAY, "copy": 3 * _DAY},
    },
    pitch=gettext_noop("Throw your card early and be the first of its colour, or wait for more dice and be too late."),
    quick_seats=4,
    quick_options={"laps": 1},
    live_options={"order": ("arrival",)},
    questions={"throw": gettext_noop("Throw a card"), "dice": gettext_noop("Dice"), "copy": gettext_noop("Copy")},
)
