"""An answer that goes on for minutes when its request is long done with (see `config.asgi`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from django.http import StreamingHttpResponse

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]
GoOn: TypeAlias = Callable[[Receive, Send], Awaitable[None]]
"""Sends the rest of an answer, until it is all or nobody reads it any more."""


class EventStream(StreamingHttpResponse):
    """Its head is sent like that of any answer; all that follows is up to `go_on`, which must keep nothing of the
    request: with its session, its user, its thread and its caches it is many times as large as somebody who waits.
    """

    def __init__(self, go_on: GoOn) -> None:
        super().__init__(_nothing(), content_type="text/event-stream")
        self.go_on = go_on
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield
