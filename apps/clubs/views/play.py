"""Views for tables and tournaments reserved for the members of a club."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.clubs.errors import NotAllowed
from apps.clubs.models import Club
from apps.clubs.selectors.access import Access
from apps.clubs.services import tables, tournaments
from apps.clubs.views.guards import build_club_button, get_player, require_membership
from apps.clubs.views.overview import render_refused_club
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.lobby.models import Table
from apps.lobby.views.lobby import handle_table_form
from apps.matches.views.guards import handle_match_errors
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.views.hosting import handle_tournament_form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
@require_membership
def new_table(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Open a table for the club, with the lobby's form."""
    return handle_table_form(
        request,
        address=reverse("clubs:new_table", args=[found.club.code]),
        open_table=partial(tables.open_table, code=found.club.code),
        only_for=found.club.name,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_membership
def new_tournament(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Create a tournament for the club, with the usual form."""
    if not found.organises:
        return render_refused_club(request, found.club, NotAllowed(_("Only club organisers can do that.")))
    return handle_tournament_form(
        request,
        address=reverse("clubs:new_tournament", args=[found.club.code]),
        host=partial(tournaments.host_tournament, code=found.club.code),
        only_for=found.club.name,
    )


def _join_table(request: HtmxHttpRequest, club: Club, *, table: str) -> tuple[str, str]:
    try:
        joined = tables.join_club_table(code=club.code, table=table, player=get_player(request), now=clocks.now())
    except Table.DoesNotExist as error:
        raise Http404(_("We can’t find that table. It may have been closed.")) from error
    return _("You’ve joined the table."), joined.get_absolute_url()


def _register_player(request: HtmxHttpRequest, club: Club, *, tournament: str) -> tuple[str, str]:
    try:
        entry = tournaments.register_player(
            code=club.code, tournament=tournament, player=get_player(request), now=clocks.now()
        )
    except Tournament.DoesNotExist as error:
        raise Http404(_("We can’t find a tournament with this code.")) from error
    if entry.state == Entry.State.WAITING:
        said = _("You’re on the waiting list. We’ll let you know when a place becomes free.")
    else:
        said = _("You’re in. We’ll let you know when it starts.")
    return said, entry.tournament.get_absolute_url()


join_table, register = (
    build_club_button(_join_table, render_refused_club),
    build_club_button(_register_player, render_refused_club),
)
