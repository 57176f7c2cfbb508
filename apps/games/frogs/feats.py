"""Remarkable facts of a match of Lunar Laser Frogs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.frogs.cards import Options
from apps.games.frogs.state import Event, Scored
from apps.kernel.feats import Feat, Feats
from apps.kernel.table import Seat, Setup
from apps.kernel.words import gettext_noop as _

TITLES: Final = {
    "turn": _("Most points in one turn"),
    "card": _("Most points for one card"),
}


def list_feats(_setup: Setup[Options], event: Event) -> Iterator[Feat]:
    """Yield what is remarkable in this fact."""
    if isinstance(event, Scored):
        for seat, gained in enumerate(event.gains):
            yield Feat("turn", gained, Seat(seat))
        yield Feat("card", max(event.points, default=0))


FEATS: Final = Feats(TITLES, list_feats)
