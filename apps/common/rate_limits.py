"""Rate limits, counted in the cache, so that no loop can flood the server."""

from __future__ import annotations

import ipaddress
import time
from math import ceil

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from apps.common.errors import RateLimited


def enforce_rate_limit(*, what: str, who: str, most: int, seconds: int, sentence: str) -> None:
    """Count one use of what `who` can do `most` times in `seconds`.

    :raises RateLimited: with the sentence, if that limit was already reached
    """
    if count_use(what=what, who=who, seconds=seconds) > most:
        raise RateLimited(sentence)


def count_use(*, what: str, who: str, seconds: int) -> int:
    """Count one use, and return the number in these seconds, or 0 while the cache is unreachable."""
    key = f"limit:{what}:{who}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key) or 0
    except ValueError:
        return 0  # The time ran out between the two lines.


def count_use_in_window(*, what: str, who: str, seconds: int) -> tuple[int, int]:
    """Count one use. Return the number so far, and the seconds until counting starts again."""
    begun = cache.get_or_set(f"limit:{what}:{who}:since", time.time, timeout=seconds)
    left = ceil((begun or time.time()) + seconds - time.time())
    return count_use(what=what, who=who, seconds=seconds), min(max(left, 1), seconds)


def get_client_address(request: HttpRequest) -> str:
    """Return the network address a request comes from. A household has a whole IPv6 /64, so it counts as one."""
    text = get_adapter().get_client_ip(request)
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return text
