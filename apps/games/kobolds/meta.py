"""What the lobby must know about Kobold Bombs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, HOUR, paces
from apps.kernel.words import gettext_noop as _

_AT_LENGTH: Final = (45, DAY, 2 * DAY, 3 * DAY)
_AT_ONCE: Final = (25, 12 * HOUR, DAY, 2 * DAY)

META: Final = Meta(
    slug="kobolds",
    title=_("Kobold Bombs"),
    seats=range(3, 7),
    edition=3,
    paces=paces(trick=_AT_LENGTH, reply=_AT_ONCE, tinker=_AT_LENGTH, quirk=_AT_ONCE),
    pitch=_("Tinker with a bomb until it goes off, and see to it that it goes off in other hands."),
    quick_seats=4,
    quick_options={"gold": 5},
    slow_options={"gold": 5},
    thirds=(200, 330),
    presets=(
        Preset("quick", _("Quick"), _("The first with 5 gold wins."), {"gold": 5}),
        Preset("classic", _("Classic"), _("The first with 10 gold wins, as the box has it.")),
        Preset(
            "chaos",
            _("Chaos"),
            _("Whoever was killed comes back with a quirk; 7 gold win."),
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
        "reply": _("Interrupt, or not?"),
        "tinker": _("What to exchange?"),
        "quirk": _("What to do about a quirk?"),
    },
)
"""Six at a table are an extension: the box is for three to five."""
