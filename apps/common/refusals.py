"""Pages for refusals. Every `DomainError` that no view has handled is answered here.

Django answers what it raises itself (`Http404`, `PermissionDenied`), with the same templates.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import FieldDoesNotExist
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import bad_request

from apps.common.errors import Busy, DatabaseUnreachable, DomainError
from apps.common.transactions import is_lock_error

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS: Final = "5"
"""Seconds after which a request that couldn't be answered can be repeated."""


class RefusalMiddleware:
    """A middleware that answers an error with its status and a page with its sentence.

    An error of the database is answered with 503 instead of 500, because nothing is broken and unfinished work wasn't
    saved. A lock held too long is distinguished from an unreachable database, because only the latter needs an
    operator.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DomainError):
            _log_refusal(request, exception)
            return render_refusal_page(request, exception)
        if _has_unstorable_value(request, exception):
            return error_page(bad_request, request, exception)  # Forms refuse it, while URLs and bare fields don't.
        if isinstance(exception, OperationalError) and is_lock_error(exception):
            _log_refusal(request, Busy())
            return page_without_reader(request, Busy())
        if isinstance(exception, OperationalError | InterfaceError):
            logger.error("Database unreachable: %s", exception)
            return page_without_reader(request, DatabaseUnreachable())
        return None


def _log_refusal(request: HttpRequest, error: DomainError) -> None:
    if isinstance(error, Busy):
        logger.warning("Blocked by a database lock at %r", request.path)
    elif error.status >= 500:
        logger.error("%s at %r", type(error).__name__, request.path, exc_info=error)


def _has_unstorable_value(request: HttpRequest, exception: Exception) -> bool:
    """Check whether the request contains something no row can hold.

    That is a NUL or, in the admin, a ticked row that isn't a number or a field without a name. Django looks for that
    field before it checks permissions.
    """
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


def render_refusal_page(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Return a whole page with the sentence of the error, for its reader."""
    try:
        response = _build_refusal_response(error, {}, request)
    except (DatabaseError, InterfaceError):
        return page_without_reader(request, error)
    if request.headers.get("HX-Request") == "true":
        response["HX-Retarget"] = "body"  # It's a whole page, not a part of one, …
        response["HX-Reselect"] = "unset"  # … and doesn't contain the requested part.
    return response


def error_page(draw: Callable[..., HttpResponse], request: HttpRequest, exception: Exception) -> HttpResponse:
    """Draw one of Django's error pages, without the reader if they can't be loaded.

    :param draw: one of `django.views.defaults`
    """
    try:
        return draw(request, exception)
    except (DatabaseError, InterfaceError):
        unread = HttpRequest()
        unread.path, unread.get_host = request.path, request.get_host  # type: ignore[method-assign]
        return draw(unread, exception)


def page_without_reader(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Return the same page if the database doesn't answer, so the reader can't be loaded."""
    return _build_refusal_response(error, {"request": {"path": request.path}})


def _build_refusal_response(
    error: DomainError, context: Mapping[str, object], request: HttpRequest | None = None
) -> HttpResponse:
    body = render_to_string([f"{error.status}.html", "400.html"], {**context, "error": str(error)}, request)
    response = HttpResponse(body, status=error.status)
    add_never_cache_headers(response)
    if error.status == 503:
        response["Retry-After"] = RETRY_AFTER_SECONDS
    return response
