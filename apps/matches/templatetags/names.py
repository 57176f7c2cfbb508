"""The name of a seat, from the names by seat."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

register = template.Library()


@register.filter
def at(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat: `{{ names|at:seat }}`."""
    return names[seat]
