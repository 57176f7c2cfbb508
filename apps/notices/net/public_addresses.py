"""The addresses on the public Internet, in any spelling, according to IANA's special-purpose registries.

Python has such tables, too, but they differ between releases. To Python 3.11.7, 192.0.0.8 is an ordinary machine. An
address is special if either table says so.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

from django.conf import settings

Address: TypeAlias = IPv4Address | IPv6Address

_SPECIAL_NETWORKS: Final = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a carrier's NAT
            "127.0.0.0/8",
            "169.254.0.0/16",  # link-local, including the metadata services of clouds
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocols, such as DS-Lite, the dummy address, discovery of NAT64
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
            "2001::/23",  # protocols, such as Teredo, benchmarks, AMT, AS112, ORCHID, remote identification
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which leads to the IPv4 address it contains and is obsolete
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_UNICAST: Final = ip_network("2000::/3")
"""All IPv6 addresses ever assigned, without loopback, private, local and multicast addresses."""
_NAT64: Final = ip_network("64:ff9b::/96")
_INWARD_NAMES: Final = frozenset(
    ("alt", "arpa", "internal", "invalid", "local", "localdomain", "localhost", "onion", "test")
)
"""Last parts of names that belong to no machine on the Internet."""


def is_public_address(address: Address) -> bool:
    """Check whether the address is a machine on the public Internet, in any disguise."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped
        if address in _NAT64:  # A network without IPv4 makes these from IPv4 addresses.
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public_address(inner)
    if any(address in ip_network(network) for network in settings.NOTICES_REACHABLE):
        return True
    if any(address in network for network in _SPECIAL_NETWORKS) or (address.version == 6 and address not in _UNICAST):
        return False
    return address.is_global


def is_internal_host(host: str) -> bool:
    """Check whether a host is obviously not on the Internet. Names are only resolved when they're used.

    A number is an address in every spelling that systems accept, e.g. 127.1, 2130706433 or 0x7f.1.
    """
    host = host.rstrip(".").lower()
    last = host.rpartition(".")[2]
    if ":" in host or last.isdecimal() or last.startswith("0x"):
        address = _parse_ip_address(host)
        return address is None or not is_public_address(address)
    return "." not in host or last in _INWARD_NAMES


def _parse_ip_address(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
