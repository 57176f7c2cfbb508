"""What the house keeps of somebody's playing, as plain values: part of the export of all their data."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from apps.accounts.models import Player
from apps.matches import results
from apps.ratings import standing
from apps.ratings.scale import shown


def of(player: Player) -> dict[str, Any]:
    """Ratings, their steps, and every match the player sits or sat in; instants in ISO 8601, UTC."""
    ratings, steps = standing.everything(player.pk)
    return {
        "ratings": [
            {
                "game": one.game,
                "mu": one.mu,
                "sigma": one.sigma,
                "points": shown(one.mu, one.sigma).points,
                "margin": shown(one.mu, one.sigma).margin,
                "matches": one.matches,
                "updated_at": _written(one.updated_at),
            }
            for one in ratings
        ],
        "steps": [
            {
                "game": step.game,
                "number": step.number,
                "match": step.match.code,
                "place": step.place,
                "before": {"mu": step.mu_before, "sigma": step.sigma_before},
                "after": {"mu": step.mu, "sigma": step.sigma},
                "at": _written(step.at),
            }
            for step in steps
        ],
        "matches": [
            {name: _written(value) if isinstance(value, datetime) else value for name, value in asdict(part).items()}
            for part in results.parts(player.pk)
        ],
    }


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
