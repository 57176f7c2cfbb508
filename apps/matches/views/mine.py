"""The reader's own matches: their deadlines and tables, how many are waiting, and the next one."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import pending, player_matches

_MAX_PAGE_DIGITS: Final = 4
"""The digits read of a page number."""


@never_cache
@require_safe
@login_required
def show_own_matches(request: HtmxHttpRequest) -> HttpResponse:
    """Show the page, or for htmx its current list."""
    me, asked = int(request.user.pk or 0), request.GET.get("page", "")
    found = player_matches.load_own_page(
        player=me, number=max(1, int(asked[:_MAX_PAGE_DIGITS])) if asked.isdecimal() else 1
    )
    # With several pages, more matches can be waiting than this one shows.
    waiting = (
        len(pending.find_waiting_matches(me))
        if found.more or found.number > 1
        else player_matches.count_waiting_matches(found.rows)
    )
    template = "matches/own_matches.html" if request.htmx else "matches/mine.html"
    return render(request, template, {"rows": found.rows, "page": found, "matches_waiting": waiting})


@never_cache
@require_safe
def show_waiting_matches(request: HtmxHttpRequest) -> HttpResponse:
    """Show how many matches wait for the reader and, if asked `beside` one they just answered, the next other one.

    The bar asks `notices:bar`. Only pages from before an upgrade still ask for the number alone.
    """
    matches = pending.find_waiting_matches(request.user.pk) if request.user.pk else {}
    beside = request.GET.get("beside", "")
    if not beside:
        return render(request, "matches/waiting.html", {"matches_waiting": len(matches)})
    others = sorted((each for code, each in matches.items() if code != beside), key=lambda each: each.lapses_at)
    context = {"matches_waiting": len(matches), "next": others[0] if others else None}
    return render(request, "matches/next.html", context)
