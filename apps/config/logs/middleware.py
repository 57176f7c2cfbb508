"""Request IDs, and a warning for each slow request. This is the first of all middlewares."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from apps.config.logs import scope
from apps.config.logs.statements import Statements

logger = logging.getLogger(__name__)


class RequestScope:
    """A middleware that adds the request ID to everything logged during a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        known = scope.Scope(scope.get_safe_request_id(request.META.get("HTTP_X_REQUEST_ID")), request=request)
        token = scope.current.set(known)
        try:
            response = self._answer(request, known)
        finally:
            scope.current.reset(token)
        response[scope.REQUEST_ID_HEADER] = known.request_id
        return response

    def _answer(self, request: HttpRequest, known: scope.Scope) -> HttpResponse:
        limit = settings.SLOWFUSE_SLOW_SECONDS
        if not limit:
            return self.get_response(request)
        statements = Statements()
        with connection.execute_wrapper(statements):
            response = self.get_response(request)
        if (took := known.duration) > limit:
            logger.warning(
                "Slow request: %s %s took %.2f s, including %.2f s for %d database statements. Slowest: %s",
                request.method,
                known.view or "(no view)",
                took,
                statements.seconds,
                len(statements),
                statements.slowest() or "none",
                extra={"fields": statements.fields()},
            )
        return response
