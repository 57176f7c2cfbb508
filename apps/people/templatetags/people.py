"""`{{ seconds|lasting }}`: a length of time in words, as the lobby says it."""

from __future__ import annotations

from django import template

from apps.matches.spoken import DAY, HOUR, MINUTE, spoken

register = template.Library()


@register.filter
def lasting(seconds: int) -> str:
    """The two largest units are enough."""
    for size, step in ((DAY, HOUR), (HOUR, MINUTE)):
        if seconds >= size:
            return spoken(seconds - seconds % step)
    return spoken(seconds)
