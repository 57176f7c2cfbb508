"""A middleware that counts requests by view name. It's installed only if metrics are on (see the settings)."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse

from apps.common import metrics


class CountRequests:
    """The outermost middleware. Requests without a view, such as static files, count as one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        metrics.count_request(
            view="none" if found is None else found.view_name,
            method=request.method or "",
            status=response.status_code,
            seconds=perf_counter() - began,
        )
        return response
