"""A player's ratings for export, with times as ISO 8601 in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from apps.ratings.displayed_rating import build_displayed_rating
from apps.ratings.selectors.player import find_all_rating_rows


def export_ratings(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the ratings, by game."""
    for one in find_all_rating_rows(player)[0]:
        yield {
            "game": one.game,
            "mu": one.mu,
            "sigma": one.sigma,
            "points": build_displayed_rating(one.mu, one.sigma).points,
            "margin": build_displayed_rating(one.mu, one.sigma).margin,
            "matches": one.matches,
            "updated_at": _format_utc(one.updated_at),
        }


def export_rating_steps(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the changes, match by match."""
    for step in find_all_rating_rows(player)[1]:
        yield {
            "game": step.game,
            "number": step.number,
            "match": step.match.code,
            "place": step.place,
            "before": {"mu": step.mu_before, "sigma": step.sigma_before},
            "after": {"mu": step.mu, "sigma": step.sigma},
            "at": _format_utc(step.at),
        }


def _format_utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
