"""Pictures that other sites show beside a link, 1200 by 630: drawn once, with our own letters and in our languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override

from apps.common import raster

WIDTH: Final = 1200
DAY: Final = 24 * 60 * 60


def serve(
    request: HttpRequest, template: str, look: Callable[[], Any], *, key: str, kept: int, fresh: int
) -> HttpResponse:
    """PNG of a template that sees `it`, what `look` returns, `?in=` one of our languages.

    What is drawn is remembered by its key for so many seconds, and others may take it for fresh for so many.
    """
    language = request.GET.get("in", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    key = f"preview:{key}:{language}"
    png = cache.get(key)
    if png is None:
        with override(language):
            png = raster.png(render_to_string(template, {"it": look()}), width=WIDTH)
        cache.set(key, png, kept)
    response = HttpResponse(png, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={fresh}"
    return response


def fitting(text: str, longest: int) -> str:
    """As much of a text as has room; empty if our letters cannot write it."""
    if not raster.drawable(text):
        return ""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
