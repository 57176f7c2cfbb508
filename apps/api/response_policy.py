"""What every answer of the interface has: a limit, an ETag, English, and leave for pages elsewhere to read it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from apps.common import rate_limits
from apps.common.cross_origin import NOT_ALLOWED

MOST: Final = 120
"""Requests of one address …"""
SECONDS: Final = 60
"""… in so many seconds."""
METHODS: Final = "GET, HEAD, OPTIONS"
EXPOSED: Final = ("ETag", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
FRESH: Final = 10
"""Seconds for which an answer may be shown without asking again."""


def with_policy(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same view with all of that. What it says is public and the same for everybody, whoever is logged in."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        count, left = rate_limits.counted_in_window(what="api", who=rate_limits.address(request), seconds=SECONDS)
        if count > MOST:
            response: HttpResponse = problem(f"Too many requests. The limit is {MOST} in {SECONDS} seconds.", 429)
            response["Retry-After"] = str(left)
        else:
            with translation.override("en"):
                response = view(request, *args, **kwargs)
            if response.status_code == 405:
                response = problem(NOT_ALLOWED, 405)
                response["Allow"] = METHODS
            response = _tagged(request, response)
        response["X-RateLimit-Limit"] = str(MOST)
        response["X-RateLimit-Remaining"] = str(max(0, MOST - count))
        response["X-RateLimit-Reset"] = str(left)
        return _for_all(response)

    return answer


def with_known_parameters(view: Callable[..., HttpResponse], known: Collection[str]) -> Callable[..., HttpResponse]:
    """The same view, which refuses parameters that it would pass over: a mistyped filter finds far too much, and of two
    filters of a name only the last counts.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        unknown = sorted(set(request.GET) - set(known))
        repeated = sorted(name for name, values in request.GET.lists() if len(values) > 1)
        if not unknown and repeated:
            return problem(f"Parameter given more than once: {repeated[0]}.", 422)
        if not unknown:
            return view(request, *args, **kwargs)
        choice = f"Use only: {', '.join(sorted(known))}." if known else "There are none here."
        return problem(f"Unknown parameter: {unknown[0][:40]}. {choice}", 422)

    return answer


def problem(detail: str, status: int, **more: Any) -> JsonResponse:
    """Return a refusal as every refusal of the interface looks."""
    return JsonResponse({"detail": detail, **more}, status=status)


def _tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code == 200:
        patch_cache_control(response, public=True, max_age=FRESH)
        response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


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
    response["Access-Control-Expose-Headers"] = ", ".join(EXPOSED)
    response["Content-Language"] = "en"
    return response
