"""Answers that pages on other sites can read, public and the same for everyone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import Http404, HttpResponse, JsonResponse

from apps.common.errors import DomainError

METHOD_NOT_ALLOWED_DETAIL: Final = "Method not allowed. Use GET."


def readable_anywhere(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let pages on other sites read the view's answer. Refusals are JSON, as in the API."""

    @wraps(view)
    def answer(*args: object, **kwargs: object) -> HttpResponse:
        response = _respond_with_json_errors(view, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag"
        return response

    return answer


def _respond_with_json_errors(view: Callable[..., HttpResponse], *args: object, **kwargs: object) -> HttpResponse:
    try:
        response = view(*args, **kwargs)
    except Http404 as error:
        return JsonResponse({"detail": str(error)}, status=404)
    except DomainError as error:
        return JsonResponse({"detail": str(error)}, status=error.status)
    if response.status_code == 405:
        return JsonResponse({"detail": METHOD_NOT_ALLOWED_DETAIL}, status=405, headers={"Allow": response["Allow"]})
    return response
