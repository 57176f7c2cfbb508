"""Where a notice is left to be delivered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime


def post(*, player: int, kind: str, key: str, words: Mapping[str, str], url: str, now: datetime) -> None:
    """Leave a notice for a player, once per (player, kind, key), in the caller's transaction."""
