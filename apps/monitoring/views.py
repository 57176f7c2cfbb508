"""Health checks for machines: is this process alive, may it be sent visitors, and how is the house."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.monitoring.permissions import brings_token
from apps.monitoring.selectors import readiness
from apps.monitoring.selectors.house import house, wrong


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 if this process can ask the database something, else 503. With `?deep`, for who brings the token: a line for
    every figure of the house, and 503 if one of them is wrong.
    """
    if "deep" in request.GET and brings_token(request):
        found = house()
        return _text(*map(str, found), status=503 if wrong(found) else 200)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _text("database unreachable", status=503)
    return _text("OK")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """200 if this process may be sent visitors, else 503 and a line for everything that is missing."""
    missing = readiness.missing()
    return _text(*missing, status=503) if missing else _text("ready")


@require_safe
@never_cache
def scrape(request: HttpRequest) -> HttpResponse:
    """What Prometheus collects, for who brings the token; where none is set there is no such page."""
    if not settings.SLOWFUSE_METRICS_TOKEN:
        raise Http404
    if not brings_token(request):
        return _text("send the token in SLOWFUSE_METRICS_TOKEN as a bearer token", status=401)
    from apps.monitoring.selectors.scrape import CONTENT_TYPE, page  # noqa: PLC0415 -- a house that counts loads it

    return HttpResponse(page(), content_type=CONTENT_TYPE)


def _text(*lines: str, status: int = 200) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), status=status, content_type="text/plain")
