"""Printable pages for organisers: a card for each table of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.cards import build_round_cards
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.round_titles import format_round_title
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_tournament_context

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@never_cache
@require_safe
@require_tournament
def show_table_cards(request: HttpRequest, tournament: Marked, number: int) -> HttpResponse:
    """Show the seats at each table of a published round."""
    snapshot, reader = cache.load_cached_snapshot(tournament), request.user.pk
    round_ = snapshot.round(number - 1)
    if round_ is None or not round_.published:
        raise Http404(_("We can’t find that round. It may not have been published yet."))
    faces = Faces(snapshot, reader=reader, apart=relations.find_players_apart(reader))
    context = {
        **build_tournament_context(request, tournament, snapshot, "rounds"),
        "round_title": format_round_title(snapshot, round_),
        "cards": build_round_cards(snapshot, round_, faces),
        "number": number,
    }
    return render(request, "tournaments/cards.html", context)
