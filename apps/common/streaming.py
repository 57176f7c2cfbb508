"""A response that continues for minutes after its request is done (see `config.asgi`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TypeAlias

from django.http import StreamingHttpResponse

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, object]]]
Send: TypeAlias = Callable[[Mapping[str, object]], Awaitable[None]]
GoOn: TypeAlias = Callable[[Receive, Send], Awaitable[None]]
"""A function that sends the rest of a response until it's complete or its reader is gone."""


class EventStream(StreamingHttpResponse):
    """A response whose head is sent as usual and whose body is left to `go_on`.

    `go_on` must keep nothing of the request. With its session, user, thread and caches, it's many times larger than a
    waiting reader.
    """

    def __init__(self, go_on: GoOn, *, content_type: str = "text/event-stream") -> None:
        super().__init__(_yield_nothing(), content_type=content_type)
        self.go_on = go_on
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_chunk(send: Send, text: str) -> None:
    """Send the next part of a stream."""
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _yield_nothing() -> AsyncIterator[bytes]:
    return
    yield
