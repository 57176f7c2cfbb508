"""Tells times in the zone of whoever reads them, and everything in their language."""

from __future__ import annotations

from contextlib import suppress

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from apps.accounts import time_zones
from apps.accounts.models import Player
from apps.accounts.services import guests, languages, preferences, session_rotation


class TimeZoneMiddleware(MiddlewareMixin):
    """Activates the reader's zone and language in the moment the reader is loaded: pages that load nobody pay nothing.

    The language is kept in the browser, too, where it is known before anybody is loaded. Only the first page after it
    was chosen elsewhere finds another one there; `base.html` asks for its reader before it says a word.
    """

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()  # The thread may have served somebody else before.
        request.user = SimpleLazyObject(lambda: _at_home(request))  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        reader = _loaded(request)
        if reader is not None and languages.known(reader.language):
            languages.remember(request, response, reader.language)
        if reader is not None and preferences.COOKIE in request.COOKIES:
            with suppress(DatabaseError):  # Then the next page will do.
                preferences.take_over(request, reader)
                preferences.forget(response)
        return response


def _at_home(request: HttpRequest) -> Player | AnonymousUser:
    session_rotation.carry_over(request)
    user = get_user(request)
    if isinstance(user, Player):
        guests.come_home(request, user)
    timezone.activate(
        user.zone if isinstance(user, Player) else time_zones.zone(time_zones.of_browser(request.COOKIES))
    )
    if isinstance(user, Player) and languages.known(user.language):
        translation.activate(user.language)
    return user


def _loaded(request: HttpRequest) -> Player | None:
    """Who reads, if the page has asked for them or they have just logged in."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        # The only way to look at a lazy object without waking it.
        user = vars(user)["_wrapped"]
    return user if type(user) is Player else None
