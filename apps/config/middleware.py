"""When the database is away, a page says so and asks to try again; what it cannot hold is no address of ours, and what
nobody can read is no form. No page has a use for a camera.
"""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import BadRequest, DisallowedHost, FieldDoesNotExist, SuspiciousOperation
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.cache import get_max_age
from django.views.defaults import bad_request

from apps.common import clocks
from apps.common.errors import Busy, DatabaseUnreachable
from apps.common.refusals import error_page, page_without_reader
from apps.common.transactions import locked
from apps.matches.services import uptime

logger = logging.getLogger(__name__)

MONITORED: Final = ("/healthz", "/readyz", "/metrics")
"""What load balancers and scrapers ask for, by the address of a machine."""


class NeedsNothing:
    """Says with every answer what of a browser no page of ours may use, and from where it may load anything.

    Both are the same for every page (but for those that stand in pages of others), so they are written once: a library
    that put the second together anew for every answer took a twentieth of a turn.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = ", ".join(f"{feature}=()" for feature in settings.FEATURES_WITHOUT_USE)
        self.sources = settings.CONTENT_SECURITY_POLICY
        self.framed = settings.CONTENT_SECURITY_POLICY_FRAMED

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = self.policy
        framed = getattr(response, "may_be_framed", False)
        response["Content-Security-Policy"] = self.framed if framed else self.sources
        return response


class KnownHost:
    """Answers 400 to whoever asks for another host, and answers monitors by whatever name they know this machine."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost as error:
            # Pages ask for it, even this one. Our own may be missing from ALLOWED_HOSTS, so it's never checked.
            request.get_host = lambda: urlsplit(settings.SLOWFUSE_SITE).netloc  # type: ignore[method-assign]
            if request.path not in MONITORED:
                logger.warning("Unknown host refused: %s", str(error)[:200])
                return error_page(bad_request, request, error)
        return self.get_response(request)


class ServerClock:
    """Sends the current time with every answer, so that pages count down by it and not by the clock of a device. What a
    browser keeps says no time: it would be an old one.

    `Server-Timing` is the one header that scripts can read of a page itself. `Date` only has whole seconds, and comes
    from the clock of this process even where that is wrong.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not get_max_age(response):
            response["Server-Timing"] = f"now;dur={clocks.now().timestamp() * 1000:.0f}"
        return response


class DatabaseAway:
    """503 instead of 500: nothing is broken, and what was not finished was not done.

    A lock that somebody else held for too long is told from a database that is away: only there somebody is needed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if _beyond(request, exception):
            return error_page(bad_request, request, exception)  # Forms refuse it; addresses and bare fields come here.
        if isinstance(exception, OperationalError) and locked(exception):
            logger.warning("Blocked by a database lock at %r", request.path)
            return page_without_reader(request, Busy())
        if isinstance(exception, OperationalError | InterfaceError):
            logger.error("Database unreachable: %s", exception)
            return page_without_reader(request, DatabaseUnreachable())
        return None


def _beyond(request: HttpRequest, exception: Exception) -> bool:
    """Whether somebody asked for what no row can hold: a NUL or, in the admin, a ticked row that is no number or a
    field without a name, for which Django looks before it asks whether that is allowed."""
    match exception:
        case DataError():
            return "NUL" in str(exception)
        case ValueError():
            return _in_admin(request) and "_selected_action" in request.POST
        case FieldDoesNotExist():
            return _in_admin(request) and "" in (request.GET.get(TO_FIELD_VAR), request.POST.get(TO_FIELD_VAR))
        case _:
            return False


def _in_admin(request: HttpRequest) -> bool:
    found = request.resolver_match
    return found is not None and found.namespace == "admin"


class Awake:
    """If the house was closed, that is noticed before anything is changed: else the first to come back would find that
    the silence of those who could not speak has been taken for their answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD", "OPTIONS", "TRACE"):
            with suppress(DatabaseError, InterfaceError):  # The page that needs the database will say so.
                uptime.beat(now=clocks.now())
        return self.get_response(request)


UNREADABLE: Final = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, ValueError)
"""What Django raises at whoever first asks for a form that it cannot read."""


class Unreadable:
    """400 instead of 500 for a request that cannot be read, on a page of ours and with one line in the log.

    Django reads a form when its CSRF check asks for it, and asks again on the page that says what went wrong: the same
    error once more, in every layer. Here it is read before anybody asks.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _read(request)
        except UNREADABLE as error:
            request.encoding = "utf-8"  # The page may ask what is in the address.
            request.POST = QueryDict()
            return error_page(bad_request, request, error)
        return self.get_response(request)


def _read(request: HttpRequest) -> None:
    """Read the form, if there is one.

    :raises UNREADABLE: if that cannot be done
    """
    charset = (request.content_params or {}).get("charset")
    if charset is not None:
        if not _utf8(charset):
            raise BadRequest(f"Forms must be sent in UTF-8, not in {charset!r}.")
        request.encoding = "utf-8"  # However it was spelled: Django knows one spelling only.
    if request.method == "POST":
        # The whole is measured before it is read; whoever reads parts measures what they keep, and waits for the rest.
        _whole, _form = request.body, request.POST


def _utf8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False
