"""What belongs to the house itself: is it well, and what it does only so often for one address."""

# A view takes its request, whether or not it looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from apps.accounts import rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.matches.views import records


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 if this process can ask the database something, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database away\n", status=503, content_type="text/plain")
    return HttpResponse("well\n", content_type="text/plain")


def verify(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Check the shuffle of a match: reading a long log and dealing it again is work that nobody may order in masses."""
    rate_limits.spend(
        what="verify",
        who=rate_limits.address(request),
        most=60,
        seconds=60,
        sentence=_("You had many matches checked within a minute. Wait a little, then go on."),
    )
    return records.verify(request, code)
