"""Hosts that kept us waiting are left alone for a while, longer each time. Only marks in the cache: forgotten, they are
tried once more.
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
"""Seconds after which it is forgotten how often a host kept us waiting."""


def slow(host: str, *, now: datetime) -> None:
    """It kept us waiting, and in the end it took nothing."""
    times, until = caches["shared"].get(_key(host)) or (0, now)
    if until <= now:  # Else that was said by another try of the same time.
        pause = min(FIRST * 2**times, LONGEST)
        caches["shared"].set(_key(host), (times + 1, now + pause), KEPT)


def well(host: str) -> None:
    """It took something."""
    caches["shared"].delete(_key(host))


def closed(hosts: Collection[str], *, now: datetime) -> dict[str, datetime]:
    """Those of these hosts that are left alone, and until when."""
    found = caches["shared"].get_many([_key(host) for host in hosts])
    until = {host: found[_key(host)][1] for host in hosts if _key(host) in found}
    return {host: at for host, at in until.items() if at > now}


def _key(host: str) -> str:
    return "host:" + hashlib.sha256(host.encode()).hexdigest()
