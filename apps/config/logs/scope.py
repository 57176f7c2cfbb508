"""Request IDs for log lines, from the request or worker task that this thread is handling."""

from __future__ import annotations

import logging
import re
import secrets
from contextvars import ContextVar
from time import perf_counter
from typing import Final

from django.http import HttpRequest

REQUEST_ID_HEADER: Final = "X-Request-ID"
"""The header with a proxy's name for a request, and in every answer our own."""
_META_KEY: Final = "slowfuse.scope"
_SECRET_PARAMETERS: Final = frozenset(("token", "key", "uidb36"))
"""URL parameters that are secret."""
_SAFE_REQUEST_ID: Final = re.compile(r"[0-9A-Za-z-]{8,64}")


class Scope:
    """The scope that log lines belong to.

    The view is looked up only when a line is written, because most requests write none.
    """

    __slots__ = ("began", "request", "request_id", "task")

    def __init__(self, request_id: str, *, request: HttpRequest | None = None, task: str = "") -> None:
        self.request_id = request_id
        self.request = request
        self.task = task
        self.began = perf_counter()
        if request is not None:  # Not the scope itself, because a cycle would keep both until garbage collection.
            request.META[_META_KEY] = (request_id, self.began)

    @property
    def view(self) -> str:
        """Return the name of the view as `reverse` knows it, or an empty text until one is found."""
        found = self.request and self.request.resolver_match
        return found.view_name if found else ""

    @property
    def secrets(self) -> list[str]:
        """Return the parts of its URL that grant access to anyone, e.g. of feeds, invitations and password resets."""
        found = self.request and self.request.resolver_match
        return (
            [str(value) for name, value in found.kwargs.items() if name in _SECRET_PARAMETERS and value]
            if found
            else []
        )

    @property
    def duration(self) -> float:
        """Return the seconds since it started."""
        return perf_counter() - self.began


current: Final[ContextVar[Scope | None]] = ContextVar("slowfuse_log_scope", default=None)


def get_safe_request_id(given: object) -> str:
    """Return the given request ID if it's safe to log, or else a new one."""
    return given if isinstance(given, str) and _SAFE_REQUEST_ID.fullmatch(given) else secrets.token_hex(16)


def get_scope(record: logging.LogRecord) -> Scope | None:
    """Return the scope of a record.

    Django logs the answer after the last middleware, and then names the request itself.
    """
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest) or _META_KEY not in request.META:
        return current.get()
    known = Scope("", request=None)
    known.request = request
    known.request_id, known.began = request.META[_META_KEY]
    return known
