"""Recap of what the reader of a match page missed, and its dismissal."""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView, Recap
from apps.matches.store import looks
from apps.matches.views.guards import handle_match_errors


def load_recap(loaded: LoadedMatch, view: MatchView) -> Recap | None:
    """Return the recap for a reader who opens the page, and mark all of it as seen."""
    with suppress(match_view.Unreadable):  # The table still works, and its story shows what happened.
        return match_view.build_recap(loaded, since=looks.mark_arrival(loaded, heard=view.heard), heard=view.heard)
    return None


@require_POST
@handle_match_errors
def dismiss_recap(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Dismiss the recap, up to the last fact that the page showed."""
    loaded = match_view.load_match(code, player=request.user.pk)
    heard = request.POST.get("heard", "")
    if heard.isascii() and heard.isdigit() and len(heard) < 7:
        looks.dismiss_news(loaded, heard=min(int(heard), loaded.match.facts))
    return HttpResponse() if request.htmx else redirect("matches:page", code=code)
