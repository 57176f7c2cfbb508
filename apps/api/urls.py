"""The interface for programs: what is public, to be read, as JSON. Version 1 only ever grows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from apps.api.response_policy import MOST, SECONDS, with_policy, with_safe_methods
from apps.api.routes import games, matches, oembed, players, series, tournaments
from apps.api.views import embeds
from apps.common.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Callable

api = NinjaAPI(
    title="Slow Fuse",
    version="1",
    description="Read-only access to public games, matches, match records, tournaments and players.",
    urls_namespace="api",
    docs_url=None,
)
api.add_decorator(with_policy, mode="view")
for module in (games, matches, tournaments, series, players, oembed):
    api.add_router("", module.router)


@api.exception_handler(DomainError)
def refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    """As every page refuses it, in a sentence."""
    return api.create_response(request, {"detail": str(error)}, status=error.status)


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    """There is no such thing, or nobody may know of it."""
    return api.create_response(request, {"detail": str(error)}, status=404)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What may be asked, for people."""
    return render(request, "api/about.html", {"asked": _asked(), "most": MOST, "seconds": SECONDS})


@cache
def _asked() -> list[tuple[str, Any]]:
    """Each address and what stands of it in the description."""
    paths = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]
    return [(address, ways["get"]) for address, ways in paths.items()]


_version_1 = api.urls
for _route in _version_1[0]:
    _route.callback = with_safe_methods(cast("Callable[..., HttpResponse]", _route.callback))

urlpatterns = [
    path("api/", about, name="api"),
    path("api/v1/", _version_1),
    path("embed/tournaments/<slug:code>/standings/", embeds.standings, name="embeds-standings"),
    path("embed/tournaments/<slug:code>/bracket/", embeds.bracket, name="embeds-bracket"),
    path("embed/m/<slug:code>/", embeds.match, name="embeds-match"),
]
