"""The reactions to the moves of a replay: beside it, or on a page of their own."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks
from apps.common.errors import RateLimited
from apps.common.requests import HtmxHttpRequest
from apps.matches.views.guards import handle_match_errors
from apps.talk import phrases
from apps.talk.errors import TalkRefused
from apps.talk.selectors import messages
from apps.talk.selectors import reactions as selectors
from apps.talk.selectors.room import load_room
from apps.talk.services import reactions as services


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def show_reactions(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show all reactions to a match, and the faces for one of its moves. A post gives one, or takes it back."""
    player, now = request.user.pk, clocks.now()
    at = messages.parse_number((request.POST or request.GET).get("at", ""))
    error, status = "", 200
    if request.method == "POST":
        face = request.POST.get("face", "")
        try:
            services.toggle_reaction(code=code, player=player, move=-1 if at is None else at, face=face, now=now)
        except (TalkRefused, RateLimited) as refusal:
            error, status = str(refusal), refusal.status
        else:
            if not request.htmx:
                return redirect(f"{reverse('talk:reactions', args=[code])}?at={at}")
    room = load_room(code=code, player=player, now=now)
    given = selectors.find_given_reactions(room)
    here = {each.face: each for each in dict(given).get(-1 if at is None else at, ())}
    context = {
        "room": room,
        "at": at,
        "given": given,
        "faces": [(key, name, here.get(key)) for key, name in phrases.list_faces()],
        "error": error,
    }
    return render(
        request, "talk/reactions.html" if request.htmx else "talk/reactions_page.html", context, status=status
    )
