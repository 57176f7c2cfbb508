"""A player's answers to puzzles and puzzle ratings for export, with times as ISO 8601 in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.puzzles.models import Attempt, Solver

_EXPORTED_FIELDS: Final = ("puzzle__code", "chosen", "right", "points", "change", "at")


def export_attempts(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their answers, in order."""
    for code, chosen, right, points, change, at in (
        Attempt.objects.filter(player=player).order_by("pk").values_list(*_EXPORTED_FIELDS).iterator()
    ):
        rated = {} if points is None else {"rating": points, "change": change}
        yield {"puzzle": f"/puzzles/{code}/", "answer": chosen, "right": right, **rated, "at": at.isoformat()}


def export_puzzle_ratings(*, player: int) -> Iterator[dict[str, object]]:
    """Yield what their puzzle ratings are computed from, by game."""
    rows = Solver.objects.filter(player=player).order_by("game").values_list("game", "mu", "sigma", "rated")
    for game, mu, sigma, rated in rows.iterator():
        yield {"game": game, "mu": mu, "sigma": sigma, "answers": rated}
