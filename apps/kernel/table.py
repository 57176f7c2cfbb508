"""Seats, observers, and what was agreed before the deal."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, NewType, TypeAlias, TypeVar

from msgspec import Meta, Struct

Seat = NewType("Seat", int)
"""A seat at the table, counted from 0. `HOUSE` is the table itself."""

Observer: TypeAlias = Seat | Literal["public", "referee"]
"""The owner of a memory of the match: a seat, the public gallery, or the referee, who knows everything."""

PUBLIC: Final = "public"
REFEREE: Final = "referee"
HOUSE: Final = Seat(-1)
"""The table itself. Only the clock answers its questions (a window that must not close early)."""

T = TypeVar("T")
_BY_SEAT: Final = Meta(extra={"by_seat": True})

BySeat: TypeAlias = Annotated[tuple[T, ...], _BY_SEAT]
"""A field of a state with one value for each seat, in seat order. A draft shows them in the player panels."""


def is_by_seat(kind: object) -> bool:
    """Check whether a field of this type is `BySeat`."""
    return _BY_SEAT in getattr(kind, "__metadata__", ())


O = TypeVar("O")  # noqa: E741 -- the options of a game


class Setup(Struct, Generic[O], frozen=True):
    """The public settings agreed before the deal."""

    seats: int
    options: O
    edition: int = 1
    """Edition of the rules that this match is played by. Running matches keep theirs."""

    def everyone(self) -> tuple[Seat, ...]:
        return _list_seats_from(self.seats, 0)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats in turn order, starting to the left of `seat`."""
        return _list_seats_from(self.seats, seat)[1:]

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats in turn order, starting with `first`."""
        return _list_seats_from(self.seats, first)

    def after(self, seat: Seat) -> Seat:
        """Return the next seat to the left."""
        return Seat((seat + 1) % self.seats)


AnySetup: TypeAlias = Setup[Any]
"""The settings of any game."""


@cache  # Rules call this thousands of times per match.
def _list_seats_from(seats: int, first: int) -> tuple[Seat, ...]:
    return tuple(Seat((first + i) % seats) for i in range(seats))
