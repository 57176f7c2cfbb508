"""When a question lapses. Pure: is given the present."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

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


def agree(meta: Meta, pace: Mapping[str, int], options: Any) -> dict[str, int]:
    """A pace within bounds for every kind of question the game asks, and quick enough for these options.

    :raises Illegal: naming what is missing, unknown, out of bounds or too slow
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
    if slow := too_slow(meta, pace, options):
        raise Illegal(f"“{getattr(options, slow[0])}” for {slow[0]} is only for tables at the live pace.")
    return dict(pace)


def too_slow(meta: Meta, pace: Mapping[str, int], options: Any) -> list[str]:
    """The options whose chosen values would reward being awake at this pace."""
    live = meta.paces.get("live", {})
    if all(seconds <= live.get(about, 0) for about, seconds in pace.items()):
        return []
    return [name for name, values in meta.live_options.items() if getattr(options, name) in values]
