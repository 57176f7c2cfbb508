"""The sources of points in Lunar Laser Frogs, which are the columns of the final count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.frogs.state import Event, Fined, Scored
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _

SOURCES: Final = (_("From cards"), _("From copying"), _("Fines"))


def earned(fact: Event) -> Iterator[tuple[int, Seat, int]]:
    """Yield what a turn brings: cards or, with the dice, the copied points (L17, L28). A fine costs a point (L14)."""
    if isinstance(fact, Scored):
        for seat, points in enumerate(fact.gains):
            yield int(seat == fact.seat), Seat(seat), points
    elif isinstance(fact, Fined):
        yield 2, fact.seat, -1
