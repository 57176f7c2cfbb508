"""Remarkable facts of a match of Die Bombe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.bombe.cards import Options, sum_points
from apps.games.bombe.state import Bombed, Event, Tied, Took
from apps.kernel.feats import Feat, Feats
from apps.kernel.table import Setup
from apps.kernel.words import gettext_noop as _

TITLES: Final = {
    "bid": _("Highest winning bid"),
    "lost": _("Most points lost to one bomb"),
    "tied": _("Most bidders tied for one lot"),
}


def list_feats(_setup: Setup[Options], event: Event) -> Iterator[Feat]:
    """Yield what is remarkable in this fact."""
    if isinstance(event, Took):
        yield Feat("bid", event.paid, event.seat)
    elif isinstance(event, Bombed):
        yield Feat("lost", sum_points([event.lost]), event.seat)
    elif isinstance(event, Tied):
        yield Feat("tied", len(event.seats))


FEATS: Final = Feats(TITLES, list_feats)
