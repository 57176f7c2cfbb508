"""The player of an access token, with their questions and matches."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.authentication import READ, get_player, get_token
from apps.matches.selectors import player_matches

router = Router(tags=["me"], auth=READ)


@router.get("me/", operation_id="getMe", response={200: schemas.Account, **schemas.PLAYER_PROBLEMS})
def get_me(request: HttpRequest) -> dict[str, object]:
    """Return whom the token is for and what it allows. Scope: read."""
    player, token = get_player(request), get_token(request)
    return {
        "name": player.username,
        "bot": player.bot,
        "scopes": token.scopes.split(),
        "url": build_absolute_url(reverse("people:profile", args=[player.username])),
    }


@router.get(
    "me/questions/",
    operation_id="listMyQuestions",
    response={200: list[schemas.OpenQuestion], **schemas.PLAYER_PROBLEMS},
)
def list_my_questions(request: HttpRequest) -> list[dict[str, object]]:
    """Return the questions that wait for you, up to 100, the soonest deadline first. Scope: read."""
    return [
        {
            "match": question.code,
            "game": question.game,
            "seat": question.seat,
            "key": question.key,
            "asked_at": question.opened_at,
            "deadline": question.lapses_at,
        }
        for question in player_matches.find_open_questions(player=get_player(request).pk)
    ]


@router.get(
    "me/matches/", operation_id="listMyMatches", response={200: list[schemas.OwnMatch], **schemas.PLAYER_PROBLEMS}
)
def list_my_matches(request: HttpRequest) -> list[dict[str, object]]:
    """Return your running matches, the latest first. Scope: read."""
    return [
        {
            "code": chair.match.code,
            "game": chair.match.game,
            "seat": chair.index,
            "status": chair.match.status,
            "begun_at": chair.match.begun_at,
        }
        for chair in player_matches.find_running_chairs(player=get_player(request).pk)
    ]
