"""How likely each is to come first who is ahead or behind by so many points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def by_lead(points: Sequence[float], scale: float) -> tuple[float, ...]:
    """Odds grow e times with every `scale` points: 0 to 1 each, together 1 (Luce 1959)."""
    most = max(points)
    weights = [exp((each - most) / scale) for each in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])
