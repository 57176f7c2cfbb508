"""The API for programs, which serves public data as JSON. Version 1 only ever grows."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import path, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema

from apps.api import examples
from apps.api.response_policy import (
    MAX_REQUESTS,
    WINDOW_SECONDS,
    build_problem_response,
    with_known_parameters,
    with_policy,
    with_safe_methods,
)
from apps.api.routes import games, matches, oembed, players, series, tournaments
from apps.api.views import embeds
from apps.common.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Callable


class DescribedAPI(NinjaAPI):
    """An API with examples in its schema."""

    def get_openapi_schema(self, **where: Any) -> OpenAPISchema:
        """Return the OpenAPI schema, with an example of each response."""
        described = super().get_openapi_schema(**where)
        examples.add_response_examples(described)
        return described


api = DescribedAPI(
    title="Slow Fuse",
    version="1",
    description="Read-only access to public games, matches, match records, tournaments and players.",
    urls_namespace="api",
    docs_url=None,
)
for module in (games, matches, tournaments, series, players, oembed):
    api.add_router("", module.router)


@api.exception_handler(DomainError)
def handle_domain_error(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Return the refusal's sentence, as every page does."""
    return api.create_response(request, {"detail": str(error)}, status=error.status)


@api.exception_handler(Http404)
def handle_not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """Answer 404 if nothing is found, or it isn't public."""
    return api.create_response(request, {"detail": str(error)}, status=404)


@api.exception_handler(ValidationError)
def handle_validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Say what is wrong with the first value, and list all of them for programs."""
    errors = [{"loc": each["loc"], "type": each["type"], "msg": each["msg"]} for each in error.errors]
    sentence = f"{errors[0]['loc'][-1]}: {errors[0]['msg']}." if errors else "The request cannot be read."
    return build_problem_response(sentence, 422, errors=errors)


def handle_unknown_url(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Refuse an unknown URL, or redirect to the one with a trailing slash."""
    complete = f"{request.path_info}/"
    if rest and not rest.endswith("/") and resolve(complete).func is not resolve("/api/v1/").func:
        return HttpResponsePermanentRedirect(complete + (f"?{request.META['QUERY_STRING']}" if request.GET else ""))
    return build_problem_response("This address does not exist. See /api/ for those that do.", 404)


@require_safe
def show_api_overview(request: HttpRequest) -> HttpResponse:
    """Show people what the API offers."""
    return render(
        request, "api/about.html", {"asked": _list_described_paths(), "most": MAX_REQUESTS, "seconds": WINDOW_SECONDS}
    )


@cache
def _list_described_paths() -> list[tuple[str, Any]]:
    """Return each path with its part of the schema."""
    paths = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]
    return [(address, ways["get"]) for address, ways in paths.items()]


def _query_parameters(pattern: str) -> list[str] | None:
    """Return the query parameters a route accepts, or None if it accepts any."""
    told = dict(_list_described_paths()).get("/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", pattern), {})
    if told.get("operationId") == "getEmbed":  # Its standard wants unknown ones ignored.
        return None
    return [each["name"] for each in told.get("parameters", ()) if each["in"] == "query"]


def _apply_policies(pattern: str, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    known = _query_parameters(pattern)
    return with_safe_methods(with_policy(view if known is None else with_known_parameters(view, known)))


_version_1 = api.urls
for _route in _version_1[0]:
    _view = (
        handle_unknown_url
        if getattr(_route, "name", "") == "api-root"
        else cast("Callable[..., HttpResponse]", _route.callback)
    )
    _route.callback = _apply_policies(str(_route.pattern), _view)

urlpatterns = [
    path("api/", show_api_overview, name="api"),
    path("api/v1/", _version_1),
    path("api/v1/<path:rest>", with_safe_methods(with_policy(csrf_exempt(handle_unknown_url)))),
    path("embed/tournaments/<slug:code>/standings/", embeds.show_embedded_standings, name="embeds-standings"),
    path("embed/tournaments/<slug:code>/bracket/", embeds.show_embedded_bracket, name="embeds-bracket"),
    path("embed/m/<slug:code>/", embeds.show_embedded_match, name="embeds-match"),
]
