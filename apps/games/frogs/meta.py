"""What the lobby must know about Lunar Laser Frogs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, paces
from apps.kernel.words import gettext_noop as _

_SECONDS: Final = (40, DAY, 2 * DAY, 3 * DAY)

META: Final = Meta(
    slug="frogs",
    title=_("Lunar Laser Frogs"),
    seats=range(3, 9),
    paces=paces(throw=_SECONDS, dice=_SECONDS, copy=_SECONDS),
    pitch=_("Throw your card early and be the first of its colour, or wait for more dice and be too late."),
    quick_seats=4,
    quick_options={"laps": 1},
    thirds=(70, 95),
    presets=(
        Preset("quick", _("Quick"), _("Everybody has the dice once."), {"laps": 1}),
        Preset("classic", _("Classic"), _("As many laps as are recommended for so many frogs.")),
        Preset(
            "strict",
            _("Strict"),
            _("No luck among cards thrown at once: they lie from the left. A missed deadline costs a point."),
            {"order": "left", "fines": True},
        ),
    ),
    live_options={"order": ("arrival",)},
    questions={"throw": _("Throw a card"), "dice": _("Dice"), "copy": _("Copy")},
    themes={
        "throw-wait": _("Throw, or wait?"),
        "throw": _("Which card to throw?"),
        "dice": _("When to roll how many dice?"),
        "copy": _("Whom to copy?"),
    },
)
