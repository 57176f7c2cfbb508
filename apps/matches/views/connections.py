"""How many things one address or one session may keep open in this process at a time."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from weakref import WeakSet, WeakValueDictionary


class Ticket:
    """A place among the visitors; it is given back when nobody holds it any more, however that came about."""

    __slots__ = ("__weakref__", "beside")

    def __init__(self, beside: tuple[WeakSet[Ticket], ...]) -> None:
        self.beside = beside
        """Who else is known under the same names: these are kept as long as somebody is."""


class Visitors:
    """Who has how much open."""

    def __init__(self) -> None:
        self.inside: WeakValueDictionary[str, WeakSet[Ticket]] = WeakValueDictionary()
        self.door = Lock()

    def admit(self, most: Mapping[str, int]) -> Ticket | None:
        """A place for somebody who is known under these names, unless as many as that are taken under one of them."""
        with self.door:
            taken = {name: self.inside.setdefault(name, WeakSet()) for name in most}
            if any(len(taken[name]) >= limit for name, limit in most.items()):
                return None
            ticket = Ticket(tuple(taken.values()))
            for tickets in taken.values():
                tickets.add(ticket)
            return ticket
