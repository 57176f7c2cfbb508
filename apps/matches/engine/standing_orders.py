"""The standing orders of a loaded match. They are stored in their chairs, which the ledger writes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from apps.kernel.game import AnyOrder
from apps.kernel.table import Seat
from apps.matches.models import Chair


class StandingOrder(msgspec.Struct, frozen=True, array_like=True):
    """A standing order as stored in its chair."""

    ticket: str
    """The name of the order on pages.

    It isn't a number, because orders can come along with sealed answers. A player who adds one before and one after
    would learn from a gap that someone answered in between.
    """
    order: msgspec.Raw
    """The order as it was written, so that one the game no longer understands stays unchanged."""


class ReadableOrder(NamedTuple):
    """A standing order that the game understands."""

    ticket: str
    order: AnyOrder


@dataclass(slots=True)
class Standing:
    """The standing orders of all seats of one match."""

    chairs: list[Chair]
    words: object
    """The game's union of orders."""
    changed: set[int] = field(default_factory=set)
    """Seats whose chair must be written."""

    def of(self, seat: Seat) -> list[StandingOrder]:
        """Return the seat's standing orders, in the order in which they are tried."""
        return decode_orders(self.chairs[seat].orders)

    def readable(self, seat: Seat) -> tuple[ReadableOrder, ...]:
        """Return the seat's standing orders that the game understands."""
        return decode_readable_orders(self.chairs[seat].orders, self.words)

    def understood(self, stored: StandingOrder) -> AnyOrder | None:
        """Decode a standing order, or return None if the game no longer knows its words."""
        return decode_order(stored, self.words)

    def leave(self, seat: Seat, order: AnyOrder) -> None:
        """Add a standing order after the others. Kinds that are tried `last` stay at the end, one of each."""
        before = self.of(seat)
        if _is_tried_last(order):
            before = [stored for stored in before if type(self.understood(stored)) is not type(order)]
            self._keep(seat, [*before, wrap_order(order)])
        else:
            late = [stored for stored in before if _is_tried_last(self.understood(stored))]
            self._keep(seat, [*(stored for stored in before if stored not in late), wrap_order(order), *late])

    def renew(self, seat: Seat, habits: Iterable[AnyOrder]) -> None:
        """Reset the seat's standing orders for a new player."""
        self._keep(seat, [wrap_order(order) for order in habits])

    def replace(self, seat: Seat, order: AnyOrder) -> None:
        """Put this order in place of the first of its kind, and remove the others of its kind."""
        before = self.of(seat)
        others = [stored for stored in before if type(self.understood(stored)) is type(order)]
        if not others:
            self.leave(seat, order)
        elif [self.understood(stored) for stored in others] != [order]:
            first, *more = others
            changed = StandingOrder(first.ticket, _encode_order(order))
            self._keep(seat, [changed if stored is first else stored for stored in before if stored not in more])

    def withdraw(self, seat: Seat, ticket: str) -> None:
        """Remove an order that is used up or withdrawn. One that's already gone is no error."""
        before = self.of(seat)
        after = [stored for stored in before if stored.ticket != ticket]
        if after != before:
            self._keep(seat, after)

    def clear(self, seat: Seat) -> None:
        """Remove all of the seat's standing orders."""
        if self.of(seat):
            self._keep(seat, [])

    def _keep(self, seat: Seat, orders: Sequence[StandingOrder]) -> None:
        self.chairs[seat].orders = encode_orders(orders)
        self.changed.add(seat)


def wrap_order(order: AnyOrder) -> StandingOrder:
    """Wrap an order as a new standing order with its own ticket."""
    return StandingOrder("o" + secrets.token_hex(8)[1:], _encode_order(order))


def encode_orders(orders: Iterable[StandingOrder]) -> str:
    """Encode standing orders for a chair."""
    return msgspec.json.encode(list(orders)).decode()


def decode_orders(orders: str) -> list[StandingOrder]:
    """Decode a chair's standing orders, in the order in which they are tried."""
    return msgspec.json.decode(orders, type=list[StandingOrder])


def decode_readable_orders(orders: str, words: object) -> tuple[ReadableOrder, ...]:
    """Decode those of a chair's standing orders that these words can express."""
    return tuple(
        ReadableOrder(stored.ticket, order)
        for stored in decode_orders(orders)
        if (order := decode_order(stored, words)) is not None
    )


def decode_order(stored: StandingOrder, words: object) -> AnyOrder | None:
    """Decode a standing order in these words, or return None if they no longer include it."""
    try:
        return msgspec.json.decode(stored.order, type=words)
    except msgspec.DecodeError:
        return None


def _is_tried_last(order: AnyOrder) -> bool:
    return bool(getattr(order, "last", False))


def _encode_order(order: AnyOrder) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(order))
