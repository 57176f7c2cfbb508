"""Remarkable facts of a match of Fuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.fuse.cards import Options
from apps.games.fuse.state import Died, Event, Exploded
from apps.kernel.feats import Feat, Feats
from apps.kernel.table import Setup
from apps.kernel.words import gettext_noop as _

TITLES: Final = {
    "bomb": _("Points from one bomb"),
    "fuse": _("Cards in one fuse"),
    "smoke": _("Points gone up in smoke"),
}


def list_feats(_setup: Setup[Options], event: Event) -> Iterator[Feat]:
    """Yield what is remarkable in this fact."""
    if isinstance(event, Exploded):
        yield Feat("bomb", event.points, event.seat)
        yield Feat("fuse", event.cards, event.seat)
    elif isinstance(event, Died):
        yield Feat("fuse", event.cards)
        yield Feat("smoke", event.points)


FEATS: Final = Feats(TITLES, list_feats)
