"""A look into the decisions of a finished match: asked for, waited for, read."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks, rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.kernel.table import Seat
from apps.matches.errors import NotOver
from apps.matches.selectors import analysis as selectors
from apps.matches.selectors import match_view, sandboxes
from apps.matches.services import analysis as services
from apps.matches.views.guards import guarded

A_DAY: Final = 40
"""So many matches somebody may have looked into: each takes the thinker a minute."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def analysis(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """What every decision was worth, and what came of luck; whoever sat there may ask for it."""
    if request.method == "POST":
        rate_limits.spend(
            what="analysis",
            who=str(request.user.pk or rate_limits.address(request)),
            most=A_DAY,
            seconds=24 * 60 * 60,
            sentence=_("You’ve reached today’s analysis limit. Try again tomorrow."),
        )
        services.ask(code=code, player=int(request.user.pk or 0), now=clocks.now())
        return redirect("matches:analysis", code)
    loaded = match_view.load_played(code, player=request.user.pk)
    match = loaded.match
    if not selectors.possible(match):
        raise NotOver
    found = selectors.of(match)
    context: dict[str, Any] = {
        "code": match.code,
        "game": match.game,
        "title": match_view.title(match),
        "me": loaded.own,
        "tries": sandboxes.seat_of(loaded, request.user.pk),
        "may_ask": found is None and loaded.own is not None,
        "progress": None if found is None or found.over else selectors.progress(found, match),
        "ahead": 0 if found is None or found.over else selectors.ahead(found),
        "over": found is not None and found.over,
        "look": selectors.tell(loaded, found, _seat(request.GET.get("seat", ""))) if found and found.over else None,
    }
    return render(request, "matches/analysis.html", context)


def _seat(text: str) -> Seat | None:
    return Seat(int(text)) if text.isascii() and text.isdigit() and len(text) < 3 else None
