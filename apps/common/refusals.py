"""How a refusal becomes a page: every `DomainError` that no view has answered is answered here.

What Django raises itself (`Http404`, `PermissionDenied`) is answered by Django, with the same templates.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers

from apps.common.errors import Busy, DomainError

logger = logging.getLogger(__name__)

RETRY_AFTER: Final = "5"
"""Seconds after which it may be asked again what could not be answered just now."""


class RefusalMiddleware:
    """Answers with the status of the error and a page with its sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError):
            return None
        if isinstance(exception, Busy):
            logger.warning("Blocked by a database lock at %r", request.path)
        elif exception.status >= 500:
            logger.error("%s at %r", type(exception).__name__, request.path, exc_info=exception)
        return page(request, exception)


def page(request: HttpRequest, error: DomainError) -> HttpResponse:
    """A whole page with the sentence of the error, as its reader is used to pages."""
    try:
        response = _answer(error, {}, request)
    except (DatabaseError, InterfaceError):
        return page_without_reader(request, error)
    if request.headers.get("HX-Request") == "true":
        response["HX-Retarget"] = "body"  # It is a whole page, not a part of one, …
        response["HX-Reselect"] = "unset"  # … and none of the part that was asked for is in it.
    return response


def error_page(draw: Callable[..., HttpResponse], request: HttpRequest, exception: Exception) -> HttpResponse:
    """Draw a page of Django's for what it refuses itself; if its reader can't be asked for, without one.

    :param draw: one of `django.views.defaults`
    """
    try:
        return draw(request, exception)
    except (DatabaseError, InterfaceError):
        unread = HttpRequest()
        unread.path, unread.get_host = request.path, request.get_host  # type: ignore[method-assign]
        return draw(unread, exception)


def page_without_reader(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The same where the database does not answer: who reads it could not be asked for, either."""
    return _answer(error, {"request": {"path": request.path}})


def _answer(error: DomainError, context: Mapping[str, Any], request: HttpRequest | None = None) -> HttpResponse:
    body = render_to_string([f"{error.status}.html", "400.html"], {**context, "error": str(error)}, request)
    response = HttpResponse(body, status=error.status)
    add_never_cache_headers(response)
    if error.status == 503:
        response["Retry-After"] = RETRY_AFTER
    return response
