"""What pages elsewhere may read: answers that are public and the same for everyone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse


def readable_anywhere(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let pages of other sites read what the view answers."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag"
        return response

    return answer
