"""Health checks for machines: liveness, readiness, and the state of the installation."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.monitoring.permissions import brings_token
from apps.monitoring.selectors import readiness
from apps.monitoring.selectors.house import has_failing_figure, load_figures


@never_cache
def show_health(request: HttpRequest) -> HttpResponse:
    """Return 200 if this process can query the database, or else 503.

    With `?deep` and the token, return a line for every metric, and 503 if one of them is failing.
    """
    if "deep" in request.GET and brings_token(request):
        found = load_figures()
        return _build_text_response(*map(str, found), status=503 if has_failing_figure(found) else 200)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _build_text_response("database unreachable", status=503)
    return _build_text_response("OK")


@require_safe
@never_cache
def show_readiness(_request: HttpRequest) -> HttpResponse:
    """Return 200 if this process can serve visitors, or else 503 and a line for everything that is missing."""
    missing = readiness.list_missing()
    return _build_text_response(*missing, status=503) if missing else _build_text_response("ready")


@require_safe
@never_cache
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the page for Prometheus to clients with the token. If none is configured, the page doesn't exist."""
    if not settings.SLOWFUSE_METRICS_TOKEN:
        raise Http404
    if not brings_token(request):
        return _build_text_response("send the token in SLOWFUSE_METRICS_TOKEN as a bearer token", status=401)
    from apps.monitoring.selectors.scrape import CONTENT_TYPE, write_metrics_page  # noqa: PLC0415 -- a house that counts loads it

    return HttpResponse(write_metrics_page(), content_type=CONTENT_TYPE)


def _build_text_response(*lines: str, status: int = 200) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), status=status, content_type="text/plain")
