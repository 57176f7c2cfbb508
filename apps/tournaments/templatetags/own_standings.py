"""`{% own_standings as standings %}`, the reader's places in leagues, ladders and arenas for pages of other apps."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template import Context

from apps.common import clocks
from apps.tournaments.selectors import standing_in
from apps.tournaments.selectors.standing_in import StandingIn

register = template.Library()


@register.simple_tag(takes_context=True)
def own_standings(context: Context) -> tuple[StandingIn, ...]:
    """Return the places of a reader who is logged in."""
    request: HttpRequest = context["request"]
    return standing_in.list_own_standings(int(request.user.pk or 0), now=clocks.now())
