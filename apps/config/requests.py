"""Requests whose Content-Type may say anything: what nobody can read is refused on a page, not at the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters


class AnyType:
    """Django looks up, and uses at once, whatever charset a header names. `hex` is one for Python, and a word that is
    none raises; both happen before there is a request to answer, and so outside of everything that answers errors.
    """

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except Exception:  # noqa: BLE001 -- a header is read like one of a mail
            self.content_type, self.content_params = "", {"charset": ""}


class FromGunicorn(AnyType, WSGIRequest):
    """What *web* is asked."""


class FromUvicorn(AnyType, ASGIRequest):
    """What *live*, and the embedded house, are asked."""
