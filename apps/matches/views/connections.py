"""Client addresses, and how many things one address or one session may keep open in this process at a time."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from allauth.account.adapter import get_adapter
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Where a request comes from. One household owns a whole IPv6 /64, so it counts as one."""
    text = get_adapter().get_client_ip(request)
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return text


class Ticket:
    """A place among the visitors; it is given back when nobody holds it any more, however that came about."""

    __slots__ = ("__weakref__",)


class Visitors:
    """Who has how much open."""

    def __init__(self) -> None:
        self.inside: WeakKeyDictionary[Ticket, tuple[str, ...]] = WeakKeyDictionary()

    def admit(self, most: Mapping[str, int]) -> Ticket | None:
        """A place for somebody who is known under these names, unless as many as that are taken under one of them."""
        taken = list(self.inside.values())
        if any(sum(name in names for names in taken) >= limit for name, limit in most.items()):
            return None
        ticket = Ticket()
        self.inside[ticket] = tuple(most)
        return ticket
