"""`{% include sight.game|glance %}`: a game's small drawing of its table, or else its emblem."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def glance(game: str) -> tuple[str, str]:
    """Return template names, of which the first that exists is drawn."""
    return f"{game}/glance.html", "matches/glance.html"
