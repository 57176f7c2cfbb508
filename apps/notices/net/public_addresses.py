"""Which addresses are machines of the open Internet, in whatever spelling, after IANA's registries of special ones.

The interpreter has such tables, too, but its releases differ: to Python 3.11.7 192.0.0.8 is a machine like any other.
What either of both takes for special is special.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

from django.conf import settings

Address: TypeAlias = IPv4Address | IPv6Address

_SPECIAL: Final = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a carrier's NAT
            "127.0.0.0/8",
            "169.254.0.0/16",  # link-local: where clouds keep their secrets
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocols: DS-Lite, the dummy address, discovery of NAT64
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
            "2001::/23",  # protocols: Teredo, benchmarks, AMT, AS112, ORCHID, remote identification
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: leads to whatever IPv4 address it holds, and nobody needs it any more
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_UNICAST: Final = ip_network("2000::/3")
"""All of IPv6 that was ever given to anybody; loopback, private, local and multicast addresses are outside of it."""
_NAT64: Final = ip_network("64:ff9b::/96")
_INWARD_NAMES: Final = frozenset(
    ("alt", "arpa", "internal", "invalid", "local", "localdomain", "localhost", "onion", "test")
)
"""Last parts of names that belong to no machine of the Internet."""


def public(address: Address) -> bool:
    """Whether it is a machine of the open Internet, under whatever disguise."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped
        if address in _NAT64:  # What a network without IPv4 makes of an address of that kind.
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return public(inner)
    if any(address in ip_network(network) for network in settings.NOTICES_REACHABLE):
        return True
    if any(address in network for network in _SPECIAL) or (address.version == 6 and address not in _UNICAST):
        return False
    return address.is_global


def inward(host: str) -> bool:
    """Whether a host says by itself that it is none of the Internet; where a name leads is looked up when it is asked.

    A number is an address in every spelling that systems take for one: 127.1, 2130706433, 0x7f.1.
    """
    host = host.rstrip(".").lower()
    last = host.rpartition(".")[2]
    if ":" in host or last.isdecimal() or last.startswith("0x"):
        address = _literal(host)
        return address is None or not public(address)
    return "." not in host or last in _INWARD_NAMES


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
