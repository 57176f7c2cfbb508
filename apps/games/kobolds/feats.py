"""Remarkable facts of a match of Kobold Bombs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.kobolds.cards import Options
from apps.games.kobolds.state import Event, Exploded, Paid
from apps.kernel.feats import Feat, Feats
from apps.kernel.table import Setup
from apps.kernel.words import gettext_noop as _

TITLES: Final = {
    "nobody": _("No survivors (players killed)"),
    "killed": _("Players killed by one bomb"),
    "gold": _("Gold from one bomb"),
}


def list_feats(setup: Setup[Options], event: Event) -> Iterator[Feat]:
    """Yield what is remarkable in this fact."""
    if isinstance(event, Exploded):
        yield Feat("killed", len(event.killed))
        if len(event.killed) == setup.seats:
            yield Feat("nobody", setup.seats)
    elif isinstance(event, Paid):
        for seat in setup.everyone():
            missions = sum(mission.gold for mission in event.missions if mission.seat == seat)
            yield Feat("gold", event.survival[seat] + event.hazard[seat] + event.rescue[seat] + missions, seat)


FEATS: Final = Feats(TITLES, list_feats)
