"""The data about Coins that the lobby needs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.paces import DAY, build_paces

META: Final = Meta(slug="coins", title="Coins", seats=range(2, 3), paces=build_paces(turn=(30, DAY, 2 * DAY, 4 * DAY)))
