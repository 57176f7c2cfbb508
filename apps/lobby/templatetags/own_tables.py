"""`{% own_tables request.user.pk as own %}`: the open tables that concern a reader, for pages below the lobby."""

from __future__ import annotations

from django import template

from apps.lobby.selectors.listing import Own, own

register = template.Library()


@register.simple_tag
def own_tables(player: int) -> Own:
    return own(player)
