"""Players online: the ones whose pages asked for news lately. Only marks in the cache, so a lost one changes a number.

Time is divided into spans. A player's first mark in a span counts one more, so a page costs one look in the cache, and
a write each span.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.core.cache import caches

from apps.accounts import preferences
from apps.accounts.models import Player

SPAN_SECONDS: Final = 300
"""Seconds of a span. Pages that are open in front ask every minute."""
_KEPT_SECONDS: Final = 2 * SPAN_SECONDS


def mark_player_online(*, player: int, now: datetime) -> None:
    """Note that a page of this player is open in front of them."""
    span, cache = _compute_span(now), caches["shared"]
    if not cache.add(_build_player_key(span, player), 1, _KEPT_SECONDS):
        return
    cache.add(_build_count_key(span), 0, _KEPT_SECONDS)
    with suppress(ValueError):  # The number was lost between the two lines.
        cache.incr(_build_count_key(span))


def count_online_players(*, now: datetime) -> int:
    """Return how many players are online: in this span, or in the last one while this one is still young."""
    span = _compute_span(now)
    return max(caches["shared"].get_many([_build_count_key(span), _build_count_key(span - 1)]).values(), default=0)


def filter_visibly_online(players: Collection[Player], *, now: datetime) -> frozenset[int]:
    """Return the ids of these players who are online and let their friends know."""
    open_ = [each.pk for each in players if preferences.decode_preferences(each.preferences).online == "on"]
    marks = {
        _build_player_key(span, player): player
        for span in (_compute_span(now), _compute_span(now) - 1)
        for player in open_
    }
    found = caches["shared"].get_many(list(marks)) if marks else {}
    return frozenset(marks[mark] for mark in found)


def _compute_span(now: datetime) -> int:
    return int(now.timestamp()) // SPAN_SECONDS


def _build_player_key(span: int, player: int) -> str:
    return f"online:{span}:{player}"


def _build_count_key(span: int) -> str:
    return f"online:{span}"
