"""The leaderboards of a club."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.clubs.errors import NotMember
from apps.clubs.models import Membership
from apps.clubs.selectors.access import Access
from apps.clubs.views.guards import require_club
from apps.clubs.views.overview import build_club_context, render_refused_club
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES
from apps.ratings.selectors import leaderboard

TREND_PERIOD: Final = timedelta(days=30)
"""The period of a trend."""


@never_cache
@require_safe
@require_club
def show_club_leaderboard(request: HtmxHttpRequest, found: Access, slug: str) -> HttpResponse:
    """Show the game's leaderboard among the club's members."""
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    if not found.sees_people:
        return render_refused_club(request, found.club, NotMember(_("Only members can see who is in this club.")))
    board = leaderboard.build_leaderboard(
        game=slug,
        reader=request.user.pk,
        among=Membership.objects.filter(club=found.club).values("player"),
        after=request.GET.get("after", ""),
        since=clocks.now() - TREND_PERIOD,
    )
    meta = load_games()[slug].meta
    context = {
        "game": meta,
        "title": _(meta.title),
        "board": board,
        "settled": MIN_SETTLED_MATCHES,
        "lately": TREND_PERIOD.days,
    }
    return render(request, "clubs/leaders.html", {**build_club_context(found, "leaders"), **context})
