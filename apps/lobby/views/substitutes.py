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
from apps.games import load_games
from apps.kernel.table import Seat
from apps.matches.errors import MatchRefused
from apps.matches.selectors import openings
from apps.matches.selectors.openings import Opening
from apps.matches.selectors.wording import list_pace_times
from apps.matches.services import seats
from apps.matches.views.guards import handle_match_errors

MAX_SHOWN_SEATS = 20
MAX_SEARCHED_SEATS = 200
"""Maximum seats searched for some that this player can take."""


def find_open_seats(player: int | None) -> list[Opening]:
    """Return the seats this player can take over. Tables with players in a block with them are left out."""
    apart = relations.find_players_apart(player)
    found = openings.find_listed_openings(limit=MAX_SEARCHED_SEATS)
    return [each for each in found if player not in each.players and not apart & each.players][:MAX_SHOWN_SEATS]


def take_offered_seat(*, player: Player, code: str, seat: int, now: datetime) -> None:
    """Take the seat over.

    :raises MatchRefused: if it isn't offered to them
    """
    found = next((each for each in openings.find_match_openings(code=code) if each.seat == seat), None)
    if found is None or relations.find_players_apart(player.pk) & found.players:
        raise MatchRefused(_("That seat is already taken."))
    if found.rated and player.guest:
        raise MatchRefused(_("You need an account to play rated matches. Create one first."))
    if player.bot:
        raise MatchRefused(_("Bots can’t take over seats."))
    seats.take_over(code=code, seat=Seat(seat), player=player.pk, now=now)


@never_cache
@require_safe
def show_open_seats(request: HttpRequest) -> HttpResponse:
    """Show the seats that need a substitute."""
    rows = [
        (each, list_pace_times(load_games()[each.game].meta, each.pace)) for each in find_open_seats(request.user.pk)
    ]
    return render(request, "lobby/substitutes.html", {"rows": rows})


@require_POST
@handle_match_errors
def take_over(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Join a running match, as a guest if need be."""
    try:
        with transaction.atomic():
            player = guests.get_or_create_player(request)
            take_offered_seat(player=player, code=code, seat=seat, now=clocks.now())
    except MatchRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("matches:page", code)
    guests.log_in(request, player)
    messages.success(request, _("The seat is yours. You know everything its last player knew."))
    return redirect("matches:page", code)
