"""Storage of preferences, with the account (also a guest's) or in a visitor's browser until they have one."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from apps.accounts import preferences
from apps.accounts.models import Player
from apps.accounts.preferences import Preferences

PREFERENCES_COOKIE: Final = "preferences"


def get_preferences(request: HttpRequest | None) -> Preferences:
    """Return the reader's preferences.

    A page drawn without its reader (the database is unreachable) gets the default.
    """
    user = getattr(request, "user", None)
    if isinstance(user, Player):
        return preferences.decode_preferences(user.preferences)
    return read_browser_preferences(request)


def read_browser_preferences(request: HttpRequest | None) -> Preferences:
    return preferences.from_cookie(getattr(request, "COOKIES", {}).get(PREFERENCES_COOKIE, ""))


def save_preferences(*, player: Player, chosen: Preferences) -> None:
    """Store the player's preferences."""
    player.preferences = chosen.chosen
    Player.objects.filter(pk=player.pk).update(preferences=player.preferences)


def take_over(request: HttpRequest, player: Player) -> None:
    """Copy the browser's preferences from before the login to the player, who keeps their own choices."""
    own = preferences.decode_preferences(player.preferences)
    both = preferences.merge_preferences(own, read_browser_preferences(request))
    if both != own:
        save_preferences(player=player, chosen=both)


def set_preferences_cookie(response: HttpResponse, chosen: Preferences) -> None:
    """Store the preferences in a visitor's browser."""
    if not chosen.chosen:
        delete_preferences_cookie(response)
        return
    response.set_cookie(
        PREFERENCES_COOKIE,
        preferences.as_cookie(chosen),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def delete_preferences_cookie(response: HttpResponse) -> None:
    response.delete_cookie(PREFERENCES_COOKIE, samesite=settings.LANGUAGE_COOKIE_SAMESITE)
