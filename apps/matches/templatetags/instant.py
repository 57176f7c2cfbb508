"""`<time datetime="{{ row.over_at|iso }}">`: an instant as HTML takes it, with three digits of a second at most."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def iso(at: datetime | None) -> str:
    """In whole seconds; empty for none."""
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""
