"""When the database is away, a page says so and asks to try again; what it cannot hold is no address of ours."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import bad_request

logger = logging.getLogger(__name__)


class DatabaseAway:
    """503 instead of 500: nothing is broken, and what was not finished was not done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DataError) and "NUL" in str(exception):
            return bad_request(request, exception)  # Forms refuse it; addresses and bare fields come here.
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("The database is away: %s", exception)
        # Without the request: its reader could not be asked for, either.
        page = render_to_string("503.html", {"request": {"path": request.path}})
        return HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})
