"""What the lobby must know about Fuse."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.words import gettext_noop

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR

META: Final = Meta(
    slug="fuse",
    title=gettext_noop("Fuse"),
    seats=range(2, 7),
    paces={
        "live": {"turn": 60, "matchman": 20},
        "daily": {"turn": _DAY, "matchman": 4 * _HOUR},
        "relaxed": {"turn": 3 * _DAY, "matchman": 12 * _HOUR},
        "weekly": {"turn": 7 * _DAY, "matchman": _DAY},
    },
    pitch=gettext_noop("Lengthen the fuse card by card, and bomb it before somebody else does."),
    quick_seats=3,
    quick_options={"short_fuse": True},
    edition=2,
    questions={"turn": gettext_noop("Turn"), "matchman": gettext_noop("Matchman")},
)
