"""The pages of leaderboards and statistics."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.common import clocks
from apps.games import catalogue
from apps.kernel.game import Game
from apps.ratings import charts
from apps.ratings.displayed_rating import SETTLED
from apps.ratings.selectors import leaderboard as ladder
from apps.ratings.services import statistics as nightly

LATELY: Final = timedelta(days=30)
"""The period of a trend."""


@never_cache
@require_safe
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the leaderboard of a game."""
    game, reader = _game(slug), request.user.pk
    friends = bool(reader) and request.GET.get("of") == "friends"
    since, after = clocks.now() - LATELY, request.GET.get("after", "")
    board = ladder.board(game=slug, reader=reader, friends=friends, after=after, since=since)
    context = {
        "game": game.meta,
        "title": _(game.meta.title),
        "games": [other.meta for other in catalogue().values()],
        "board": board,
        "friends": friends,
        "settled": SETTLED,
        "lately": LATELY.days,
    }
    return render(request, "ratings/leaders.html", context)


@require_safe
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a game."""
    bool(request.user)  # Loading the reader activates their time zone.
    game = _game(slug)
    counted = nightly.known(slug)
    context = {"game": game.meta, "title": _(game.meta.title), "counted": counted}
    if counted is not None:
        context |= {
            "by_moves": charts.by_moves(counted.count.by_moves),
            "by_hours": charts.by_hours(counted.count.by_hours),
            "sizes": [(size, charts.seats(size)) for size in counted.count.sizes],
        }
    return render(request, "ratings/figures.html", context)


def _game(slug: str) -> Game[Any, Any, Any]:
    if slug not in catalogue():
        raise Http404(_("We can’t find that game."))
    return catalogue()[slug]
