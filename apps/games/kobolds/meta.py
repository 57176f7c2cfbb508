"""The lobby's entry for Kobold Bombs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, HOUR, build_paces
from apps.kernel.words import gettext_noop as _

_LONG_SECONDS_BY_PACE: Final = (45, DAY, 2 * DAY, 3 * DAY)
_SHORT_SECONDS_BY_PACE: Final = (25, 12 * HOUR, DAY, 2 * DAY)

META: Final = Meta(
    slug="kobolds",
    title=_("Kobold Bombs"),
    seats=range(3, 7),
    edition=4,
    paces=build_paces(
        trick=_LONG_SECONDS_BY_PACE,
        reply=_SHORT_SECONDS_BY_PACE,
        tinker=_LONG_SECONDS_BY_PACE,
        quirk=_SHORT_SECONDS_BY_PACE,
    ),
    pitch=_("Tinker with a bomb until it goes off, and make sure it goes off in someone else’s hands."),
    quick_seats=4,
    quick_options={"gold": 5},
    slow_options={"gold": 5},
    thirds=(200, 330),
    presets=(
        Preset("quick", _("Quick"), _("First to 5 gold wins."), {"gold": 5}),
        Preset("classic", _("Classic"), _("First to 10 gold wins, as in the original game.")),
        Preset(
            "chaos",
            _("Chaos"),
            _("First to 7 gold wins. Killed players come back with a quirk."),
            {"gold": 7, "resurrection": True},
        ),
    ),
    questions={
        "trick": _("Play a trick"),
        "reply": _("Interrupt"),
        "tinker": _("Tinker"),
        "quirk": _("Quirk"),
    },
    themes={
        "trick": _("Which trick, if any?"),
        "reply": _("Interrupt or not?"),
        "tinker": _("Which card do you swap?"),
        "quirk": _("What do you do about your quirk?"),
    },
)
"""Six players are an extension, because the box is for three to five."""
