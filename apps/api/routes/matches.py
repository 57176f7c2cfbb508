"""Listed matches and their records."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema

from apps.api import cursors, schemas
from apps.api.addresses import build_absolute_url
from apps.api.field_types import AnyCode, AnyName, Code, GameSlug, MatchStatus
from apps.api.routes.tournaments import get_tournament_or_404
from apps.kernel.chance import compute_commitment
from apps.kernel.record import RECORD_FORMAT, RECORD_VERSION, Header, Player, Record, encode_raw, encode_record
from apps.matches.selectors import history, match_export, match_view, replay
from apps.people.selectors import profile

router = Router(tags=["matches"])
_EXAMPLE_HEADER: Final = Header(
    RECORD_FORMAT,
    RECORD_VERSION,
    "fuse",
    encode_raw({"seats": 2}),
    compute_commitment(bytes(32)),
    players=(Player("person", "ada"),),
)
RECORD_SCHEMA: Final = {
    "type": "string",
    "description": "One JSON object per line: first the header, then the moves with their facts, then the outcome.",
    "examples": [b"".join(encode_record(Record(_EXAMPLE_HEADER, moves=()))).decode()],
}
RECORD_RESPONSE: Final = {
    "responses": {200: {"description": "OK", "content": {"application/jsonl": {"schema": RECORD_SCHEMA}}}}
}


class Wanted(Schema):
    """Filters for the list of matches."""

    game: GameSlug = ""
    player: AnyName = ""
    status: MatchStatus = ""
    tournament: AnyCode = ""
    cursor: cursors.OfTwo = ""


@router.get("matches/", operation_id="listMatches", response={200: schemas.Page[schemas.Match], **schemas.PROBLEMS})
def list_matches(request: HttpRequest, wanted: Query[Wanted]) -> dict[str, object]:
    """Return public matches, newest first. Filter by game, player, tournament code or status. Status 404 means that
    the player or the tournament does not exist.
    """
    narrowed = {name: getattr(wanted, name) for name in ("game", "player", "status")}
    if wanted.player:
        profile.find_visible_player(name=wanted.player, reader=None)
    if wanted.tournament:
        narrowed["tournament"] = get_tournament_or_404(wanted.tournament).get_absolute_url()
    found = history.find_listed_matches(**narrowed)
    if wanted.cursor:
        at, key = cursors.decode_cursor(wanted.cursor)
        found = history.filter_matches_after(found, begun_at=cursors.decode_instant(at), key=key)
    rows = list(found[: cursors.PAGE_SIZE + 1])
    shown = rows[: cursors.PAGE_SIZE]
    more = (
        cursors.encode_cursor(cursors.encode_instant(shown[-1].begun_at), shown[-1].pk)
        if len(rows) > len(shown)
        else None
    )
    return {"items": [_encode_match(match) for match in shown], "next": more}


@router.get("matches/{code}/", operation_id="getMatch", response={200: schemas.Match, **schemas.PROBLEMS})
def get_match(request: HttpRequest, code: Code) -> dict[str, object]:
    """Return one listed match. Players see their unlisted ones from their seat."""
    found = history.find_listed_matches(code=code).first()
    if found is None:
        raise Http404(_("We can’t find a match with this code."))
    return _encode_match(found)


@router.get(
    "matches/{code}/record/",
    url_name="record",
    operation_id="getMatchRecord",
    response=schemas.PROBLEMS,
    openapi_extra=RECORD_RESPONSE,
)
def get_match_record(request: HttpRequest, code: Code) -> HttpResponse:
    """Return the record of a listed match as JSON Lines. A running match shows only what is public; a finished match
    shows everything, including the seed.
    """
    if not history.find_listed_matches(code=code).exists():
        raise Http404(_("We can’t find a match with this code."))
    loaded = match_view.load_played(code)
    observer = replay.may_look(loaded, wanted="referee" if loaded.match.outcome else "public")
    lines = encode_record(match_export.build_match_record(loaded, observer=observer))
    return HttpResponse(b"".join(lines), content_type="application/jsonl; charset=utf-8")


def _parse_tournament_code(path: str) -> str | None:
    """Return the code of the tournament whose page this is."""
    with suppress(Resolver404):
        found = resolve(path)
        return str(found.kwargs["code"]) if found.view_name == "tournaments:page" else None
    return None


def _encode_match(match: Any) -> dict[str, object]:
    row, outcome = history.build_history_row(match), match.outcome
    return {
        "code": row.code,
        "game": row.game,
        "status": row.status,
        "begun_at": row.begun_at,
        "over_at": row.over_at,
        "seats": [{"name": each.name, "person": each.person, "bot": each.bot} for each in row.people],
        "places": (outcome["places"] or None) if outcome else None,
        "scores": row.scores,
        "options": json.loads(match.setup)["options"],
        "pace": match.pace,
        "rated": match.rated,
        "commitment": match.commitment,
        "occasion": row.occasion,
        "tournament": _parse_tournament_code(row.occasion_path),
        "occasion_url": build_absolute_url(row.occasion_path) if row.occasion_path else "",
        "url": build_absolute_url(reverse("matches:record" if outcome else "matches:page", args=[row.code])),
        "record_url": build_absolute_url(reverse("api:record", args=[row.code])),
    }
