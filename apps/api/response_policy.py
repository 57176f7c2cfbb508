"""The common parts of all answers: a limit, an ETag, English, problem details, and permission for other sites."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection
from functools import wraps
from http import HTTPStatus
from typing import Final, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from apps.accounts.models import AccessToken
from apps.api.authentication import TokenRequest, find_access_token
from apps.common import rate_limits

MAX_REQUESTS: Final = 120
"""Maximum requests of one address, or of one access token, in the time below."""
WINDOW_SECONDS: Final = 60
"""Length of that time in seconds."""
EXPOSED_HEADERS: Final = ("ETag", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
FRESH_SECONDS: Final = 10
"""Seconds for which a public answer can be reused without asking again."""
PROBLEM_TYPE: Final = "application/problem+json"
"""Media type of refusals."""
_RETRY_SECONDS: Final = 5
"""Seconds after which to try again if the server is busy."""


def with_policy(view: Callable[..., HttpResponse], methods: Collection[str]) -> Callable[..., HttpResponse]:
    """Return the view with all of that.

    Public answers are the same for everyone. Answers to a request with an access token are for its player only.

    :param methods: the methods that the view accepts
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        claimed = "Authorization" in request.headers
        token = find_access_token(request) if claimed else None
        who = f"token:{token.pk}" if token else rate_limits.get_client_address(request)
        count, left = rate_limits.count_use_in_window(what="api", who=who, seconds=WINDOW_SECONDS)
        if count > MAX_REQUESTS:
            response = build_problem_response(
                f"Too many requests. The limit is {MAX_REQUESTS} in {WINDOW_SECONDS} seconds.", 429
            )
            response["Retry-After"] = str(left)
        elif claimed and token is None:
            response = build_problem_response("This access token isn’t valid. Create one at /me/tokens/.", 401)
        else:
            with translation.override("en"):
                response = _call_view(view, request, token, *args, **kwargs)
            if response.status_code == 405:
                response = build_problem_response(f"Method not allowed. Use {_join_choices(methods)}.", 405)
                response["Allow"] = _list_allowed_methods(methods)
        if response.status_code == 401:
            response["WWW-Authenticate"] = "Bearer"
        response = _add_etag(request, response, private=claimed)
        response["X-RateLimit-Limit"] = str(MAX_REQUESTS)
        response["X-RateLimit-Remaining"] = str(max(0, MAX_REQUESTS - count))
        response["X-RateLimit-Reset"] = str(left)
        return _for_all(response)

    return answer


def _call_view(
    view: Callable[..., HttpResponse], request: HttpRequest, token: AccessToken | None, *args: object, **kwargs: object
) -> HttpResponse:
    cast("TokenRequest", request).access_token = token
    return view(request, *args, **kwargs)


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


def build_problem_response(detail: str, status: int, *, code: str = "", **more: object) -> HttpResponse:
    """Return a refusal as problem details (RFC 9457).

    :param code: the kind of refusal in one word, for programs. By default, it's the name of the status
    """
    phrase = HTTPStatus(status).phrase
    problem = {
        "type": "about:blank",
        "title": phrase,
        "status": status,
        "code": code or re.sub(r"\W+", "_", phrase.lower()),
        "detail": detail,
        **more,
    }
    response = JsonResponse(problem, status=status, content_type=PROBLEM_TYPE)
    if status == 503:
        response["Retry-After"] = str(_RETRY_SECONDS)
    return response


def _add_etag(request: HttpRequest, response: HttpResponse, *, private: bool) -> HttpResponse:
    if response.get("Cache-Control") == "no-store":  # A stream. No one can compute the hash of what is yet to come.
        return response
    if private:
        add_never_cache_headers(response)
    if response.status_code != 200 or request.method not in ("GET", "HEAD"):
        return response
    if not private:
        patch_cache_control(response, public=True, max_age=FRESH_SECONDS)
    response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


def with_safe_methods(view: Callable[..., HttpResponse], methods: Collection[str]) -> Callable[..., HttpResponse]:
    """Return the view with HEAD and OPTIONS.

    For HEAD, the server omits the body. With OPTIONS, pages on other sites check access.

    :param methods: the methods that the view accepts
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method == "OPTIONS":
            allowed = _list_allowed_methods(methods)
            response = HttpResponse(status=204, headers={"Allow": allowed, "Access-Control-Allow-Methods": allowed})
            headers = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
            response["Access-Control-Allow-Headers"] = headers
            return _for_all(response)
        asked, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        response = view(request, *args, **kwargs)
        request.method = asked  # This tells the server to omit the body.
        return response

    return answer


def _list_allowed_methods(methods: Collection[str]) -> str:
    """Return the value of the header `Allow`."""
    return ", ".join([*methods, *(["HEAD"] if "GET" in methods else []), "OPTIONS"])


def _join_choices(methods: Collection[str]) -> str:
    return " or ".join(methods)


def _for_all(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = ", ".join(EXPOSED_HEADERS)
    response["Content-Language"] = "en"
    return response
