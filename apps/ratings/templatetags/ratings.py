"""`{{ share|percent }}`, a share as a whole percentage, and `{{ part|of:whole }}`, the same for bars."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def percent(share: float) -> int:
    return round(100 * share)


@register.filter
def of(part: float, whole: float) -> int:
    return round(100 * part / whole) if whole else 0
