"""Instants: `<time datetime="{{ row.over_at|iso }}">`, and `{{ until|rough_time_until:now }}`: how far they are."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.utils.timesince import timesince, timeuntil

register = template.Library()


@register.filter
def iso(at: datetime | None) -> str:
    """Return the instant in whole seconds, or an empty string for None."""
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""


@register.filter
def rough_time_since(at: datetime, now: datetime) -> str:
    """Return how long ago this was, in its largest unit alone: 18 hours."""
    return timesince(at, now, depth=1)


@register.filter
def rough_time_until(at: datetime, now: datetime) -> str:
    """Return how far ahead this is, in its largest unit alone: 18 hours."""
    return timeuntil(at, now, depth=1)
