"""What the points of Lunar Laser Frogs were got for: the columns of the count at the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.frogs.state import Event, Fined, Scored
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _

SOURCES: Final = (_("From cards"), _("From copying"), _("Fines"))


def earned(fact: Event) -> Iterator[tuple[int, Seat, int]]:
    """Whoever has the dice copies, all others score their cards (L17, L28); a missed deadline costs a point (L14)."""
    if isinstance(fact, Scored):
        for seat, points in enumerate(fact.gains):
            yield int(seat == fact.seat), Seat(seat), points
    elif isinstance(fact, Fined):
        yield 2, fact.seat, -1
