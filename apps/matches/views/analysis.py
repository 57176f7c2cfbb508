"""The analysis of a finished match: request, progress and result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks, rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.kernel.table import Observer, Seat
from apps.matches.errors import NotOver
from apps.matches.models import Analysis
from apps.matches.selectors import analysis as selectors
from apps.matches.selectors import match_view, replay, sandboxes
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.services import analysis as services
from apps.matches.views.guards import handle_match_errors

MAX_ANALYSES_PER_DAY: Final = 40
"""The most analyses a player can request in a day. Each takes a minute of processor time."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def show_analysis(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show what every decision was worth, and the share of luck. Players can request it by POST.

    A replay gets only its part.
    """
    in_replay = request.htmx.target == "replay-analysis"
    if request.method == "POST":
        rate_limits.enforce_rate_limit(
            what="analysis",
            who=str(request.user.pk or rate_limits.get_client_address(request)),
            most=MAX_ANALYSES_PER_DAY,
            seconds=24 * 60 * 60,
            sentence=_("You’ve reached today’s analysis limit. Try again tomorrow."),
        )
        services.request_analysis(code=code, player=int(request.user.pk or 0), now=clocks.now())
        if not in_replay:
            return redirect("matches:analysis", code)
    loaded = match_view.load_played(code, player=request.user.pk)
    match = loaded.match
    if not selectors.can_analyse(match):
        raise NotOver
    found = selectors.find_analysis(match)
    observer = replay.may_look(loaded, wanted=request.GET.get("as", "referee") if in_replay else "referee")
    numbers = (
        [each.number for each in replay.load_heard_moves(loaded, observer)]
        if found and found.over and found.found
        else []
    )
    context: dict[str, object] = {"code": match.code, "analysis": analysis_of(loaded, found, numbers, observer)}
    if in_replay:
        return render(request, "matches/replay_analysis.html", context | {"follows": True})
    context |= {
        "game": match.game,
        "title": match_view.get_game_title(match),
        "me": loaded.own,
        "tries": sandboxes.seat_of(loaded, request.user.pk),
        "look": selectors.build_seat_decisions(loaded, found, _parse_seat(request.GET.get("seat", "")))
        if found and found.over
        else None,
    }
    return render(request, "matches/analysis.html", context)


def analysis_of(
    loaded: LoadedMatch, found: Analysis | None, numbers: Sequence[int], observer: Observer
) -> dict[str, object]:
    """Return the context of an analysis for its page and for a replay, including the offer to request one.

    :param numbers: the moves that the observer can see
    """
    waiting = found is not None and not found.over
    may_ask = found is None and loaded.own is not None
    overview = selectors.build_overview(loaded, found, numbers) if found else None
    return {
        "observer": observer,
        "me": loaded.own,
        "may_ask": may_ask,
        "progress": selectors.compute_progress(found, loaded.match) if found and waiting else None,
        "ahead": selectors.count_analyses_ahead(found) if found and waiting else 0,
        "over": found is not None and found.over,
        "overview": overview,
        "is_told": may_ask or waiting or overview is not None,
    }


def _parse_seat(text: str) -> Seat | None:
    return Seat(int(text)) if text.isascii() and text.isdigit() and len(text) < 3 else None
