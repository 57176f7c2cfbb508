"""Taking over a seat in a running match that is looking for a substitute."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import Player
from apps.accounts.services import guests, relations
from apps.common import clocks
from apps.games import catalogue
from apps.kernel.table import Seat
from apps.matches.errors import MatchRefused
from apps.matches.selectors import openings
from apps.matches.selectors.openings import Opening
from apps.matches.selectors.wording import times
from apps.matches.services import seats as seat_changes
from apps.matches.views.guards import guarded

SHOWN = 20
LOOKED_AT = 200
"""Maximum seats searched for some that this player can take."""


def offered(player: int | None) -> list[Opening]:
    """Return the seats this player can take over. Tables with players in a block with them are left out."""
    apart = relations.apart(player)
    found = openings.listed(limit=LOOKED_AT)
    return [each for each in found if player not in each.players and not apart & each.players][:SHOWN]


def sit(*, player: Player, code: str, seat: int, now: datetime) -> None:
    """Take the seat over.

    :raises MatchRefused: if it isn't offered to them
    """
    found = next((each for each in openings.of(code=code) if each.seat == seat), None)
    if found is None or relations.apart(player.pk) & found.players:
        raise MatchRefused(_("That seat is already taken."))
    if found.rated and player.guest:
        raise MatchRefused(_("You need an account to play rated matches. Create one first."))
    seat_changes.take_over(code=code, seat=Seat(seat), player=player.pk, now=now)


@never_cache
@require_safe
def seats(request: HttpRequest) -> HttpResponse:
    """Show the seats that need a substitute."""
    rows = [(each, times(catalogue()[each.game].meta, each.pace)) for each in offered(request.user.pk)]
    return render(request, "lobby/substitutes.html", {"rows": rows})


@require_POST
@guarded
def take_over(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Join a running match, as a guest if need be."""
    try:
        with transaction.atomic():
            player = guests.identify(request)
            sit(player=player, code=code, seat=seat, now=clocks.now())
    except MatchRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("matches:page", code)
    guests.log_in(request, player)
    messages.success(request, _("The seat is yours. You know everything its last player knew."))
    return redirect("matches:page", code)
