"""Prospects (chances to come first), estimated from leads in points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def estimate_prospects(points: Sequence[float], scale: float) -> tuple[float, ...]:
    """Return each seat's chance to come first. Every `scale` points multiply the odds by e (Luce 1959)."""
    most = max(points)
    weights = [exp((each - most) / scale) for each in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])
