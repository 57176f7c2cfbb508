"""Tables before the match, invitations to them, and the ways that lead to one: quick match and rematch."""

from __future__ import annotations

from functools import partial
from typing import Annotated, TypeAlias

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Header, Query, Router, Schema, Status

from apps.accounts.services import relations
from apps.api import cursors, schemas
from apps.api.addresses import build_absolute_url
from apps.api.authentication import READ, TABLES, get_player, get_token
from apps.api.field_types import Code, GameSlug, IdempotencyKey, InvitationToken, PaceName
from apps.api.routes.clubs import get_club_or_404
from apps.clubs.services import limits
from apps.clubs.services.tables import join_club_table, open_requested_table
from apps.common import clocks
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.lobby import table_form
from apps.lobby.errors import SettingsRefused
from apps.lobby.selectors import listing
from apps.lobby.selectors.seen_table import SeenTable, load_seen_table, see_table
from apps.lobby.services import idempotency, invitations, quick_match, rematch, tables

router = Router(tags=["tables"])
_TABLE: dict[int, object] = {200: schemas.LobbyTable, **schemas.PLAYER_PROBLEMS}
_TABLES: dict[int, object] = {200: schemas.Page[schemas.LobbyTable], **schemas.PLAYER_PROBLEMS}
_NOTHING: dict[int, object] = {204: None, **schemas.PLAYER_PROBLEMS}
RepeatableKey: TypeAlias = Annotated[
    IdempotencyKey,
    Header("", alias="Idempotency-Key", description="Repeats with the same key within a day get the first answer."),
]


class Wanted(Schema):
    """Filters for the list of tables."""

    game: GameSlug = ""
    pace: PaceName = ""
    cursor: cursors.OfTwo = ""


@router.get("tables/", operation_id="listTables", auth=READ, response=_TABLES)
def list_tables(request: HttpRequest, wanted: Query[Wanted]) -> dict[str, object]:
    """Return listed tables that wait for players, newest first, without your own. Filter by game or pace.
    Scope: read.
    """
    player = get_player(request).pk
    filters = listing.Wanted(game=wanted.game, pace=wanted.pace)
    found = listing.find_waiting_tables(filters, player=player, before=wanted.cursor, most=cursors.PAGE_SIZE + 1)
    shown, apart = found[: cursors.PAGE_SIZE], relations.find_players_apart(player)
    more = (
        cursors.encode_cursor(cursors.encode_instant(shown[-1].created_at), shown[-1].pk)
        if len(found) > len(shown)
        else None
    )
    return {"items": [_encode_table(see_table(table, player=player, apart=apart)) for table in shown], "next": more}


@router.post("tables/", operation_id="openTable", auth=TABLES, response=_TABLE)
def open_table(request: HttpRequest, body: schemas.TableBody, key: RepeatableKey = "") -> dict[str, object]:
    """Open a table and take its first seat. If it is for a club, only its members can find and join it.
    Scope: tables.
    """

    def act() -> dict[str, object]:
        open_ = tables.open_requested_table
        if body.club:
            open_ = partial(open_requested_table, code=get_club_or_404(body.club, request).code)
        table = open_(host=get_player(request), game=body.game, posted=_encode_form(body), now=clocks.now())
        return _describe_table(table.code, request)

    told = {"open": body.model_dump(exclude=set() if body.club else {"club"})}
    return idempotency.answer_once(token=get_token(request).pk, key=key, request=told, act=act, now=clocks.now())


@router.get("tables/{code}/", operation_id="getTable", auth=READ, response=_TABLE)
def get_table(request: HttpRequest, code: Code) -> dict[str, object]:
    """Return a table. Once it has started, it tells the code of its match. Scope: read."""
    return _describe_table(code, request)


@router.delete("tables/{code}/", operation_id="closeTable", auth=TABLES, response=_NOTHING)
def close_table(request: HttpRequest, code: Code) -> Status[None]:
    """Close the table that you host. Scope: tables."""
    tables.close_table(code=code, host=get_player(request))
    return Status(204, None)


@router.post("tables/{code}/join/", operation_id="joinTable", auth=TABLES, response=_TABLE)
def join_table(request: HttpRequest, code: Code) -> dict[str, object]:
    """Join a table. If it starts by itself, the last player to join starts the match. Scope: tables."""
    tables.join_table(code=code, player=get_player(request), now=clocks.now())
    return _describe_table(code, request)


@router.get(
    "clubs/{code}/tables/",
    operation_id="listClubTables",
    auth=READ,
    response={200: list[schemas.LobbyTable], **schemas.PLAYER_PROBLEMS},
)
def list_club_tables(request: HttpRequest, code: Code) -> list[dict[str, object]]:
    """Return the open tables of a club you are in, up to 20, the newest first. Scope: read."""
    club, player = get_club_or_404(code, request), get_player(request).pk
    apart = relations.find_players_apart(player)
    found = listing.find_circle_tables(club.code, apart=apart)
    return [_encode_table(see_table(table, player=player, apart=apart)) for table in found]


@router.post("clubs/{code}/tables/{table}/join/", operation_id="joinClubTable", auth=TABLES, response=_TABLE)
def join_table_of_club(request: HttpRequest, code: Code, table: Code) -> dict[str, object]:
    """Join a table of a club you are in. Scope: tables."""
    club, player = get_club_or_404(code, request), get_player(request)
    limits.limit_club_actions(player=player.pk)
    join_club_table(code=club.code, table=table, player=player, now=clocks.now())
    return _describe_table(table, request)


@router.post("tables/{code}/word/", operation_id="giveWord", auth=TABLES, response=_TABLE)
def give_word(request: HttpRequest, code: Code, body: schemas.WordBody) -> dict[str, object]:
    """Add a word of yours to the shuffle of a table where you sit, in place of an earlier one. It stays secret until
    the match is over. An empty word removes it. Scope: tables.
    """
    tables.give_word(code=code, player=get_player(request), word=body.word)
    return _describe_table(code, request)


@router.post("tables/{code}/leave/", operation_id="leaveTable", auth=TABLES, response=_NOTHING)
def leave_table(request: HttpRequest, code: Code) -> Status[None]:
    """Leave a table. The next player becomes the host, and with the last player it is closed. Scope: tables."""
    tables.leave_table(code=code, player=get_player(request))
    return Status(204, None)


@router.post("tables/{code}/invite/", operation_id="inviteToTable", auth=TABLES, response=_TABLE)
def invite_to_table(request: HttpRequest, code: Code, body: schemas.InviteBody) -> dict[str, object]:
    """Invite a player by name to a table where you sit. If no one of this name can be invited, you are not told.
    Scope: tables.
    """
    invitations.ask_by_name(code=code, by=get_player(request), name=body.name, now=clocks.now())
    return _describe_table(code, request)


@router.post("tables/{code}/bots/", operation_id="fillWithBots", auth=TABLES, response=_TABLE)
def fill_with_bots(request: HttpRequest, code: Code) -> dict[str, object]:
    """Seat house bots in all free seats of the table that you host. Scope: tables."""
    tables.fill_with_bots(code=code, host=get_player(request))
    return _describe_table(code, request)


@router.post("tables/{code}/start/", operation_id="startTable", auth=TABLES, response=_TABLE)
def start_table(request: HttpRequest, code: Code) -> dict[str, object]:
    """Start the match of the table that you host. Asking again changes nothing. Scope: tables."""
    tables.start_table(code=code, host=get_player(request), now=clocks.now())
    return _describe_table(code, request)


@router.post("quick-match/", operation_id="joinQuickMatch", auth=TABLES, response=_TABLE)
def join_quick_match(request: HttpRequest, body: schemas.QuickMatchBody, key: RepeatableKey = "") -> dict[str, object]:
    """Join a table of someone who looks for the same, or open one. Asking again returns the same table until it
    starts. Scope: tables.
    """
    player = get_player(request)
    quick_match.limit_searches(str(player.pk))

    def act() -> dict[str, object]:
        try:
            table = quick_match.join_quick_match(
                player=player,
                game=body.game,
                pace_name=body.pace,
                rated=body.rated,
                language=player.language[:2],
                now=clocks.now(),
            )
        except Illegal as error:
            raise SettingsRefused(_("This game can’t be played at that pace. Choose another one.")) from error
        return _describe_table(table.code, request)

    told = {"quick": body.model_dump()}
    return idempotency.answer_once(token=get_token(request).pk, key=key, request=told, act=act, now=clocks.now())


@router.post("matches/{code}/rematch/", operation_id="playRematch", auth=TABLES, response=_TABLE)
def play_rematch(request: HttpRequest, code: Code) -> dict[str, object]:
    """Open the rematch of a match that you played, or join it if it's open. Scope: tables."""
    table = rematch.play_again(match=code, player=get_player(request), now=clocks.now())
    return _describe_table(table.code, request)


@router.get(
    "me/tables/",
    operation_id="listMyTables",
    auth=READ,
    response={200: list[schemas.LobbyTable], **schemas.PLAYER_PROBLEMS},
)
def list_my_tables(request: HttpRequest) -> list[dict[str, object]]:
    """Return the open tables where you sit, the newest first. Scope: read."""
    player = get_player(request).pk
    return [_encode_table(see_table(table, player=player, apart=())) for table in listing.find_own_tables(player)[1]]


@router.get(
    "me/invitations/",
    operation_id="listMyInvitations",
    auth=READ,
    response={200: list[schemas.TableInvitation], **schemas.PLAYER_PROBLEMS},
)
def list_my_invitations(request: HttpRequest) -> list[dict[str, object]]:
    """Return the open invitations to tables, the newest table first. Scope: read."""
    player = get_player(request).pk
    return [
        {"token": asked.token, "by": asked.by, "table": _encode_table(see_table(asked.table, player=player, apart=()))}
        for asked in listing.find_own_tables(player)[0]
    ]


@router.post("me/invitations/{invitation}/accept/", operation_id="acceptInvitation", auth=TABLES, response=_TABLE)
def accept_invitation(request: HttpRequest, invitation: InvitationToken) -> dict[str, object]:
    """Accept an invitation and join its table. Scope: tables."""
    table = invitations.accept_invitation(token=invitation, player=get_player(request), now=clocks.now())
    return _describe_table(table.code, request)


@router.post("me/invitations/{invitation}/decline/", operation_id="declineInvitation", auth=TABLES, response=_NOTHING)
def decline_invitation(request: HttpRequest, invitation: InvitationToken) -> Status[None]:
    """Decline an invitation. Scope: tables."""
    invitations.decline_invitation(token=invitation, player=get_player(request), now=clocks.now())
    return Status(204, None)


def _describe_table(code: str, request: HttpRequest) -> dict[str, object]:
    return _encode_table(load_seen_table(code, player=get_player(request).pk))


def _encode_form(body: schemas.TableBody) -> dict[str, str]:
    """Return the settings as the form of a new table sends them."""
    ticked = ("rated", "newcomers", "friends_only", "bots_welcome")
    wishes = {name: "on" for name in ticked if getattr(body, name)} | (
        {"by_itself": "on"} if body.starts_by_itself else {}
    )
    wishes |= {
        "public": "yes" if body.listed else "no",
        "language": body.language,
        "least_share": "" if body.on_time_percent is None else str(body.on_time_percent),
        "bots_after": "" if body.bots_after_hours is None else str(body.bots_after_hours),
        "opponents": body.bot_strength,
    }
    return table_form.encode_settings(
        load_games()[body.game],
        seats=body.seats,
        preset=body.preset,
        options=body.options,
        pace=body.pace,
        times=body.times,
        wishes=wishes,
    )


def _encode_table(seen: SeenTable) -> dict[str, object]:
    table = seen.table
    return {
        "code": table.code,
        "commitment": table.commitment,
        "game": table.game,
        "host": table.host_name,
        "seats": [{"kind": place.kind, "name": place.name} for place in seen.places],
        "joined": seen.mine,
        "match": table.match_code or None,
        "options": table.options,
        "pace": table.pace,
        "pace_name": table.pace_name,
        "listed": table.public,
        "club": table.circle or None,
        "rated": table.rated,
        "language": table.language,
        "on_time_percent": None if table.least_share is None else round(table.least_share * 100),
        "newcomers": table.newcomers,
        "friends_only": table.friends_only,
        "bots_welcome": table.bots_welcome and not table.rated,
        "starts_by_itself": table.by_itself,
        "bots_join_at": table.bots_at,
        "bot_strength": table.opponents,
        "opened_at": table.created_at,
        "invited": list(seen.invited),
        "url": build_absolute_url(table.get_absolute_url()),
    }
