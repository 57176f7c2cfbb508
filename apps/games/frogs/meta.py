"""The lobby's entry for Lunar Laser Frogs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, build_paces
from apps.kernel.words import gettext_noop as _

_SECONDS_BY_PACE: Final = (40, DAY, 2 * DAY, 3 * DAY)

META: Final = Meta(
    slug="frogs",
    title=_("Lunar Laser Frogs"),
    seats=range(3, 9),
    paces=build_paces(throw=_SECONDS_BY_PACE, dice=_SECONDS_BY_PACE, copy=_SECONDS_BY_PACE),
    pitch=_("Throw your card early to be first in its colour, or wait for more dice and risk being too late."),
    quick_seats=4,
    quick_options={"laps": 1},
    hard_openings=("dice",),
    thirds=(70, 95),
    presets=(
        Preset("quick", _("Quick"), _("Everyone has the dice once."), {"laps": 1}),
        Preset("classic", _("Classic"), _("The recommended number of laps for the number of players.")),
        Preset(
            "strict",
            _("Strict"),
            _("Cards thrown at the same time are ordered by seat, not at random. A missed deadline costs 1 point."),
            {"order": "left", "fines": True},
        ),
    ),
    live_options={"order": ("arrival",)},
    questions={"throw": _("Throw a card"), "dice": _("Dice"), "copy": _("Copy")},
    themes={
        "throw-wait": _("Throw, or wait?"),
        "throw": _("Which card do you throw?"),
        "dice": _("How many dice, and when?"),
        "copy": _("Who do you copy?"),
    },
)
