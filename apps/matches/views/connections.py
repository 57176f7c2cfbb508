"""Limits for connections that one address or session can keep open in this process at a time."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from weakref import WeakSet, WeakValueDictionary


class Ticket:
    """A visitor's place. It becomes free when the object is garbage-collected."""

    __slots__ = ("__weakref__", "beside")

    def __init__(self, beside: tuple[WeakSet[Ticket], ...]) -> None:
        self.beside = beside
        """The tickets under the same names. They're kept as long as one of them is."""


class Visitors:
    """The open connections by name."""

    def __init__(self) -> None:
        self.inside: WeakValueDictionary[str, WeakSet[Ticket]] = WeakValueDictionary()
        self.door = Lock()

    def admit(self, most: Mapping[str, int]) -> Ticket | None:
        """Return a place for a visitor with these names, or None if one of them has reached its limit."""
        with self.door:
            taken = {name: self.inside.setdefault(name, WeakSet()) for name in most}
            if any(len(taken[name]) >= limit for name, limit in most.items()):
                return None
            ticket = Ticket(tuple(taken.values()))
            for tickets in taken.values():
                tickets.add(ticket)
            return ticket
