"""How many streams of each match are open that belong to no seat: numbers in the cache, lost without harm.

Every process counts its own once a minute and adds them to that minute's number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.core.cache import caches

SECONDS_A_MINUTE: Final = 60
KEPT_SECONDS: Final = 3 * SECONDS_A_MINUTE


def add_streams(streams: Mapping[str, int], *, now: datetime) -> None:
    """Add the streams of this process, by the codes of their matches. It counts them once a minute."""
    for code, number in streams.items():
        key = _build_minute_key(code, compute_minute(now))
        caches["shared"].add(key, 0, KEPT_SECONDS)
        try:
            caches["shared"].incr(key, number)
        except ValueError:  # The cache is away or has just been emptied.
            continue


def count_spectators(codes: Iterable[str], *, now: datetime) -> dict[str, int]:
    """Return how many watch each of these matches: as many as a minute ago, or more if not all have counted yet."""
    minutes = compute_minute(now), compute_minute(now) - 1
    keys = {code: [_build_minute_key(code, each) for each in minutes] for code in codes}
    found = caches["shared"].get_many([key for both in keys.values() for key in both])
    return {code: max(found.get(key, 0) for key in both) for code, both in keys.items()}


def compute_minute(now: datetime) -> int:
    """Return the number of a minute, the same in all processes."""
    return int(now.timestamp()) // SECONDS_A_MINUTE


def _build_minute_key(code: str, when: int) -> str:
    return f"watching:{code}:{when}"
