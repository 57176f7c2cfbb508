"""The reader's language: their account's wherever they log in, or else this browser's."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from apps.accounts.models import Player


def get_browser_language(cookies: Mapping[str, str]) -> str:
    """Return the language chosen in this browser, empty if none."""
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if is_known_language(chosen) else ""


def is_known_language(language: str) -> bool:
    """Check whether the site has this language."""
    return language in dict(settings.LANGUAGES)


def save_language(*, player: Player, language: str) -> None:
    """Store the player's language. If empty, the browser's is used."""
    Player.objects.filter(pk=player.pk).update(language=language)
    player.language = language


def set_language_cookie(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Have the browser send this language from now on, so that it's known without loading the reader."""
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


def delete_language_cookie(response: HttpResponse) -> None:
    """Let the browser use its own language again."""
    response.delete_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
