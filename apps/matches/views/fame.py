"""The hall of fame, and the page of two players against each other."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.common import clocks
from apps.games import load_games
from apps.matches.selectors import fame, head_to_head

_MONTH_PATTERN: Final = re.compile(r"(2[0-9]{3})-(0[1-9]|1[0-2])", re.ASCII)


@require_safe
def show_hall_of_fame(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the greatest feats of one game, by default the first, of all time or in a month."""
    games = [(each, _(game.meta.title)) for each, game in load_games().items() if game.feats is not None]
    slug = slug or games[0][0]
    titles = dict(games)
    if slug not in titles:
        raise Http404(_("We can’t find that game."))
    month, today = _parse_month(request.GET.get("month", "")), clocks.now().date().replace(day=1)
    context = {
        "slug": slug,
        "title": titles[slug],
        "games": games,
        "month": month,
        "boards": fame.find_fame_boards(slug, month=month),
        "this": today,
        "earlier": (month or today) - timedelta(days=1),
        "later": later if month and (later := (month + timedelta(days=32)).replace(day=1)) <= today else None,
    }
    return render(request, "matches/fame.html", context)


@require_safe
def show_head_to_head(request: HttpRequest, one: str, other: str) -> HttpResponse:
    """Show the results of two players against each other."""
    found = head_to_head.find_head_to_head(one, other)
    if found is None:
        raise Http404(_("We can’t find these two players."))
    return render(request, "matches/against.html", {"both": found, "rows": found.rows})


def _parse_month(text: str) -> date | None:
    """Return the first day of a month written as 2026-05, or None for all time."""
    if not text:
        return None
    if (found := _MONTH_PATTERN.fullmatch(text)) is None:
        raise Http404(_("That month doesn’t exist."))
    return date(int(found[1]), int(found[2]), 1)
