"""`{% own_tables as own %}`, the reader's open tables for pages besides the lobby, and their number of invitations."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from django import template
from django.http import HttpRequest
from django.template import Context

from apps.lobby.selectors import listing
from apps.lobby.selectors.listing import Own

register = template.Library()

_LOADED: Final[WeakKeyDictionary[HttpRequest, Own]] = WeakKeyDictionary()
"""The tables by the request whose page shows them, so that the page and its bar read them once."""


@register.simple_tag(takes_context=True)
def own_tables(context: Context) -> Own:
    """Return the tables of a reader who is logged in. If called in `head`, the bar needs no statement of its own."""
    request: HttpRequest = context["request"]
    if request not in _LOADED:
        _LOADED[request] = listing.load_own_tables(int(request.user.pk or 0))
    return _LOADED[request]


@register.simple_tag(takes_context=True)
def invitations(context: Context) -> int:
    """Return to how many tables the reader is invited, e.g. `{% invitations as invited %}`."""
    request: HttpRequest = context["request"]
    known = request in _LOADED or (request.user.pk is not None and listing.is_invited(request.user.pk))
    return len(own_tables(context).asked) if known else 0
