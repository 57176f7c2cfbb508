"""Who has which match open in front of them just now, and who saw how it ended. Only marks in the cache: forgotten,
somebody is told what they see.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.core.cache import caches

SECONDS: Final = 60
"""How long a look counts: a page that is in front asks for news more often, and one in the background marks nothing."""

AFTERWARDS: Final = 3600
"""How long it counts that somebody saw the end: until the house has come round to telling it."""


def mark(*, player: int | None, code: str, over: bool = False) -> None:
    """The player is looking at this match; if it is over, at how it ended."""
    if player is None:
        return
    caches["shared"].set(_key(player, code), 1, SECONDS)
    if over:
        caches["shared"].set(_end(player, code), 1, AFTERWARDS)


def present(*, player: int, codes: Collection[str]) -> frozenset[str]:
    """Those of these matches that the player has open in front of them."""
    found = caches["shared"].get_many([_key(player, code) for code in codes])
    return frozenset(code for code in codes if _key(player, code) in found)


def saw_end(*, player: int, codes: Collection[str]) -> frozenset[str]:
    """Those of these matches whose end the player saw."""
    found = caches["shared"].get_many([_end(player, code) for code in codes]) if codes else {}
    return frozenset(code for code in codes if _end(player, code) in found)


def _key(player: int, code: str) -> str:
    return f"present:{player}:{code}"


def _end(player: int, code: str) -> str:
    return f"saw-end:{player}:{code}"
