"""Players' comments on the moves of a replay."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks, text_rules
from apps.common.errors import RateLimited, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.matches.views.guards import handle_match_errors
from apps.talk.errors import TalkRefused
from apps.talk.selectors import messages
from apps.talk.selectors.room import load_room
from apps.talk.services.messages import comment_on_move


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def show_comments(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show all comments and the form for the current move. A refused text stays in its field."""
    player, now = request.user.pk, clocks.now()
    at = messages.parse_number((request.POST or request.GET).get("at", ""))
    typed: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            comment_on_move(code=code, player=player, move=-1 if at is None else at, text=text, now=now)
        except (TalkRefused, TextRefused, RateLimited) as refusal:
            typed, status = {"text": text, "error": str(refusal)}, refusal.status
        else:
            if not request.htmx:
                return redirect("talk:comments", code)
    room = load_room(code=code, player=player, now=now)
    context = {
        "room": room,
        "at": at,
        "most": text_rules.MAX_MESSAGE_LENGTH,
        "lines": messages.load_comments(room),
        **typed,
    }
    return render(request, "talk/comments.html" if request.htmx else "talk/comments_page.html", context, status=status)
