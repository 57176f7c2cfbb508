"""The question to newcomers of a game whether they want a lesson. A cookie and their account remember the answer."""

from __future__ import annotations

from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse

from apps.games import load_games
from apps.matches.selectors import lessons

PLAYED_COOKIE: Final = "played"
COOKIE_MAX_AGE_SECONDS: Final = 365 * 24 * 60 * 60

R = TypeVar("R", bound=HttpResponse)


def needs_lesson_question(request: HttpRequest, game: str) -> bool:
    """Check whether to ask a reader who wants to play.

    The game must have a lesson, and neither their browser nor their account knows of a match of it.
    """
    if load_games()[game].lesson is None or game in _list_decided_games(request):
        return False
    return request.user.pk is None or not lessons.has_played(player=request.user.pk, game=game)


def remember_lesson_answer(request: HttpRequest, response: R, game: str) -> R:
    """Set a cookie on the response so that the reader isn't asked again."""
    games = ".".join(sorted({*_list_decided_games(request), game}))
    response.set_cookie(
        PLAYED_COOKIE, games, max_age=COOKIE_MAX_AGE_SECONDS, samesite="Lax", httponly=True, secure=request.is_secure()
    )
    return response


def _list_decided_games(request: HttpRequest) -> set[str]:
    return {slug for slug in request.COOKIES.get(PLAYED_COOKIE, "").split(".") if slug in load_games()}
