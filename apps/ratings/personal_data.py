"""A player's ratings for export, with times as ISO 8601 in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from apps.ratings.displayed_rating import shown
from apps.ratings.selectors import player as player_ratings


def ratings(*, player: int) -> Iterator[dict[str, Any]]:
    """Yield the ratings, by game."""
    for one in player_ratings.everything(player)[0]:
        yield {
            "game": one.game,
            "mu": one.mu,
            "sigma": one.sigma,
            "points": shown(one.mu, one.sigma).points,
            "margin": shown(one.mu, one.sigma).margin,
            "matches": one.matches,
            "updated_at": _written(one.updated_at),
        }


def steps(*, player: int) -> Iterator[dict[str, Any]]:
    """Yield the changes, match by match."""
    for step in player_ratings.everything(player)[1]:
        yield {
            "game": step.game,
            "number": step.number,
            "match": step.match.code,
            "place": step.place,
            "before": {"mu": step.mu_before, "sigma": step.sigma_before},
            "after": {"mu": step.mu, "sigma": step.sigma},
            "at": _written(step.at),
        }


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
