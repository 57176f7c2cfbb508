"""Marks in the cache for players who have a match open right now, or saw its end.

If a mark is lost, the player is only notified of something they have seen.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.core.cache import caches

VIEWING_SECONDS: Final = 60
"""How long a look counts, in seconds. A visible page asks for news more often, and a hidden one marks nothing."""

END_SEEN_SECONDS: Final = 3600
"""How long it counts that a player saw the end, in seconds: until notices about it have been sent."""


def mark_viewing(*, player: int | None, code: str, over: bool = False) -> None:
    """Mark that the player is looking at this match, or at its end if it's over."""
    if player is None:
        return
    caches["shared"].set(_build_viewing_key(player, code), 1, VIEWING_SECONDS)
    if over:
        caches["shared"].set(_build_end_key(player, code), 1, END_SEEN_SECONDS)


def filter_viewed_matches(*, player: int, codes: Collection[str]) -> frozenset[str]:
    """Return which of these matches the player has open right now."""
    found = caches["shared"].get_many([_build_viewing_key(player, code) for code in codes])
    return frozenset(code for code in codes if _build_viewing_key(player, code) in found)


def saw_end(*, player: int, codes: Collection[str]) -> frozenset[str]:
    """Return which of these matches the player saw end."""
    found = caches["shared"].get_many([_build_end_key(player, code) for code in codes]) if codes else {}
    return frozenset(code for code in codes if _build_end_key(player, code) in found)


def _build_viewing_key(player: int, code: str) -> str:
    return f"present:{player}:{code}"


def _build_end_key(player: int, code: str) -> str:
    return f"saw-end:{player}:{code}"
