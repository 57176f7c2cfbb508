"""Finished matches for tests, written as play leaves them: the numbers alone count here."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from apps.games import catalogue
from apps.matches.models import Chair, Match

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
_count = itertools.count()


def over(
    players: Sequence[Any], places: Sequence[int] = (), *, game: str = "fuse", at: datetime | None = None,
    rated: bool = True, listed: bool = True, moves: int = 30, days: float = 2.0, **seats: dict[str, Any],
) -> Match:  # fmt: skip
    """A finished match of these players (None: a bot); without places it ended without a result.

    `s1={"autopilot": True}` says more about seat 1. Each match ends a minute after the one before.
    """
    at = at or NOW - timedelta(days=30) + timedelta(minutes=next(_count))
    rules = catalogue()[game]
    match = Match.objects.create(
        game=game,
        setup=msgspec.json.encode(rules.setup(max(len(players), rules.meta.seats[0]))).decode(),
        pace={},
        status=Match.Status.OVER,
        listed=listed,
        rated=rated,
        moves=moves,
        begun_at=at - timedelta(days=days),
        over_at=at,
        commitment="0" * 64,
        outcome={"places": list(places), "scores": [10 * (9 - place) for place in places], "why": "ended"},
    )
    Chair.objects.bulk_create(
        Chair(match=match, index=i, **{"player": player, "bot": player is None, **seats.get(f"s{i}", {})})
        for i, player in enumerate(players)
    )
    return match
