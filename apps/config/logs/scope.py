"""Request ids in log lines: which request, or which task of a worker, this thread is busy with."""

from __future__ import annotations

import logging
import re
import secrets
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final

from django.http import HttpRequest

HEADER: Final = "X-Request-ID"
"""In which a proxy says what it calls a request, and every answer says what we call it."""
_META: Final = "slowfuse.scope"
_SECRET: Final = frozenset(("token", "key", "uidb36"))
"""How addresses call a part that is one."""
_SANE: Final = re.compile(r"[0-9A-Za-z-]{8,64}")


class Scope:
    """What lines of the log belong to. The view is looked up when a line is written: most requests write none."""

    __slots__ = ("began", "request", "request_id", "task")

    def __init__(self, request_id: str, *, request: HttpRequest | None = None, task: str = "") -> None:
        self.request_id = request_id
        self.request = request
        self.task = task
        self.began = perf_counter()
        if request is not None:  # Not the scope itself: in a circle, both would wait for the garbage collector.
            request.META[_META] = (request_id, self.began)

    @property
    def view(self) -> str:
        """The name of the view that answers, as `reverse` knows it; empty as long as none was found."""
        found = self.request and self.request.resolver_match
        return found.view_name if found else ""

    @property
    def secrets(self) -> list[str]:
        """What of its address opens something to whoever knows it: a feed, an invitation, a forgotten password."""
        found = self.request and self.request.resolver_match
        return [str(value) for name, value in found.kwargs.items() if name in _SECRET and value] if found else []

    @property
    def duration(self) -> float:
        """Seconds since it began."""
        return perf_counter() - self.began


current: Final[ContextVar[Scope | None]] = ContextVar("slowfuse_log_scope", default=None)


def sane(given: Any) -> str:
    """What somebody else calls a request, if that can stand in a line of the log; else an id of our own."""
    return given if isinstance(given, str) and _SANE.fullmatch(given) else secrets.token_hex(16)


def of(record: logging.LogRecord) -> Scope | None:
    """Django says what it answered when the last middleware is done with it; it names the request itself then."""
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest) or _META not in request.META:
        return current.get()
    known = Scope("", request=None)
    known.request = request
    known.request_id, known.began = request.META[_META]
    return known
