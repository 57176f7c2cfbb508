"""Numbers for all answers of a game, so that programs which learn can choose among them.

`Game.legal` says whether an answer is legal, but iterating over it can yield only a sample: a bid has a thousand
values. A numbering lists all of them.

- A number means the same for every seat as that seat sees the table. Players are counted from the seat itself.
- Cards that differ in nothing but their id can share a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from apps.kernel.table import Seat

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, kw_only=True)
class Numbering(Generic[S, A]):
    """The numbers of a game's answers at tables with one setup, from 0 to `count` - 1.

    All functions need no more than what the seat knows.
    """

    count: int
    mask: Callable[[S, Seat], bytes]
    """Return a byte for each number: 1 if the seat can answer it now, otherwise 0."""
    encode: Callable[[S, Seat, A], int]
    """Return the number of a legal answer, or of the one that represents it (`exact`).

    It raises a `KeyError` if there is none, as for the answers of the clock.
    """
    decode: Callable[[S, Seat, int], A]
    """Return the answer with this number, which is legal if the mask says so.

    It raises a `LookupError` if the number means nothing here, for example because the seat doesn't hold the card.
    """
    exact: bool = True
    """True if answers share a number only if they're the same in all but the id of a card.

    If not, there are too many, and the nearest one that has a number represents each of the others.
    """
    names: Callable[[int], str]
    """Return what a number means in a few words of plain English, for logs."""


def write_mask(count: int, numbers: Iterable[int]) -> bytes:
    """Return a mask with these numbers."""
    mask = bytearray(count)
    for number in numbers:
        mask[number] = 1
    return bytes(mask)


def count_from(seat: Seat, other: Seat, seats: int) -> int:
    """Return how many seats to the left another seat is: 0 is the seat itself."""
    return (other - seat) % seats


def find_from(seat: Seat, places: int, seats: int) -> Seat:
    """Return the seat that is this many places to the left."""
    return Seat((seat + places) % seats)
