"""Middlewares that answer unreadable requests, and set headers for every page."""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, SuspiciousOperation
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.cache import get_max_age
from django.views.defaults import bad_request

from apps.common import clocks
from apps.common.refusals import error_page
from apps.common.response_marks import has_mark
from apps.matches.services import uptime

logger = logging.getLogger(__name__)

MONITORED_PATHS: Final = ("/healthz", "/readyz", "/metrics")
"""Paths that load balancers and scrapers request by a machine's address."""


class NeedsNothing:
    """A middleware that forbids unused browser features and limits where pages load from.

    Both headers are the same for every page, except those made for frames, so they are built once. A library that built
    the second for every answer took a twentieth of a turn.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = ", ".join(f"{feature}=()" for feature in settings.FEATURES_WITHOUT_USE)
        self.sources = settings.CONTENT_SECURITY_POLICY
        self.framed = settings.CONTENT_SECURITY_POLICY_FRAMED

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = self.policy
        framed = has_mark(response, "may_be_framed")
        response["Content-Security-Policy"] = self.framed if framed else self.sources
        return response


class KnownHost:
    """A middleware that answers 400 for unknown hosts, but answers monitors by any name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost as error:
            # Pages read it, even this one. Our own may be missing from ALLOWED_HOSTS, so it's never checked.
            request.get_host = lambda: urlsplit(settings.SLOWFUSE_SITE).netloc  # type: ignore[method-assign]
            if request.path not in MONITORED_PATHS:
                logger.warning("Unknown host refused: %s", str(error)[:200])
                return error_page(bad_request, request, error)
        return self.get_response(request)


class ServerClock:
    """A middleware that sends the current time with every answer, for countdowns independent of the device's clock.

    Cacheable answers carry no time, because it would be outdated.

    Of a page's own headers, scripts can read only `Server-Timing`. `Date` only has whole seconds, and comes from the
    clock of this process even if that is wrong.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not get_max_age(response):
            response["Server-Timing"] = f"now;dur={clocks.now().timestamp() * 1000:.0f}"
        return response


class Awake:
    """A middleware that notices an outage before a request changes anything.

    Otherwise the first player to return would find that silence counted as an answer while no one could answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD", "OPTIONS", "TRACE"):
            with suppress(DatabaseError, InterfaceError):  # The page that needs the database reports it.
                uptime.beat_if_due(now=clocks.now())
        return self.get_response(request)


UNREADABLE: Final = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, ValueError)
"""The exceptions Django raises on first access to an unreadable form."""


class Unreadable:
    """A middleware that answers 400 instead of 500 for an unreadable request, with our page and one log line.

    Django reads a form for its CSRF check and again on the error page, so the same error would recur in every layer.
    Here it is read before that.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _read_form(request)
        except UNREADABLE as error:
            request.encoding = "utf-8"  # The page may read the query string.
            request.POST = QueryDict()
            return error_page(bad_request, request, error)
        return self.get_response(request)


def _read_form(request: HttpRequest) -> None:
    """Read the form, if there is one.

    :raises UNREADABLE: if it can't be read
    """
    charset = (request.content_params or {}).get("charset")
    if charset is not None:
        if not _is_utf8(charset):
            raise BadRequest(f"Forms must be sent in UTF-8, not in {charset!r}.")
        request.encoding = "utf-8"  # Django knows only one of its spellings.
    if request.method == "POST":
        # Reading the whole body checks its size first. Reading it in parts would check only those and wait for the
        # rest.
        _whole, _form = request.body, request.POST


def _is_utf8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False
