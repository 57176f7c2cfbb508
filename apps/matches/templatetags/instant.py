"""`<time datetime="{{ row.over_at|iso }}">`: an instant as HTML takes it, with at most three digits of a second."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def iso(at: datetime | None) -> str:
    """Return the instant in whole seconds, or an empty string for None."""
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""
