"""The door of the process that keeps news streams open; in the embedded default it serves the pages too."""

# Django hands its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

import os

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

from apps.config import warmth
from apps.config.requests import FromUvicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")


class InOneThread(ASGIHandler):
    """From its first middleware to its answer a request stays in the one thread that is tidied up after it.

    Django renders its error pages in whatever thread is free (ticket 36027). They ask who reads, so each of those
    threads took a database connection and kept it: a handful of addresses that do not exist used up the whole pool.
    """

    request_class = FromUvicorn

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)


django.setup(set_prefix=False)
application = InOneThread()
warmth.rest_from_garbage()
