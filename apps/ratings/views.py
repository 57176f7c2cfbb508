"""The pages of leaderboards and statistics."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.common import clocks
from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.ratings import charts
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES
from apps.ratings.selectors.leaderboard import build_leaderboard
from apps.ratings.services.statistics import get_statistics

TREND_PERIOD: Final = timedelta(days=30)
"""The period of a trend."""


@never_cache
@require_safe
def show_leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the leaderboard of a game."""
    game, reader = _get_game_or_404(slug), request.user.pk
    shown = request.GET.get("of", "")
    friends, bots = bool(reader) and shown == "friends", shown == "bots"
    since, after = clocks.now() - TREND_PERIOD, request.GET.get("after", "")
    board = build_leaderboard(game=slug, reader=reader, friends=friends, bots=bots, after=after, since=since)
    context = {
        "game": game.meta,
        "title": _(game.meta.title),
        "games": [other.meta for other in load_games().values()],
        "board": board,
        "friends": friends,
        "bots": bots,
        "settled": MIN_SETTLED_MATCHES,
        "lately": TREND_PERIOD.days,
    }
    return render(request, "ratings/leaders.html", context)


@require_safe
def show_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a game."""
    bool(request.user)  # Loading the reader activates their time zone.
    game = _get_game_or_404(slug)
    counted = get_statistics(slug)
    context = {"game": game.meta, "title": _(game.meta.title), "counted": counted}
    if counted is not None:
        context |= {
            "by_moves": charts.by_moves(counted.count.by_moves),
            "by_hours": charts.by_hours(counted.count.by_hours),
            "sizes": [(size, charts.build_seat_bars(size)) for size in counted.count.sizes],
        }
    return render(request, "ratings/figures.html", context)


def _get_game_or_404(slug: str) -> AnyGame:
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    return load_games()[slug]
