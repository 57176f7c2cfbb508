"""What every answer of the interface has: a limit, an ETag, English, and leave for pages elsewhere to read it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from apps.common import rate_limits

MOST: Final = 120
"""Requests of one address …"""
SECONDS: Final = 60
"""… in so many seconds."""
METHODS: Final = "GET, HEAD, OPTIONS"
FRESH: Final = 10
"""Seconds for which an answer may be shown without asking again."""


def with_policy(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same view with all of that. What it says is public and the same for everybody, whoever is logged in."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if rate_limits.counted(what="api", who=rate_limits.address(request), seconds=SECONDS) > MOST:
            refused = JsonResponse(
                {"detail": f"Too many requests. The limit is {MOST} in {SECONDS} seconds."}, status=429
            )
            refused["Retry-After"] = str(SECONDS)
            return _for_all(refused)
        with translation.override("en"):
            response = view(request, *args, **kwargs)
        if response.status_code == 200:
            patch_cache_control(response, public=True, max_age=FRESH)
            response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
        return _for_all(get_conditional_response(request, etag=response.get("ETag"), response=response) or response)

    return answer


def with_safe_methods(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same view for whoever only asks how it stands (HEAD; the server leaves the body out), or from a page
    elsewhere whether they may (OPTIONS).
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            allowed = HttpResponse(status=204, headers={"Allow": METHODS, "Access-Control-Allow-Methods": METHODS})
            allowed["Access-Control-Allow-Headers"] = "If-None-Match"
            return _for_all(allowed)
        asked, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        response = view(request, *args, **kwargs)
        request.method = asked  # By which the server knows to leave the body out.
        return response

    return answer


def _for_all(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    response["Content-Language"] = "en"
    return response
