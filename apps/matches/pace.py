"""When a question lapses. Pure: is given the present."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from apps.kernel.game import Illegal, Meta

SHORTEST: Final = 10
LONGEST: Final = 30 * 24 * 3600
"""Bounds of a custom pace, in seconds."""

BOT_PAUSE: Final = timedelta(seconds=1)
"""How long a bot pretends to think, so that people can follow."""

MISSES: Final = 3
"""Missed turns in a row after which the bot answers for an absent player."""


def due(*, pace: Mapping[str, int], about: str, opened_at: datetime, bot: bool) -> datetime:
    """The instant at which the question lapses."""
    return opened_at + (BOT_PAUSE if bot else timedelta(seconds=pace[about]))


def agree(meta: Meta, pace: Mapping[str, int]) -> dict[str, int]:
    """A pace within bounds for every kind of question the game asks.

    :raises Illegal: naming what is missing, unknown or out of bounds
    """
    kinds = set(next(iter(meta.paces.values())))
    if unknown := sorted(set(pace) - kinds):
        raise Illegal(f"{meta.title} asks no question called “{unknown[0]}”.")
    for about in sorted(kinds):
        seconds = pace.get(about)
        if seconds is None:
            raise Illegal(f"The pace lacks a time for “{about}”.")
        if not SHORTEST <= seconds <= LONGEST:
            raise Illegal(f"The time for “{about}” must lie between {SHORTEST} seconds and {LONGEST // 86400} days.")
    return dict(pace)
