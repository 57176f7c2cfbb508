"""The data about Magpies that the lobby needs."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Meta
from apps.kernel.paces import DAY, build_paces
from apps.kernel.words import gettext_noop as _

META: Final = Meta(
    slug="magpies",
    title=_("Magpies"),
    seats=range(2, 6),
    paces=build_paces(call=(30, DAY, 2 * DAY, 4 * DAY)),
    pitch=_("Call the highest number that nobody else calls."),
    questions={"call": _("Call a number")},
)
