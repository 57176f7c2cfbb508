"""Hosts that kept us waiting are left alone, longer each time.

The marks are only in the cache. If they're lost, the hosts are tried again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import caches

FIRST_HOST_PAUSE: Final = timedelta(seconds=30)
LONGEST_HOST_PAUSE: Final = timedelta(minutes=10)
RECORD_SECONDS: Final = 3600
"""Seconds after which a host's record of slowness is forgotten."""


def record_slow_host(host: str, *, now: datetime) -> None:
    """Record that a host kept us waiting and in the end accepted nothing."""
    times, until = caches["shared"].get(_build_host_key(host)) or (0, now)
    if until <= now:  # Otherwise another try at the same time recorded it.
        pause = min(FIRST_HOST_PAUSE * 2**times, LONGEST_HOST_PAUSE)
        caches["shared"].set(_build_host_key(host), (times + 1, now + pause), RECORD_SECONDS)


def clear_slow_host(host: str) -> None:
    """Record that a host accepted something."""
    caches["shared"].delete(_build_host_key(host))


def find_paused_hosts(hosts: Collection[str], *, now: datetime) -> dict[str, datetime]:
    """Return the hosts among these that are left alone, each with the end of its pause."""
    found = caches["shared"].get_many([_build_host_key(host) for host in hosts])
    until = {host: found[_build_host_key(host)][1] for host in hosts if _build_host_key(host) in found}
    return {host: at for host, at in until.items() if at > now}


def _build_host_key(host: str) -> str:
    return "host:" + hashlib.sha256(host.encode()).hexdigest()
