"""The lobby's entry for Fuse."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, HOUR, build_paces
from apps.kernel.words import gettext_noop as _

META: Final = Meta(
    slug="fuse",
    title=_("Fuse"),
    seats=range(2, 7),
    paces=build_paces(turn=(60, DAY, 3 * DAY, 7 * DAY), matchman=(20, 4 * HOUR, 12 * HOUR, DAY)),
    pitch=_("Build the fuse card by card, and bomb it before someone else does."),
    quick_seats=3,
    quick_options={"short_fuse": True},
    thirds=(78, 86),
    presets=(
        Preset("quick", _("Quick"), _("Half the fuse cards, so it’s over in half the time."), {"short_fuse": True}),
        Preset("classic", _("Classic"), _("One deal with all the fuse cards. Everyone sees what the piles are worth.")),
        Preset(
            "chaos",
            _("Chaos"),
            _("With the Extinguisher and the Matchman. No one sees what the fuse is worth."),
            {"extinguisher": True, "matchman": True, "estimate": True},
        ),
    ),
    edition=2,
    questions={"turn": _("Turn"), "matchman": _("Matchman")},
    themes={
        "turn-bomb": _("Which card, or a bomb?"),
        "turn-cut": _("Which card, or a cut?"),
        "turn": _("Which card?"),
        "matchman": _("Play the Matchman?"),
    },
)
