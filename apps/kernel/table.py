"""Who sits where, who is looking, and what was agreed before the deal."""

from __future__ import annotations

from functools import cache
from typing import Final, Generic, Literal, NewType, TypeAlias, TypeVar

from msgspec import Struct

Seat = NewType("Seat", int)
"""A chair at the table, counted from 0. `HOUSE` is the table itself."""

Observer: TypeAlias = Seat | Literal["public", "referee"]
"""Somebody who remembers a match: a seat, the public gallery, or the referee, who was told everything."""

PUBLIC: Final = "public"
REFEREE: Final = "referee"
HOUSE: Final = Seat(-1)
"""The table itself: its questions are answered by the clock alone (a window that must not close early)."""

O = TypeVar("O")  # noqa: E741 -- the options of a game


class Setup(Struct, Generic[O], frozen=True):
    """What was agreed before the deal; public."""

    seats: int
    options: O
    edition: int = 1
    """Which edition of the rules this match is played by; running matches keep theirs."""

    def everyone(self) -> tuple[Seat, ...]:
        return _round(self.seats, 0)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, in turn order from the left of `seat`."""
        return _round(self.seats, seat)[1:]

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Everybody in turn order, from that seat on."""
        return _round(self.seats, first)

    def after(self, seat: Seat) -> Seat:
        """The next seat to the left."""
        return Seat((seat + 1) % self.seats)


@cache  # Rules ask for it some thousand times a match.
def _round(seats: int, first: int) -> tuple[Seat, ...]:
    return tuple(Seat((first + i) % seats) for i in range(seats))
