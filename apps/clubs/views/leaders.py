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
from apps.clubs.views.guards import guarded
from apps.clubs.views.overview import frame, refused
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.games import catalogue
from apps.ratings.displayed_rating import SETTLED
from apps.ratings.selectors import leaderboard

LATELY: Final = timedelta(days=30)
"""The period of a trend."""


@never_cache
@require_safe
@guarded
def page(request: HtmxHttpRequest, found: Access, slug: str) -> HttpResponse:
    """Show the game's leaderboard among the club's members."""
    if slug not in catalogue():
        raise Http404(_("We can’t find that game."))
    if not found.sees_people:
        return refused(request, found.club, NotMember(_("Only members can see who is in this club.")))
    board = leaderboard.board(
        game=slug,
        reader=request.user.pk,
        among=Membership.objects.filter(club=found.club).values("player"),
        after=request.GET.get("after", ""),
        since=clocks.now() - LATELY,
    )
    meta = catalogue()[slug].meta
    context = {"game": meta, "title": _(meta.title), "board": board, "settled": SETTLED, "lately": LATELY.days}
    return render(request, "clubs/leaders.html", {**frame(found, "leaders"), **context})
