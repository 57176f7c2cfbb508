"""The ASGI entry point for news streams. In an embedded installation it serves the pages, too."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

from apps.common.streaming import EventStream, GoOn, Receive, Send
from apps.config import warmup
from apps.config.requests import FromUvicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")


class _Answer:
    """A wrapper of `send` that keeps the answer open if a stream continues it."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.go_on: GoOn | None = None

    async def __call__(self, message: Mapping[str, object]) -> None:
        if self.go_on is not None and message["type"] == "http.response.body":
            message = {**message, "more_body": True}
        await self.send(message)


class InOneThread(ASGIHandler):
    """A handler that keeps a request in one thread from its first middleware to its answer.

    Django renders its error pages in any free thread (ticket 36027). They look up the reader, so each such thread
    opened a database connection and kept it. A few requests for unknown addresses used up the whole pool.

    A stream continues after the request is over. Otherwise it would keep that thread, and the caches in the request's
    context with a connection each.
    """

    request_class = FromUvicorn

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, object], receive: Receive, send: Send) -> None:
        if (go_on := await self._answer(scope, receive, send)) is not None:
            await go_on(receive, send)

    async def _answer(self, scope: dict[str, object], receive: Receive, send: Send) -> GoOn | None:
        answer = _Answer(send)
        await asyncio.create_task(super().__call__(scope, receive, answer))  # A task has a context of its own.
        return answer.go_on

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)

    async def send_response(self, response: HttpResponseBase, send: Send) -> None:
        if isinstance(response, EventStream) and isinstance(send, _Answer):
            send.go_on = response.go_on
        await super().send_response(response, send)


django.setup(set_prefix=False)
application = InOneThread()
warmup.build_types()
warmup.rest_from_garbage()
