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
from apps.games import catalogue
from apps.lessons import services
from apps.matches.errors import NotSeated
from apps.matches.selectors import match_view
from apps.matches.services import lessons
from apps.matches.views import newcomers
from apps.matches.views.guards import guarded


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def learn(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask a newcomer once whether to learn by playing or just play. On POST, start or continue the lesson."""
    game = catalogue().get(slug)
    if game is None or game.lesson is None:
        raise Http404(_("There is no lesson for this game."))
    if request.method != "POST":
        return render(request, "lessons/learn.html", {"game": game.meta})
    with transaction.atomic():
        player = guests.identify(request)
        rate_limits.spend(
            what="play-now",
            who=str(player.pk),
            most=10,
            seconds=60,
            sentence=_("You’ve started too many matches in the last minute. Play one of them first, or wait a moment."),
        )
        code = services.begin(player=player, game=slug, now=clocks.now())
    guests.log_in(request, player)
    return newcomers.decided(request, redirect("matches:page", code), slug)


@require_POST
@guarded
def put_away(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Close a bubble that was read, and show the table without it."""
    return _at_the_table(request, code, lessons.put_away)


@require_POST
@guarded
def skip(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Skip all further bubbles. From here on, it's an ordinary match against bots."""
    return _at_the_table(request, code, lessons.skip)


def _at_the_table(request: HtmxHttpRequest, code: str, change: lessons.Change) -> HttpResponse:
    player = request.user.pk
    if player is None:
        raise NotSeated
    change(code=code, player=player, now=clocks.now())
    if not request.htmx:
        return redirect("matches:page", code)
    return render(request, "matches/live.html", {"sight": match_view.look(code=code, player=player)})
