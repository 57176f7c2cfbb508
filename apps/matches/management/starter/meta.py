"""The lobby's entry for Coins."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.paces import DAY, build_paces

META: Final = Meta(
    slug="coins",
    title="Coins",
    seats=range(2, 5),
    paces=build_paces(turn=(30, DAY, 2 * DAY, 4 * DAY)),
    questions={"turn": "Turn"},
    pitch="Take one to three coins in turn. The last coin wins.",
)
