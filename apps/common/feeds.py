"""Atom feeds that do not change while nothing happens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed


def language(request: HttpRequest) -> str:
    """What the address asks for; else what the browser does."""
    wanted = request.GET.get("lang", "")
    return wanted if wanted in dict(settings.LANGUAGES) else translation.get_language() or settings.LANGUAGE_CODE


def public(body: bytes, kind: str, *, fresh: int) -> HttpResponse:
    """Return what others may keep for so many seconds: for each language that a cookie or the browser asks for."""
    response = HttpResponse(body, content_type=f"{kind}; charset=utf-8")
    patch_cache_control(response, max_age=fresh)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


class AtomFeed(Atom1Feed):
    """Django's, but an empty one was last changed when what it tells of began: Django takes the time of the look, which
    makes it another feed each time, and no reader could be told that nothing has changed."""

    def __init__(self, *, since: datetime, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.since = since

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.since
