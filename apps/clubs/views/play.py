"""The doors to tables that are for the members of a club alone."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.clubs.models import Club
from apps.clubs.selectors.access import Access
from apps.clubs.services import tables
from apps.clubs.views.guards import button, inside, me
from apps.clubs.views.overview import refused
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.lobby.models import Table
from apps.lobby.views.lobby import opening
from apps.matches.views.guards import guarded as match_guarded


@never_cache
@require_http_methods(["GET", "POST"])
@match_guarded
@inside
def new_table(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Open a table for the club, with the lobby's form."""
    return opening(
        request,
        address=reverse("clubs:new_table", args=[found.club.code]),
        open_table=partial(tables.open_table, code=found.club.code),
        only_for=found.club.name,
    )


def _join_table(request: HtmxHttpRequest, club: Club, *, table: str) -> tuple[str, str]:
    try:
        joined = tables.join(code=club.code, table=table, player=me(request), now=clocks.now())
    except Table.DoesNotExist as error:
        raise Http404(_("There is no such table. Perhaps it was closed.")) from error
    return _("You sit at the table."), joined.get_absolute_url()


join_table = button(_join_table, refused)
