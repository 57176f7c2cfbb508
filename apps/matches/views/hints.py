"""What Flint would do: asked for at the table, waited for, read."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import hints as selectors
from apps.matches.selectors import match_view
from apps.matches.services import hints as services
from apps.matches.views.guards import guarded


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def hint(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """For htmx what stands beside the question; else a page of its own, with the way back to the table."""
    now = clocks.now()
    if request.method == "POST":
        services.ask(code=code, player=request.user.pk, key=request.POST.get("question", ""), now=now)
        if not request.htmx:
            return redirect("matches:hint", code)
    loaded = match_view.load(code, player=request.user.pk)
    context = {"code": code, "whisper": selectors.of(loaded, now=now)}
    if request.htmx:
        return render(request, "matches/whisper.html", context)
    page = {"game": loaded.match.game, "title": match_view.title(loaded.match)}
    return render(request, "matches/hint_page.html", context | page)
