"""Who has which match open just now. Only a mark in the cache: forgotten, somebody is told what they see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.core.cache import caches

SECONDS: Final = 60
"""How long a look counts: the page asks for news, or its stream beats, more often."""


def mark(*, player: int | None, code: str) -> None:
    """The player is looking at this match."""
    if player is not None:
        caches["shared"].set(_key(player, code), 1, SECONDS)


async def amark(*, player: int | None, code: str) -> None:
    """The same for a stream."""
    if player is not None:
        await caches["shared"].aset(_key(player, code), 1, SECONDS)


def present(*, player: int, codes: Collection[str]) -> frozenset[str]:
    """Those of these matches that the player has open."""
    found = caches["shared"].get_many([_key(player, code) for code in codes])
    return frozenset(code for code in codes if _key(player, code) in found)


def _key(player: int, code: str) -> str:
    return f"present:{player}:{code}"
