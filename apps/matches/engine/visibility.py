"""Who was told a fact, as the bit mask that the database filters by; and how observers are numbered there."""

from __future__ import annotations

from typing import Final

from apps.kernel.events import Event, Private, Public
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat

GALLERY: Final = 1
"""The bit of the public gallery; seat `s` has bit 1 + s."""

_NUMBERS: Final[dict[Observer, int]] = {PUBLIC: -1, REFEREE: -2}


def bit(observer: Observer) -> int:
    """The one bit of an observer; 0 for the referee, who needs none."""
    if observer == REFEREE:
        return 0
    return GALLERY if observer == PUBLIC else 2 << int(observer)


def table(seats: int) -> int:
    """The bits of everybody who sits at a table of so many seats."""
    return (2 << seats) - 1 - GALLERY


def mask(event: Event, seats: int) -> int:
    """The bits of everybody who is told this event at a table of so many seats."""
    match event:
        case Public():
            return (2 << seats) - 1
        case Private(to=to):
            return sum(2 << seat for seat in set(to))
        case _:
            return 0


def number(observer: Observer) -> int:
    """How a memory's row names its observer."""
    return _NUMBERS[observer] if isinstance(observer, str) else int(observer)


def observer(number: int) -> Observer:
    """The observer of a memory's row."""
    if number < 0:
        return PUBLIC if number == _NUMBERS[PUBLIC] else REFEREE
    return Seat(number)
