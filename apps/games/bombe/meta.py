"""What the lobby must know about Die Bombe."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.paces import DAY, HOUR, paces
from apps.kernel.words import gettext_noop as _

META: Final = Meta(
    slug="bombe",
    title=_("Die Bombe"),
    seats=range(3, 7),
    paces=paces(
        bid=(60, DAY, 3 * DAY, 7 * DAY), choice=(30, 12 * HOUR, DAY, 2 * DAY), bomb=(30, 12 * HOUR, DAY, 2 * DAY)
    ),
    pitch=_("Bid in secret for two cards at a time, and find somebody to lay the bomb on."),
    quick_seats=4,
    questions={"bid": _("Bid"), "choice": _("Choice"), "bomb": _("Bomb")},
)
