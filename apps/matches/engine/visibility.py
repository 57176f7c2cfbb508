"""Audiences of facts, as bit masks for the database, and the numbers of observers there."""

from __future__ import annotations

from typing import Final

from apps.kernel.events import Event, Private, Public
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat

GALLERY_BIT: Final = 1
"""The bit of the public gallery; seat `s` has bit 1 + s."""

_OBSERVER_NUMBERS: Final[dict[Observer, int]] = {PUBLIC: -1, REFEREE: -2}


def get_observer_bit(observer: Observer) -> int:
    """Return the bit of an observer, or 0 for the referee, which needs none."""
    if observer == REFEREE:
        return 0
    return GALLERY_BIT if observer == PUBLIC else 2 << int(observer)


def compute_table_mask(seats: int) -> int:
    """Return the bits of everyone at a table with this many seats."""
    return (2 << seats) - 1 - GALLERY_BIT


def compute_event_mask(event: Event, seats: int) -> int:
    """Return the bits of everyone who sees this event at a table with this many seats."""
    match event:
        case Public():
            return (2 << seats) - 1
        case Private(to=to):
            return sum(2 << seat for seat in set(to))
        case _:
            return 0


def encode_observer(observer: Observer) -> int:
    """Return the number of an observer in a projection's row."""
    return _OBSERVER_NUMBERS[observer] if isinstance(observer, str) else int(observer)


def decode_observer(number: int) -> Observer:
    """Return the observer of a projection's row."""
    if number < 0:
        return PUBLIC if number == _OBSERVER_NUMBERS[PUBLIC] else REFEREE
    return Seat(number)
