"""Tournaments, their standings and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import cursors, schemas
from apps.api.addresses import build_absolute_url
from apps.api.field_types import Code, GameSlug, TournamentStatus
from apps.tournaments.selectors import cache, document, listing
from apps.tournaments.selectors.snapshot import TournamentSnapshot

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

router = Router(tags=["tournaments"])


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
