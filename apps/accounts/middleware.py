"""Middlewares for the reader's time zone and language, and for readers who have been logged out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from apps.accounts import time_zones
from apps.accounts.errors import LoggedOut
from apps.accounts.models import Player
from apps.accounts.services import guests, languages, preferences, readers, session_renewal, session_rotation
from apps.common.errors import DomainError
from apps.common.response_marks import has_mark

_SELF_GUARDED_NAMESPACES: Final = ("", "admin", "api")
"""Namespaces that handle visitors who aren't logged in: allauth's, the admin, and the API, which has no login."""


class TimeZoneMiddleware(MiddlewareMixin):
    """A middleware that activates the reader's zone and language once the reader is loaded.

    Pages that don't load them pay nothing. The browser stores the language, too, so it's known before the reader is
    loaded. After it was chosen elsewhere, the first page finds an outdated one there, so `base.html` loads its reader
    before any text.
    """

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()  # The thread may have served someone else before.
        request.user = SimpleLazyObject(lambda: _load_reader(request))  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        reader = _get_loaded_reader(request)
        if reader is not None:
            session_renewal.renew_session(request, response)
        if reader is not None and languages.is_known_language(reader.language):
            languages.set_language_cookie(request, response, reader.language)
        if reader is not None and preferences.PREFERENCES_COOKIE in request.COOKIES:
            with suppress(DatabaseError):  # The next page does it.
                preferences.take_over(request, reader)
                preferences.delete_preferences_cookie(response)
        return response


class ReaderMiddleware:
    """A middleware that tells logged-out readers what happened instead of treating them as strangers.

    Nothing they sent is applied. If scripts get the login page, the whole browser goes there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        change = _find_reader_change(request) if "X-Reader" in request.headers else None
        if change and request.method == "POST":
            return readers.answer_change(request, change)
        response = self.get_response(request)
        if _leads_to_login(request, response):
            return _logged_out(request) if request.method == "POST" else _redirect_to_login(request, response)
        if change:
            return readers.answer_change(request, change)
        return _logged_out(request) if _was_refused_to_nobody(request, response) else response


def _find_reader_change(request: HttpRequest) -> DomainError | None:
    with suppress(DatabaseError, InterfaceError):  # The view reports it.
        return readers.find_change(request, request.user)
    return None


def _leads_to_login(request: HttpRequest, response: HttpResponse) -> bool:
    """Check whether the response only asks the reader to log in and would then return to this very address.

    Views that name another address to return to are left alone unless text would be lost. So is the admin, whose pages
    all accept GET.
    """
    if response.status_code != 302 or (found := request.resolver_match) is None or found.namespace == "admin":
        return False
    address, _, query = response["Location"].partition("?")
    then = QueryDict(query).get("next")
    if address != resolve_url(settings.LOGIN_URL) or then is None:
        return False
    return then == request.get_full_path() or (request.method == "POST" and bool(readers.written_words(request)))


def _redirect_to_login(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the redirect itself or, for scripts, one of the whole browser."""
    if request.headers.get("HX-Request") != "true":
        return response
    return HttpResponseClientRedirect(readers.login_address(readers.page_address(request)))


def _was_refused_to_nobody(request: HttpRequest, response: HttpResponse) -> bool:
    """Check whether a visitor who isn't logged in was refused something only players can do.

    Some buttons are offered to strangers, too, to tell them that they need an account.
    """
    if response.status_code not in (401, 403) or request.method != "POST" or has_mark(response, "untrusted"):
        return False
    found = request.resolver_match
    if found is None or found.namespace in _SELF_GUARDED_NAMESPACES or request.user.is_authenticated:
        return False
    return not has_mark(response, "offered_to_strangers") or readers.was_made_for_player(request)


def _logged_out(request: HttpRequest) -> HttpResponse:
    return readers.answer_change(request, LoggedOut())


def _load_reader(request: HttpRequest) -> Player | AnonymousUser:
    session_rotation.carry_over(request)
    user = get_user(request)
    if isinstance(user, Player):
        guests.set_awaited_zone(request, user)
    timezone.activate(
        user.zone if isinstance(user, Player) else time_zones.get_zone(time_zones.get_browser_zone(request.COOKIES))
    )
    if isinstance(user, Player) and languages.is_known_language(user.language):
        translation.activate(user.language)
    return user


def _get_loaded_reader(request: HttpRequest) -> Player | None:
    """Return the reader if the page has loaded them or they have just logged in."""
    user = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        # This is the only way to look at a lazy object without loading it.
        user = vars(user)["_wrapped"]
    return user if type(user) is Player else None
