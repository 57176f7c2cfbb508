"""What the lobby must know about Die Bombe."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.words import gettext_noop

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR

META: Final = Meta(
    slug="bombe",
    title=gettext_noop("Die Bombe"),
    seats=range(3, 7),
    paces={
        "live": {"bid": 60, "choice": 30, "bomb": 30},
        "daily": {"bid": _DAY, "choice": 12 * _HOUR, "bomb": 12 * _HOUR},
        "relaxed": {"bid": 3 * _DAY, "choice": _DAY, "bomb": _DAY},
        "weekly": {"bid": 7 * _DAY, "choice": 2 * _DAY, "bomb": 2 * _DAY},
    },
    pitch=gettext_noop("Bid in secret for two cards at a time, and find somebody to lay the bomb on."),
    quick_seats=4,
    questions={"bid": gettext_noop("Bid"), "choice": gettext_noop("Choice"), "bomb": gettext_noop("Bomb")},
)
