"""The question to newcomers of a game whether they want a lesson. A cookie and their account remember the answer."""

from __future__ import annotations

from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse

from apps.games import catalogue
from apps.matches.selectors import lessons

COOKIE: Final = "played"
YEAR: Final = 365 * 24 * 60 * 60

R = TypeVar("R", bound=HttpResponse)


def undecided(request: HttpRequest, game: str) -> bool:
    """Check whether to ask a reader who wants to play.

    The game must have a lesson, and neither their browser nor their account knows of a match of it.
    """
    if catalogue()[game].lesson is None or game in _decided(request):
        return False
    return request.user.pk is None or not lessons.has_played(player=request.user.pk, game=game)


def decided(request: HttpRequest, response: R, game: str) -> R:
    """Set a cookie on the response so that the reader isn't asked again."""
    games = ".".join(sorted({*_decided(request), game}))
    response.set_cookie(COOKIE, games, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return response


def _decided(request: HttpRequest) -> set[str]:
    return {slug for slug in request.COOKIES.get(COOKIE, "").split(".") if slug in catalogue()}
