"""What the reader of a match page missed since they last looked, and that they have read it."""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView, Recap
from apps.matches.store import looks
from apps.matches.views.guards import guarded


def missed(loaded: LoadedMatch, view: MatchView) -> Recap | None:
    """What is told above the hand of somebody who comes to the page; all of it counts as seen then."""
    with suppress(match_view.Unreadable):  # The table stands, and its story says what happened.
        return match_view.recap(loaded, since=looks.arrived(loaded, heard=view.heard), heard=view.heard)
    return None


@require_POST
@guarded
def seen(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """The reader knows now what happened, up to the fact their page told: it is not told again."""
    loaded = match_view.load(code, player=request.user.pk)
    heard = request.POST.get("heard", "")
    if heard.isascii() and heard.isdigit() and len(heard) < 7:
        looks.dismissed(loaded, heard=min(int(heard), loaded.match.facts))
    return HttpResponse() if request.htmx else redirect("matches:page", code=code)
