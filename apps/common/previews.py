"""Preview pictures that other sites show beside a link, 1200 by 630, in our fonts and languages."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override

from apps.common import raster

PREVIEW_WIDTH: Final = 1200
PREVIEW_CACHE_SECONDS: Final = 10 * 60
"""Seconds that a picture is cached, here and by others.

It's short because all pictures of a long match take a few megabytes, and deleted names must disappear.
"""


def serve_preview(request: HttpRequest, template: str, look: Callable[[], object]) -> HttpResponse:
    """Return a template rendered as PNG, where `it` is what `look` returns and `?in=` chooses the language.

    The cache key covers everything drawn, so another name or score is another picture.
    """
    language = request.GET.get("in", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    with override(language):
        svg = render_to_string(template, {"it": look()})
    key = f"preview:{sha256(svg.encode()).hexdigest()}"
    png = cache.get(key)
    if png is None:
        png = raster.draw_png(svg, width=PREVIEW_WIDTH)
        cache.set(key, png, PREVIEW_CACHE_SECONDS)
    response = HttpResponse(png, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={PREVIEW_CACHE_SECONDS}"
    return response


def fit_text(text: str, longest: int) -> str:
    """Return as much of a text as has room, or an empty text if our fonts can't show it."""
    if not raster.is_drawable(text):
        return ""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
