"""Who has never played a game is asked once whether they want to be shown: kept in a cookie, beside their account."""

from __future__ import annotations

from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse

from apps.games import catalogue
from apps.matches.selectors import lessons

COOKIE: Final = "played"
YEAR: Final = 365 * 24 * 60 * 60

R = TypeVar("R", bound=HttpResponse)


def undecided(request: HttpRequest, game: str) -> bool:
    """Whether somebody who wants to play is to be asked: the game has a lesson, and neither their browser nor their
    account knows of a match of it.
    """
    if catalogue()[game].lesson is None or game in _decided(request):
        return False
    return request.user.pk is None or not lessons.has_played(player=request.user.pk, game=game)


def decided(request: HttpRequest, response: R, game: str) -> R:
    """The answer to a request, which lets the browser remember that it need not be asked again."""
    games = ".".join(sorted({*_decided(request), game}))
    response.set_cookie(COOKIE, games, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return response


def _decided(request: HttpRequest) -> set[str]:
    return {slug for slug in request.COOKIES.get(COOKIE, "").split(".") if slug in catalogue()}
