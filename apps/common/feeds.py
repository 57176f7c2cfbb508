"""Atom feeds that don't change while nothing happens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed


def get_feed_language(request: HttpRequest) -> str:
    """Return the language the URL asks for, or else the browser's."""
    wanted = request.GET.get("lang", "")
    return wanted if wanted in dict(settings.LANGUAGES) else translation.get_language() or settings.LANGUAGE_CODE


def build_cacheable_response(body: bytes, kind: str, *, fresh: int) -> HttpResponse:
    """Return a response that others can cache for `fresh` seconds, separately for each cookie and browser language."""
    response = HttpResponse(body, content_type=f"{kind}; charset=utf-8")
    patch_cache_control(response, max_age=fresh)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


class AtomFeed(Atom1Feed):
    """Django's feed with a fixed date while it's empty.

    Django uses the current time, so the feed would change each time, and readers could never learn that nothing has
    changed.
    """

    def __init__(self, *, since: datetime, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.since = since

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.since
