"""The standing orders of a match in hand: left, found, used up. They lie in their chairs, which the ledger writes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from apps.kernel.table import Seat
from apps.matches.models import Chair


class StandingOrder(msgspec.Struct, frozen=True, array_like=True):
    """A standing order as it lies in its chair."""

    ticket: str
    """What pages call it. A number would count: orders come along with sealed answers, so whoever left one before and
    one after would know whether somebody had answered in between.
    """
    order: msgspec.Raw
    """As it was written, so that one nobody understands any more stays as it is."""


class ReadableOrder(NamedTuple):
    """A standing order that the game understands."""

    ticket: str
    order: Any


@dataclass(slots=True)
class Standing:
    """What the seats of one match have ordered in advance."""

    chairs: list[Chair]
    words: Any
    """The game's union of orders."""
    changed: set[int] = field(default_factory=set)
    """Seats whose chair must be written."""

    def of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's standing orders, in the order in which they are tried."""
        return left(self.chairs[seat].orders)

    def readable(self, seat: Seat) -> tuple[ReadableOrder, ...]:
        """What the seat's standing orders say."""
        return readable(self.chairs[seat].orders, self.words)

    def understood(self, stored: StandingOrder) -> Any | None:
        """What a standing order says; None for one that was left when the game still knew its words."""
        return understood(stored, self.words)

    def leave(self, seat: Seat, order: Any) -> None:
        """One more, tried after the others; a kind that is tried `last` of all stands there once."""
        before = self.of(seat)
        if _last(order):
            before = [stored for stored in before if type(self.understood(stored)) is not type(order)]
            self._keep(seat, [*before, new(order)])
        else:
            late = [stored for stored in before if _last(self.understood(stored))]
            self._keep(seat, [*(stored for stored in before if stored not in late), new(order), *late])

    def renew(self, seat: Seat, habits: Iterable[Any]) -> None:
        """As whoever sits down finds them."""
        self._keep(seat, [new(order) for order in habits])

    def replace(self, seat: Seat, order: Any) -> None:
        """This one where the first of its kind was, and no other of its kind."""
        before = self.of(seat)
        others = [stored for stored in before if type(self.understood(stored)) is type(order)]
        if not others:
            self.leave(seat, order)
        elif [self.understood(stored) for stored in others] != [order]:
            first, *more = others
            changed = StandingOrder(first.ticket, _written(order))
            self._keep(seat, [changed if stored is first else stored for stored in before if stored not in more])

    def withdraw(self, seat: Seat, ticket: str) -> None:
        """It is used up or taken back; one that is gone already is no error."""
        before = self.of(seat)
        after = [stored for stored in before if stored.ticket != ticket]
        if after != before:
            self._keep(seat, after)

    def clear(self, seat: Seat) -> None:
        """None of them counts any more."""
        if self.of(seat):
            self._keep(seat, [])

    def _keep(self, seat: Seat, orders: Sequence[StandingOrder]) -> None:
        self.chairs[seat].orders = written(orders)
        self.changed.add(seat)


def new(order: Any) -> StandingOrder:
    """An order that nobody has left before."""
    return StandingOrder("o" + secrets.token_hex(8)[1:], _written(order))


def written(orders: Iterable[StandingOrder]) -> str:
    """Standing orders as they lie in a chair."""
    return msgspec.json.encode(list(orders)).decode()


def left(orders: str) -> list[StandingOrder]:
    """The standing orders that lie in a chair, in the order in which they are tried."""
    return msgspec.json.decode(orders, type=list[StandingOrder])


def readable(orders: str, words: Any) -> tuple[ReadableOrder, ...]:
    """What those that lie in a chair say in these words."""
    return tuple(
        ReadableOrder(stored.ticket, order)
        for stored in left(orders)
        if (order := understood(stored, words)) is not None
    )


def understood(stored: StandingOrder, words: Any) -> Any | None:
    """What a standing order says in these words; None for one that was left when the game still knew its words."""
    try:
        return msgspec.json.decode(stored.order, type=words)
    except msgspec.DecodeError:
        return None


def _last(order: Any) -> bool:
    return bool(getattr(order, "last", False))


def _written(order: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(order))
