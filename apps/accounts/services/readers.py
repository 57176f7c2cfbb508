"""Answers to a page whose player is no longer logged in."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

from apps.accounts.errors import LoggedOut, ReaderChanged
from apps.accounts.models import Player
from apps.common.errors import DomainError
from apps.common.response_marks import set_mark

_SECRET_FIELD_PATTERN: Final = re.compile("pass|secret|csrf|token", re.IGNORECASE)
"""Names of form fields that are never shown again."""


def find_change(request: HttpRequest, reader: Player | AnonymousUser) -> DomainError | None:
    """Return what to tell a page that wasn't made for the current reader, or None if it was.

    Pages without scripts don't say who they were made for.
    """
    key = request.headers.get("X-Reader")
    if not key or (isinstance(reader, Player) and key == reader.page_key):
        return None
    return ReaderChanged() if isinstance(reader, Player) else LoggedOut()


def answer_change(request: HttpRequest, change: DomainError) -> HttpResponse:
    """Say what has changed. Scripts get only the sentence, which leaves the page as it is."""
    context = {
        "error": change,
        "logged_out": isinstance(change, LoggedOut),
        "login": login_address(page_address(request)),
        "page": page_address(request),
        "written": "\n\n".join(written_words(request)),
    }
    template = "account/reader_changed.html" if asked_by_scripts(request) else "401.html"
    response = render(request, template, context, status=change.status)
    response["X-Reader-Changed"] = "yes"
    add_never_cache_headers(response)
    return response


def asked_by_scripts(request: HttpRequest) -> bool:
    """Check whether a page's scripts request a part of it and can show a sentence in place."""
    return request.headers.get("HX-Request") == "true" or "X-Reader" in request.headers


def written_words(request: HttpRequest) -> list[str]:
    """Return the texts that were sent, from any field, because they must not be lost.

    A text has more than one word or non-ASCII letters, because some languages don't put spaces between words.
    """
    sent = (
        value for name, values in request.POST.lists() if not _SECRET_FIELD_PATTERN.search(name) for value in values
    )
    return [text for text in sent if _is_text(text.strip())]


def _is_text(value: str) -> bool:
    return any(sign.isalpha() for sign in value) and (not value.isascii() or len(value.split()) > 1)


def was_made_for_player(request: HttpRequest) -> bool:
    """Check whether a form sent without a login was drawn for a player. Its page's scripts add the player.

    Without scripts, the browser can still have the cookie of an ended session. If the player logged out in this
    browser, the cookie is gone, and nothing distinguishes them from a stranger.
    """
    lost = settings.SESSION_COOKIE_NAME in request.COOKIES and request.session.is_empty()
    return lost or bool(request.POST.get("reader"))


def mark_offered(response: HttpResponse) -> HttpResponse:
    """Mark the refusal of a button that strangers see, too. Its page tells them that they need an account."""
    return set_mark(response, "offered_to_strangers")


def login_address(then: str) -> str:
    """Return the login URL that leads back to this page afterwards."""
    return f"{resolve_url(settings.LOGIN_URL)}?next={quote(then)}"


def page_address(request: HttpRequest) -> str:
    """Return the path of the page that made this request, or its own path if it is a page."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    if request.method in ("GET", "HEAD") and request.headers.get("HX-Request") != "true":
        return request.get_full_path()
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return "/"
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path or "/"
