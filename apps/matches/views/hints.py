"""Hints from Flint: request, waiting and result."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks, rate_limits
from apps.common.errors import Busy, DomainError
from apps.common.requests import HtmxHttpRequest
from apps.matches.errors import SetAside, TableBusy
from apps.matches.selectors import hints as selectors
from apps.matches.selectors import match_view
from apps.matches.services import hints as services
from apps.matches.views.guards import handle_match_errors

MAX_HINTS_PER_HOUR: Final = 120
"""The most hints a player can request in an hour, because one worker thinks for everyone."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def show_hint(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the hint: for htmx beside the question, otherwise on its own page with a link to the table."""
    now = clocks.now()
    if request.method == "POST":
        match_view.load_match(
            code, player=request.user.pk
        )  # This comes first, because a sandbox is its owner's secret.
        refusal = _request_hint(request, code, now)
        if refusal and request.htmx:
            whisper = {"state": "refused", "key": request.POST.get("question", ""), "why": refusal}
            told = {"code": code, "whisper": whisper}
            return render(request, "matches/whisper.html", told, status=refusal.status)
        if refusal:
            raise refusal
        if not request.htmx:
            return redirect("matches:hint", code)
    loaded = match_view.load_match(code, player=request.user.pk)
    context = {"code": code, "whisper": selectors.find_player_hint(loaded, now=now)}
    if request.htmx:
        return render(request, "matches/whisper.html", context)
    page = {"game": loaded.match.game, "title": match_view.get_game_title(loaded.match)}
    return render(request, "matches/hint_page.html", context | page)


def _request_hint(request: HtmxHttpRequest, code: str, now: datetime) -> DomainError | None:
    """Request a hint, and return why that failed, or None."""
    try:
        rate_limits.enforce_rate_limit(
            what="hint",
            who=str(request.user.pk or rate_limits.get_client_address(request)),
            most=MAX_HINTS_PER_HOUR,
            seconds=60 * 60,
            sentence=_("You’ve had all the hints Flint can give for now. Ask again in an hour."),
        )
        services.request_hint(code=code, player=request.user.pk, key=request.POST.get("question", ""), now=now)
    except Busy:
        return TableBusy()
    except SetAside:
        raise  # The reader could see a table that the rules can't read, so this gets its own page and a log entry.
    except DomainError as refusal:
        return refusal
    return None
