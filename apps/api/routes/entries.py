"""A player's entry in a tournament: registering, withdrawing, coming back, checking in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.authentication import READ, TOURNAMENTS, get_player
from apps.api.field_types import Code
from apps.api.routes.tournaments import get_tournament_or_404
from apps.common import clocks
from apps.tournaments.selectors.own_entry import find_own_entry
from apps.tournaments.services import check_in, entries, limits

if TYPE_CHECKING:
    from collections.abc import Callable

router = Router(tags=["tournaments"])
_ENTRY: dict[int, object] = {200: schemas.OwnEntry, **schemas.PLAYER_PROBLEMS}


@router.get("tournaments/{code}/entry/", operation_id="getMyEntry", auth=READ, response=_ENTRY)
def get_my_entry(request: HttpRequest, code: Code) -> dict[str, object]:
    """Return your entry in a tournament, or status 404 if you never entered. Scope: read."""
    return _build_own_entry(request, code)


@router.post("tournaments/{code}/register/", operation_id="register", auth=TOURNAMENTS, response=_ENTRY)
def register(request: HttpRequest, code: Code, body: schemas.RegistrationBody) -> dict[str, object]:
    """Register for a tournament, or for its waiting list if it is full. Scope: tournaments."""
    return _act(request, code, entries.register_player, team=body.team)


@router.post("tournaments/{code}/withdraw/", operation_id="withdraw", auth=TOURNAMENTS, response=_ENTRY)
def withdraw(request: HttpRequest, code: Code) -> dict[str, object]:
    """Withdraw from a tournament. After its start, a bot takes over in your unfinished matches. Scope: tournaments."""
    return _act(request, code, entries.leave_tournament)


@router.post("tournaments/{code}/return/", operation_id="returnToTournament", auth=TOURNAMENTS, response=_ENTRY)
def return_to_tournament(request: HttpRequest, code: Code) -> dict[str, object]:
    """Come back to a running tournament that you left. Scope: tournaments."""
    return _act(request, code, entries.come_back)


@router.post("tournaments/{code}/check-in/", operation_id="checkIn", auth=TOURNAMENTS, response=_ENTRY)
def check_in_player(request: HttpRequest, code: Code) -> dict[str, object]:
    """Check in before the start. Asking again changes nothing. Scope: tournaments."""
    return _act(request, code, check_in.check_in)


def _act(request: HttpRequest, code: str, act: Callable[..., object], **words: str) -> dict[str, object]:
    """Act as the page's button does, and return the entry."""
    player = get_player(request)
    get_tournament_or_404(code)
    limits.limit_actions(player=player.pk)
    act(code=code, player=player, now=clocks.now(), **words)
    return _build_own_entry(request, code)


def _build_own_entry(request: HttpRequest, code: str) -> dict[str, object]:
    tournament = get_tournament_or_404(code)
    entry = find_own_entry(tournament, player=get_player(request).pk)
    if entry is None:
        raise Http404(_("You aren’t taking part."))
    opens_at = tournament.check_in_opens_at
    return {
        "tournament": tournament.code,
        "number": entry.number,
        "state": entry.state,
        "check_in_opens_at": opens_at,
        "checked_in": opens_at is None or entry.present(opens_at),
        "url": build_absolute_url(tournament.get_absolute_url()),
    }
