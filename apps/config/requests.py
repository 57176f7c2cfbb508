"""Requests that accept any Content-Type, so that an unreadable one is refused with a page."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters


class AnyType:
    """A request that ignores the charset of its header until a middleware checks it.

    Django looks up and uses any charset a header names. Python knows `hex` as one, and an unknown name raises. Both
    happen before there is a request to answer, so outside all error handling.
    """

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: Mapping[str, object]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(str(meta.get("CONTENT_TYPE", "")))
        except Exception:  # noqa: BLE001 -- a header is read like one of a mail
            self.content_type, self.content_params = "", {"charset": ""}


class FromGunicorn(AnyType, WSGIRequest):
    """A request to *web*."""


class FromUvicorn(AnyType, ASGIRequest):
    """A request to *live*, or to an embedded installation."""
