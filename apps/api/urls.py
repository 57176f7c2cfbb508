"""The API for programs: public data, and what a player can do, as JSON. Version 1 only ever grows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import path, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from apps.api import examples
from apps.api.response_policy import (
    MAX_REQUESTS,
    PROBLEM_TYPE,
    WINDOW_SECONDS,
    build_problem_response,
    with_known_parameters,
    with_policy,
    with_safe_methods,
)
from apps.api.routes import (
    dumps,
    entries,
    events,
    games,
    matches,
    me,
    oembed,
    play,
    players,
    series,
    tables,
    tournaments,
)
from apps.api.views import embeds
from apps.api.views.dumps import download_dump
from apps.common.errors import Busy, DatabaseUnreachable, DomainError
from apps.common.transactions import is_lock_error
from apps.kernel.game import Illegal
from apps.lobby.errors import SettingsRefused
from apps.lobby.models import Invitation, Table
from apps.matches.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable


def describe_problems(description: dict[str, Any]) -> None:
    """Set the media type of all refusals in an OpenAPI schema, in place."""
    for told in (told for ways in description["paths"].values() for told in ways.values()):
        for status, response in told["responses"].items():
            if int(status) >= 400:
                response["content"] = {PROBLEM_TYPE: response["content"]["application/json"]}


class DescribedAPI(NinjaAPI):
    """An API whose schema has examples, and problem details for refusals."""

    def get_openapi_schema(self, **where: Any) -> OpenAPISchema:
        """Return the OpenAPI schema, with examples."""
        described = super().get_openapi_schema(**where)
        describe_problems(described)
        examples.add_examples(described)
        return described


api = DescribedAPI(
    title="Slow Fuse",
    version="1",
    description="Public data for everyone, and playing with a personal access token.",
    urls_namespace="api",
    docs_url=None,
)
for module in (games, matches, dumps, tournaments, series, players, oembed, me, play, tables, entries, events):
    api.add_router("", module.router)


@api.exception_handler(DomainError)
def handle_domain_error(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Return the refusal's sentence, as every page does. Its kind is for programs."""
    code = re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
    details = getattr(error, "__notes__", []) if isinstance(error, Malformed) else []
    return build_problem_response(" ".join([str(error), *details]), error.status, code=code)


@api.exception_handler(HttpError)
def handle_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Return the refusal of a token, or of a body that isn't JSON."""
    return build_problem_response(str(error), error.status_code)


@api.exception_handler(Http404)
@api.exception_handler(ObjectDoesNotExist)
def handle_not_found(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 404 if nothing is found, or it isn't public."""
    unknown = isinstance(error, ObjectDoesNotExist)
    return build_problem_response(_("We can’t find a match with this code.") if unknown else str(error), 404)


@api.exception_handler(Table.DoesNotExist)
def handle_unknown_table(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 404 for a table that was never opened or has been closed."""
    return build_problem_response(_("We can’t find that table. It may have been closed."), 404)


@api.exception_handler(Invitation.DoesNotExist)
def handle_unknown_invitation(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 404 for an invitation that doesn't exist, or is for someone else."""
    return build_problem_response(_("We can’t find that invitation. The table may have been closed."), 404)


@api.exception_handler(Illegal)
def handle_impossible_settings(request: HttpRequest, error: Illegal) -> HttpResponse:
    """Refuse settings that a game doesn't, or no longer, allow."""
    return handle_domain_error(request, SettingsRefused())


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
def handle_database_error(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 503 if a lock was held for too long, or the database is unreachable."""
    return handle_domain_error(
        request, Busy() if isinstance(error, OperationalError) and is_lock_error(error) else DatabaseUnreachable()
    )


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


_EXAMPLE_BOT: Final = (Path(__file__).parent / "example_bot.py").read_text(encoding="utf-8")


@require_safe
def show_api_overview(request: HttpRequest) -> HttpResponse:
    """Show people what the API offers."""
    context = {
        "operations": _list_operations(),
        "most": MAX_REQUESTS,
        "seconds": WINDOW_SECONDS,
        "site": request.build_absolute_uri("/").removesuffix("/"),
        "tokens": reverse("accounts:tokens"),
        "new_tournament": reverse("tournaments:new"),
        "bot": _EXAMPLE_BOT,
    }
    return render(request, "api/about.html", context)


@cache
def _list_operations() -> list[tuple[str, str, Any]]:
    """Return path, method and description of each operation."""
    paths = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]
    return [(path, method.upper(), told) for path, ways in paths.items() for method, told in ways.items()]


def _apply_policies(pattern: str, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    path = "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", pattern)
    found = {method: told for each, method, told in _list_operations() if each == path}
    methods = tuple(found) or ("GET",)
    if not any(told.get("operationId") == "getEmbed" for told in found.values()):  # Its standard wants any accepted.
        told = [each for way in found.values() for each in way.get("parameters", ())]
        view = with_known_parameters(view, [each["name"] for each in told if each["in"] == "query"])
    return with_safe_methods(with_policy(view, methods), methods)


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
    path("api/dumps/<str:name>", download_dump, name="dump"),
    path("api/v1/", _version_1),
    path("api/v1/<path:rest>", with_safe_methods(with_policy(csrf_exempt(handle_unknown_url), ("GET",)), ("GET",))),
    path("embed/tournaments/<slug:code>/standings/", embeds.show_embedded_standings, name="embeds-standings"),
    path("embed/tournaments/<slug:code>/bracket/", embeds.show_embedded_bracket, name="embeds-bracket"),
    path("embed/m/<slug:code>/", embeds.show_embedded_match, name="embeds-match"),
]
