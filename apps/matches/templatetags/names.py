"""The name of a seat, out of the names by seat."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

register = template.Library()


@register.filter
def at(names: Sequence[str], seat: int) -> str:
    """Who sits there: `{{ names|at:seat }}`."""
    return names[seat]
