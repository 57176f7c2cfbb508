"""Renewal of sessions, which last three months from the last visit instead of the login."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse

from apps.accounts.models import Player
from apps.common import clocks

RENEWAL_DAY_KEY: Final = "renewed"
"""The day on which the session and its cookie last got their full lifetime."""


def renew_session(request: HttpRequest, response: HttpResponse) -> None:
    """Give a session in use and its cookie their full lifetime again, at most once a day.

    It never makes a page fail. If the database is busy or unreachable, the next page does it. A session that has just
    ended elsewhere stays ended.
    """
    session, today = request.session, clocks.now().date().isoformat()
    key = session.session_key
    if not key or session.get(RENEWAL_DAY_KEY) == today:
        return
    _note_visit(request)
    saved_anyway = session.modified
    session[RENEWAL_DAY_KEY] = today
    if saved_anyway:
        return
    with suppress(DatabaseError, UpdateError), transaction.atomic():
        session.save()
        response.set_cookie(
            settings.SESSION_COOKIE_NAME,
            key,
            max_age=session.get_expiry_age(),
            domain=settings.SESSION_COOKIE_DOMAIN,
            path=settings.SESSION_COOKIE_PATH,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=settings.SESSION_COOKIE_HTTPONLY,
            samesite=settings.SESSION_COOKIE_SAMESITE,
        )
    session.modified = False


def _note_visit(request: HttpRequest) -> None:
    """Store the visit as a guest's last login. Guests log in only once, and are deleted if they stay away."""
    if not request.user.is_authenticated:
        return
    with suppress(DatabaseError), transaction.atomic():
        Player.objects.filter(pk=request.user.pk, guest=True).update(last_login=clocks.now())
