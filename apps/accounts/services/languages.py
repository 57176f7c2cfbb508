"""The language of whoever reads: what they chose, wherever they log in; else what this browser chose, or says."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from apps.accounts.models import Player


def of_browser(cookies: Mapping[str, str]) -> str:
    """The language that was chosen in this browser; empty if none was."""
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if known(chosen) else ""


def known(language: str) -> bool:
    """Whether the house speaks it."""
    return language in dict(settings.LANGUAGES)


def choose(*, player: Player, language: str) -> None:
    """The player reads this language from now on; empty: as the browser says."""
    Player.objects.filter(pk=player.pk).update(language=language)
    player.language = language


def remember(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Have the browser ask for this language itself the next time, so that nobody need be loaded to know it."""
    if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        )


def forget(response: HttpResponse) -> None:
    """Let the browser say again what it says by itself."""
    response.delete_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
