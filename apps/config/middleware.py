"""When the database is away, a page says so and asks to try again; what it cannot hold is no address of ours."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import bad_request

from apps.common.transactions import Busy, locked

logger = logging.getLogger(__name__)


class DatabaseAway:
    """503 instead of 500: nothing is broken, and what was not finished was not done.

    A lock that somebody else held for too long is told from a database that is away: only there somebody is needed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DataError) and "NUL" in str(exception):
            return bad_request(request, exception)  # Forms refuse it; addresses and bare fields come here.
        if isinstance(exception, Busy) or (isinstance(exception, OperationalError) and locked(exception)):
            logger.warning("Somebody else's lock was in the way at %s", request.path)
            error = _("The house is busy. Nothing was changed and nothing is lost; please try again.")
        elif isinstance(exception, OperationalError | InterfaceError):
            logger.error("The database is away: %s", exception)
            error = _("The house cannot reach its records just now. Nothing is lost; please try again in some minutes.")
        else:
            return None
        # Without the request: its reader could not be asked for, either.
        page = render_to_string("503.html", {"request": {"path": request.path}, "error": error})
        return HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})
