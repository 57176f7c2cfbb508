"""The sources of gold in Kobold Bombs, which are the columns of the final count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.kobolds.state import BoughtOff, Event, Fined, Paid
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _

SOURCES: Final = (_("Survival"), _("Hazard"), _("Rescue"), _("Missions"), _("Spent"))


def earned(fact: Event) -> Iterator[tuple[int, Seat, int]]:
    """Yield what a blast pays (survival, hazard, rescue and missions, K50–K53), and what the risen pay (K63, K64)."""
    if isinstance(fact, Paid):
        for source, gold in enumerate((fact.survival, fact.hazard, fact.rescue)):
            yield from ((source, Seat(seat), each) for seat, each in enumerate(gold))
        for mission in fact.missions:
            yield 3, mission.seat, mission.gold
    elif isinstance(fact, Fined):
        yield 4, fact.seat, -1
    elif isinstance(fact, BoughtOff):
        yield 4, fact.seat, -2
