"""Tell a page that the player it was made for is no longer logged in."""

from __future__ import annotations

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

WRITTEN: Final = ("text", "note", "details", "description")
"""Form fields that hold longer texts, which must not get lost."""


def find_change(request: HttpRequest, reader: Player | AnonymousUser) -> DomainError | None:
    """Return what to tell a page that wasn't made for the current reader; None if it was.

    Pages without scripts don't say for whom they were made.
    """
    key = request.headers.get("X-Reader")
    if not key or (isinstance(reader, Player) and key == reader.page_key):
        return None
    return ReaderChanged() if isinstance(reader, Player) else LoggedOut()


def answer_change(request: HttpRequest, change: DomainError) -> HttpResponse:
    """Say what has changed: for scripts only the sentence, which leaves the page as it is."""
    scripts = request.headers.get("HX-Request") == "true" or "X-Reader" in request.headers
    written = next((request.POST[name] for name in WRITTEN if request.POST.get(name)), "")
    context = {
        "error": change,
        "logged_out": isinstance(change, LoggedOut),
        "login": login_address(page_address(request)),
        "page": page_address(request),
        "written": written,
    }
    template = "account/reader_changed.html" if scripts else "401.html"
    response = render(request, template, context, status=change.status)
    response["X-Reader-Changed"] = "yes"
    add_never_cache_headers(response)
    return response


def login_address(then: str) -> str:
    """Return the address to log in at, and to be back on this page afterwards."""
    return f"{resolve_url(settings.LOGIN_URL)}?next={quote(then)}"


def page_address(request: HttpRequest) -> str:
    """Return the path of the page that a request was made from; of itself if it is one."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    if request.method in ("GET", "HEAD") and request.headers.get("HX-Request") != "true":
        return request.get_full_path()
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return "/"
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path or "/"
