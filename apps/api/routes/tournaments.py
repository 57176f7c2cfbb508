"""Tournaments, their standings and rounds, and creating small ones."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import cursors, schemas
from apps.api.addresses import build_absolute_url
from apps.api.authentication import TOURNAMENTS, get_player, get_token
from apps.api.field_types import Code, GameSlug, TournamentStatus
from apps.api.routes.tables import RepeatableKey
from apps.common import clocks
from apps.games import load_games
from apps.lobby.services import idempotency
from apps.tournaments.forms.hosting import HostForm, build_change_form, expect_valid
from apps.tournaments.selectors import cache, document, listing
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import hosting, limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from apps.tournaments.selectors.cache import Marked

router = Router(tags=["tournaments"])
_OWN: dict[int, object] = {200: schemas.Tournament, **schemas.PLAYER_PROBLEMS}
_FORM_NAMES = {
    "entrants_least": "least",
    "entrants_most": "most",
    "pace": "pace_name",
    "bot_strength": "opponents",
}
"""The names of fields in forms, where they differ from those of the API."""


@router.get(
    "tournaments/",
    operation_id="listTournaments",
    response={200: schemas.Page[schemas.TournamentLine], **schemas.PROBLEMS},
)
def list_tournaments(
    request: HttpRequest, game: GameSlug = "", status: TournamentStatus = "", cursor: cursors.OfOne = ""
) -> dict[str, object]:
    """Return public tournaments, newest first. Filter by game or status."""
    found = listing.find_public_tournaments()
    if game:
        found = found.filter(game=game)
    if status:
        found = found.filter(status=status)
    if cursor:
        found = found.filter(pk__lt=cursors.decode_cursor(cursor)[0])
    rows = list(found[: cursors.PAGE_SIZE + 1])
    shown = rows[: cursors.PAGE_SIZE]
    fields = ("code", "name", "game", "status", "rated", "least", "most", "starts_at", "started_at", "over_at")
    items = [
        {name: getattr(row, name) for name in fields}
        | {"bots_welcome": row.bots_welcome and not row.rated}
        | {"url": build_absolute_url(row.get_absolute_url())}
        for row in shown
    ]
    return {"items": items, "next": cursors.encode_cursor(shown[-1].pk) if len(rows) > len(shown) else None}


@router.post("tournaments/", operation_id="createTournament", auth=TOURNAMENTS, response=_OWN)
def create_tournament(
    request: HttpRequest, body: schemas.NewTournamentBody, key: RepeatableKey = ""
) -> dict[str, object]:
    """Create a small tournament, whose registration is open at once and which runs by itself. Scope: tournaments."""
    player, now = get_player(request), clocks.now()

    def act() -> dict[str, object]:
        game = load_games()[body.game]
        typed = _encode_form(body.model_dump(exclude={"game", "listed"}))
        typed["public"] = "yes" if body.listed else "no"
        typed["pattern"] = body.pattern or next(iter(HostForm(game, now=now).patterns))
        form = HostForm(game, typed, now=now)
        expect_valid(form)
        made = hosting.host_tournament(
            player=player, game=body.game, values=form.terms.values(), takes_part=body.takes_part, now=now
        )
        return get_tournament(request, made.code)

    told = {"tournament": body.model_dump(mode="json")}
    return idempotency.answer_once(token=get_token(request).pk, key=key, request=told, act=act, now=now)


@router.patch("tournaments/{code}/", operation_id="changeTournament", auth=TOURNAMENTS, response=_OWN)
def change_tournament(request: HttpRequest, code: Code, body: schemas.TournamentChanges) -> dict[str, object]:
    """Change the settings of a tournament you organise before it starts. Scope: tournaments."""
    player, now, tournament = get_player(request), clocks.now(), get_tournament_or_404(code)
    hosting.check_change(code=code, player=player)
    limits.limit_changes(player=player.pk)
    form = build_change_form(tournament, _encode_form(body.model_dump(exclude_none=True)), now=now)
    expect_valid(form)
    hosting.update_settings(code=code, player=player, values=form.changes(), now=now)
    return get_tournament(request, code)


@router.post("tournaments/{code}/start/", operation_id="startTournament", auth=TOURNAMENTS, response=_OWN)
def start_tournament(request: HttpRequest, code: Code) -> dict[str, object]:
    """Start a tournament you organise before its time. Scope: tournaments."""
    return _act_as_organiser(request, code, hosting.start_tournament_early)


@router.post("tournaments/{code}/cancel/", operation_id="cancelTournament", auth=TOURNAMENTS, response=_OWN)
def cancel_tournament(request: HttpRequest, code: Code) -> dict[str, object]:
    """Cancel a tournament you organise. Everyone who entered is notified. Scope: tournaments."""
    return _act_as_organiser(request, code, hosting.cancel_tournament)


@router.get("tournaments/{code}/", operation_id="getTournament", response={200: schemas.Tournament, **schemas.PROBLEMS})
def get_tournament(request: HttpRequest, code: Code) -> dict[str, object]:
    """Return one tournament with its settings and entrants."""
    row = get_tournament_or_404(code)
    found = cache.load_cached_snapshot(row)
    told = {**document.encode_settings(row, found), "entrants": document.encode_entrants(found)}
    if row.status == row.Status.OVER:
        told["seed"] = found.seed.hex()
    told["bots_welcome"] = row.bots_welcome and not row.rated
    return _convert_to_builtins(told) | {"url": build_absolute_url(row.get_absolute_url())}


@router.get(
    "tournaments/{code}/standings/",
    operation_id="getStandings",
    response={200: list[schemas.StandingsLine], **schemas.PROBLEMS},
)
def get_standings(request: HttpRequest, code: Code) -> list[dict[str, object]]:
    """Return the standings, best first. The list is empty before the first round."""
    found = _load_snapshot(code)
    names = {one["number"]: one["name"] for one in document.encode_entrants(found)}
    return [line | {"name": names[line["entrant"]]} for line in _convert_to_builtins(document.encode_ranking(found))]


@router.get(
    "tournaments/{code}/rounds/", operation_id="listRounds", response={200: list[schemas.Round], **schemas.PROBLEMS}
)
def list_rounds(request: HttpRequest, code: Code) -> list[dict[str, object]]:
    """Return all published rounds with their tables."""
    return list(_convert_to_builtins(document.encode_rounds(_load_snapshot(code))))


@router.get(
    "tournaments/{code}/rounds/{number}/", operation_id="getRound", response={200: schemas.Round, **schemas.PROBLEMS}
)
def get_round(request: HttpRequest, code: Code, number: int) -> dict[str, object]:
    """Return one published round, counted from 1."""
    found = _load_snapshot(code)
    state = found.round(number - 1)
    if state is None or not state.published:
        raise Http404(_("We can’t find that round. It may not have been published yet."))
    return dict(_convert_to_builtins(document.encode_round(found, state)))


def _act_as_organiser(request: HttpRequest, code: str, act: Callable[..., object]) -> dict[str, object]:
    """Act as the button of the tournament's page does, and return the tournament."""
    player = get_player(request)
    get_tournament_or_404(code)
    limits.limit_changes(player=player.pk)
    act(code=code, player=player, now=clocks.now())
    return get_tournament(request, code)


def _encode_form(told: Mapping[str, object]) -> dict[str, object]:
    """Return settings by the names of the form's fields."""
    typed = {_FORM_NAMES.get(name, name): value for name, value in told.items()}
    start = typed.get("starts_at")
    return typed | ({"starts_at": start.replace(second=0, microsecond=0)} if isinstance(start, datetime) else {})


def _load_snapshot(code: str) -> TournamentSnapshot:
    return cache.load_cached_snapshot(get_tournament_or_404(code))


def get_tournament_or_404(code: str) -> Marked:
    """Return the announced tournament with this code.

    :raises Http404: if the tournament doesn't exist or hasn't been announced
    """
    row = cache.annotate_marks(listing.find_announced_tournaments()).select_related("luck").filter(code=code).first()
    if row is None:
        raise Http404(_("We can’t find a tournament with this code."))
    return row


def _convert_to_builtins(told: object) -> Any:
    return msgspec.to_builtins(told, enc_hook=str)
