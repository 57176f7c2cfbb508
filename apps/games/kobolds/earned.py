"""What the gold of Kobold Bombs was got for: the columns of the count at the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.kobolds.state import BoughtOff, Event, Fined, Paid
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _

SOURCES: Final = (_("Survival"), _("Hazard"), _("Rescue"), _("Missions"), _("Spent"))


def earned(fact: Event) -> Iterator[tuple[int, Seat, int]]:
    """Every blast pays for life, danger, rescue and missions (K50–K53); the risen pay themselves (K63, K64)."""
    if isinstance(fact, Paid):
        for source, gold in enumerate((fact.survival, fact.hazard, fact.rescue)):
            yield from ((source, Seat(seat), each) for seat, each in enumerate(gold))
        for mission in fact.missions:
            yield 3, mission.seat, mission.gold
    elif isinstance(fact, Fined):
        yield 4, fact.seat, -1
    elif isinstance(fact, BoughtOff):
        yield 4, fact.seat, -2
