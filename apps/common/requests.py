"""The request type of views, with what the middlewares add."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request that has passed django-htmx's middleware, as every request here has."""

    htmx: HtmxDetails
