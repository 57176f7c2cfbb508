"""My matches: who waits for me and until when, how each table stands, how many wait, and which is the next."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import pending
from apps.matches.selectors import player as player_matches

_DIGITS: Final = 4
"""More are no number of a page."""


@never_cache
@require_safe
@login_required
def mine(request: HtmxHttpRequest) -> HttpResponse:
    """The page; for htmx its list, as it is now."""
    me, asked = int(request.user.pk or 0), request.GET.get("page", "")
    found = player_matches.page(player=me, number=max(1, int(asked[:_DIGITS])) if asked.isdecimal() else 1)
    # Where there are several pages, more matches may wait than this one shows.
    waiting = len(pending.waiting(me)) if found.more or found.number > 1 else player_matches.awaited(found.rows)
    template = "matches/own_matches.html" if request.htmx else "matches/mine.html"
    return render(request, template, {"rows": found.rows, "page": found, "matches_waiting": waiting})


@never_cache
@require_safe
def waiting(request: HtmxHttpRequest) -> HttpResponse:
    """How many matches wait for the reader; asked `beside` one of them also the next other one, for who has just
    answered there. The bar asks `notices:bar`; only pages from before an upgrade still ask for the number alone.
    """
    matches = pending.waiting(request.user.pk) if request.user.pk else {}
    beside = request.GET.get("beside", "")
    if not beside:
        return render(request, "matches/waiting.html", {"matches_waiting": len(matches)})
    others = sorted((each for code, each in matches.items() if code != beside), key=lambda each: each.lapses_at)
    context = {"matches_waiting": len(matches), "next": others[0] if others else None}
    return render(request, "matches/next.html", context)
