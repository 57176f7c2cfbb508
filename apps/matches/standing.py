"""The standing orders of a match in hand: left, found, used up. The ledger writes what changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

from apps.kernel.table import Seat
from apps.matches.models import Order
from apps.matches.models import Seat as Chair


@dataclass(slots=True)
class Standing:
    """What the seats of one match have ordered in advance."""

    match: int
    chairs: list[Chair]
    words: Any
    """The game's union of orders."""
    fetch: Callable[[int, Seat], list[Order]]
    """The rows of a seat, in the order in which they are tried."""
    left: list[Order] = field(default_factory=list)
    """New ones, to be written."""
    spent: list[Order] = field(default_factory=list)
    """Used up or taken back, to be deleted."""
    changed: set[int] = field(default_factory=set)
    """Seats whose chair, which counts them, must be written."""
    _of: dict[Seat, list[Order]] = field(default_factory=dict)

    def of(self, seat: Seat) -> list[Order]:
        """The seat's standing orders, in the order in which they are tried."""
        if seat not in self._of:
            self._of[seat] = self.fetch(self.match, seat) if self.chairs[seat].orders else []
        return self._of[seat]

    def said(self, seat: Seat) -> tuple[Any, ...]:
        """What the seat's standing orders say."""
        return tuple(order for row in self.of(seat) if (order := self.understood(row)) is not None)

    def understood(self, row: Order) -> Any | None:
        """What a standing order says; None for one that was left when the game still knew its words."""
        return understood(row, self.words)

    def leave(self, seat: Seat, order: Any) -> None:
        """One more, tried after the others."""
        row = Order(match_id=self.match, seat=seat, order=msgspec.json.encode(order).decode())
        self._of[seat] = [*self.of(seat), row]
        self.left.append(row)
        self._count(seat)

    def replace(self, seat: Seat, order: Any) -> None:
        """This one instead of the seat's others of its kind."""
        others = [(row, said) for row in self.of(seat) if type(said := self.understood(row)) is type(order)]
        if [said for _, said in others] == [order]:
            return
        for row, _ in others:
            self.withdraw(row)
        self.leave(seat, order)

    def withdraw(self, row: Order) -> None:
        """It is used up or taken back."""
        seat = Seat(row.seat)
        self._of[seat] = [other for other in self.of(seat) if other is not row]
        if row in self.left:
            self.left = [other for other in self.left if other is not row]
        else:
            self.spent.append(row)
        self._count(seat)

    def clear(self, seat: Seat) -> None:
        """None of them counts any more."""
        for row in self.of(seat):
            self.withdraw(row)

    def _count(self, seat: Seat) -> None:
        self.chairs[seat].orders = len(self._of[seat])
        self.changed.add(seat)


def ticket(row: Order) -> str:
    """What a page calls the order. Its number counts everybody's: orders come along with sealed answers, so whoever
    left one before and one after would know whether somebody had answered in between.
    """
    return "o" + salted_hmac("apps.matches.order", str(row.pk)).hexdigest()[:15]


def understood(row: Order, words: Any) -> Any | None:
    """What a standing order says in these words; None for one that was left when the game still knew its words."""
    try:
        return msgspec.json.decode(row.order, type=words)
    except msgspec.DecodeError:
        return None
