"""Hosts that kept us waiting are left alone, longer each time.

The marks are only in the cache. If they're lost, the hosts are tried again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import caches

FIRST: Final = timedelta(seconds=30)
LONGEST: Final = timedelta(minutes=10)
KEPT: Final = 3600
"""Seconds after which a host's record of slowness is forgotten."""


def slow(host: str, *, now: datetime) -> None:
    """Record that a host kept us waiting and in the end accepted nothing."""
    times, until = caches["shared"].get(_key(host)) or (0, now)
    if until <= now:  # Otherwise another try at the same time recorded it.
        pause = min(FIRST * 2**times, LONGEST)
        caches["shared"].set(_key(host), (times + 1, now + pause), KEPT)


def well(host: str) -> None:
    """Record that a host accepted something."""
    caches["shared"].delete(_key(host))


def closed(hosts: Collection[str], *, now: datetime) -> dict[str, datetime]:
    """Return the hosts among these that are left alone, each with the end of its pause."""
    found = caches["shared"].get_many([_key(host) for host in hosts])
    until = {host: found[_key(host)][1] for host in hosts if _key(host) in found}
    return {host: at for host, at in until.items() if at > now}


def _key(host: str) -> str:
    return "host:" + hashlib.sha256(host.encode()).hexdigest()
