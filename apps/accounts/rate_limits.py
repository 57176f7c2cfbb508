"""How often somebody may do something: counted in the cache, so that no loop can flood the house."""

from __future__ import annotations

from django.core.cache import cache

from apps.accounts.errors import RateLimited
from apps.matches.views.connections import address as address


def spend(*, what: str, who: str, most: int, seconds: int, sentence: str) -> None:
    """Count one of what `who` may do `most` times in `seconds`.

    :raises RateLimited: with the sentence, if they did it that often already
    """
    if counted(what=what, who=who, seconds=seconds) > most:
        raise RateLimited(sentence)


def counted(*, what: str, who: str, seconds: int) -> int:
    """Count one more, and say how many those are in these seconds; none while the cache is away."""
    key = f"limit:{what}:{who}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:
        return 0  # The time ran out between the two lines.
