"""The lobby's entry for Die Bombe."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.options import Preset
from apps.kernel.paces import DAY, HOUR, build_paces
from apps.kernel.words import gettext_noop as _

META: Final = Meta(
    slug="bombe",
    title=_("Die Bombe"),
    seats=range(3, 7),
    paces=build_paces(
        bid=(60, DAY, 3 * DAY, 7 * DAY), choice=(30, 12 * HOUR, DAY, 2 * DAY), bomb=(30, 12 * HOUR, DAY, 2 * DAY)
    ),
    pitch=_("Bid in secret for two cards at a time, and pick a victim for the bomb."),
    quick_seats=4,
    thirds=(82, 98),
    presets=(
        Preset(
            "quick",
            _("Quick"),
            _("Everyone adds a tiebreak bid in advance, so there are fewer turns to wait for."),
            {"tie_numbers": True},
        ),
        Preset("classic", _("Classic"), _("Bid as high as you dare. If you tie for the highest bid, bid again.")),
        Preset(
            "chaos",
            _("Chaos"),
            _("No bids above 30, and no lower rebids after a tie: more ties, more bombs."),
            {"bid_cap": 30, "rising_ties": True},
        ),
    ),
    edition=2,
    asks_numbers=True,
    turn=_("Auction"),
    questions={"bid": _("Bid"), "choice": _("Choice"), "bomb": _("Bomb")},
    themes={
        "bid": _("How much do you bid?"),
        "choice": _("Which card do you take?"),
        "bomb": _("Which card do you bomb?"),
    },
)
