"""Views of a guided first match: starting it, closing a bubble, skipping the rest."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.services import guests
from apps.common import clocks, rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.lessons import services
from apps.matches.errors import NotSeated
from apps.matches.selectors import match_view
from apps.matches.services import lessons
from apps.matches.views import newcomers
from apps.matches.views.guards import handle_match_errors


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def offer_lesson(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask a newcomer once whether to learn by playing or just play. On POST, start or continue the lesson."""
    game = load_games().get(slug)
    if game is None or game.lesson is None:
        raise Http404(_("There is no lesson for this game."))
    if request.method != "POST":
        return render(request, "lessons/learn.html", {"game": game.meta})
    with transaction.atomic():
        player = guests.get_or_create_player(request)
        rate_limits.enforce_rate_limit(
            what="play-now",
            who=str(player.pk),
            most=10,
            seconds=60,
            sentence=_("You’ve started too many matches in the last minute. Play one of them first, or wait a moment."),
        )
        code = services.start_lesson(player=player, game=slug, now=clocks.now())
    guests.log_in(request, player)
    return newcomers.remember_lesson_answer(request, redirect("matches:page", code), slug)


@require_POST
@handle_match_errors
def put_away(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Close a bubble that was read, and show the table without it."""
    return _at_the_table(request, code, lessons.put_away)


@require_POST
@handle_match_errors
def skip_bubbles(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Skip all further bubbles. From here on, it's an ordinary match against bots."""
    return _at_the_table(request, code, lessons.skip_bubbles)


def _at_the_table(request: HtmxHttpRequest, code: str, change: lessons.Change) -> HttpResponse:
    player = request.user.pk
    if player is None:
        raise NotSeated
    change(code=code, player=player, now=clocks.now())
    if not request.htmx:
        return redirect("matches:page", code)
    return render(request, "matches/live.html", {"sight": match_view.load_match_view(code=code, player=player)})
