"""The common parts of all answers: a limit, an ETag, English, and permission for other sites to read them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from apps.common import rate_limits
from apps.common.cross_origin import METHOD_NOT_ALLOWED_DETAIL

MAX_REQUESTS: Final = 120
"""Maximum requests of one address in the time below."""
WINDOW_SECONDS: Final = 60
"""Length of that time in seconds."""
ALLOWED_METHODS: Final = "GET, HEAD, OPTIONS"
EXPOSED_HEADERS: Final = ("ETag", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
FRESH_SECONDS: Final = 10
"""Seconds for which an answer can be reused without asking again."""


def with_policy(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view with all of that. Its answers are public and the same for everyone, logged in or not."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        count, left = rate_limits.count_use_in_window(
            what="api", who=rate_limits.get_client_address(request), seconds=WINDOW_SECONDS
        )
        if count > MAX_REQUESTS:
            response: HttpResponse = build_problem_response(
                f"Too many requests. The limit is {MAX_REQUESTS} in {WINDOW_SECONDS} seconds.", 429
            )
            response["Retry-After"] = str(left)
        else:
            with translation.override("en"):
                response = view(request, *args, **kwargs)
            if response.status_code == 405:
                response = build_problem_response(METHOD_NOT_ALLOWED_DETAIL, 405)
                response["Allow"] = ALLOWED_METHODS
            response = _add_etag(request, response)
        response["X-RateLimit-Limit"] = str(MAX_REQUESTS)
        response["X-RateLimit-Remaining"] = str(max(0, MAX_REQUESTS - count))
        response["X-RateLimit-Reset"] = str(left)
        return _for_all(response)

    return answer


def with_known_parameters(view: Callable[..., HttpResponse], known: Collection[str]) -> Callable[..., HttpResponse]:
    """Return the view, refusing parameters that it would ignore.

    A mistyped filter finds far too much, and if a filter is repeated, only the last one counts.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        unknown = sorted(set(request.GET) - set(known))
        repeated = sorted(name for name, values in request.GET.lists() if len(values) > 1)
        if not unknown and repeated:
            return build_problem_response(f"Parameter given more than once: {repeated[0]}.", 422)
        if not unknown:
            return view(request, *args, **kwargs)
        choice = f"Use only: {', '.join(sorted(known))}." if known else "There are none here."
        return build_problem_response(f"Unknown parameter: {unknown[0][:40]}. {choice}", 422)

    return answer


def build_problem_response(detail: str, status: int, **more: object) -> JsonResponse:
    """Return a refusal in the API's usual form."""
    return JsonResponse({"detail": detail, **more}, status=status)


def _add_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code == 200:
        patch_cache_control(response, public=True, max_age=FRESH_SECONDS)
        response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


def with_safe_methods(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view with HEAD and OPTIONS.

    For HEAD, the server omits the body. With OPTIONS, pages on other sites check access.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method == "OPTIONS":
            allowed = HttpResponse(
                status=204, headers={"Allow": ALLOWED_METHODS, "Access-Control-Allow-Methods": ALLOWED_METHODS}
            )
            allowed["Access-Control-Allow-Headers"] = "If-None-Match"
            return _for_all(allowed)
        asked, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        response = view(request, *args, **kwargs)
        request.method = asked  # This tells the server to omit the body.
        return response

    return answer


def _for_all(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = ", ".join(EXPOSED_HEADERS)
    response["Content-Language"] = "en"
    return response
