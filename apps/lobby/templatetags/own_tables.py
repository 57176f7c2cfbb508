"""`{% own_tables request.user.pk as own %}`, the reader's open tables for pages besides the lobby."""

from __future__ import annotations

from django import template

from apps.lobby.selectors import listing
from apps.lobby.selectors.listing import Own

register = template.Library()


@register.simple_tag
def own_tables(player: int) -> Own:
    return listing.load_own_tables(player)


@register.simple_tag
def invitations(player: int | None) -> int:
    """Return to how many tables the reader is invited, e.g. `{% invitations request.user.pk as invited %}`."""
    return listing.count_invitations(player)
