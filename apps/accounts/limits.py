"""How often somebody may do something: counted in the cache, so that no loop can flood the house."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.matches.visitors import address as address


class TooMany(Exception):
    """Enough for now; the message says when to come back."""


def spend(*, what: str, who: str, most: int, seconds: int, sentence: str) -> None:
    """Count one of what `who` may do `most` times in `seconds`.

    :raises TooMany: with the sentence, if they did it that often already
    """
    if counted(what=what, who=who, seconds=seconds) > most:
        raise TooMany(sentence)


def counted(*, what: str, who: str, seconds: int) -> int:
    """Count one more, and say how many those are in these seconds; none while the cache is away."""
    key = f"limit:{what}:{who}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:
        return 0  # The time ran out between the two lines.


def polite(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer `TooMany` with a page that says so."""

    @wraps(view)
    def counted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooMany as refusal:
            return render(request, "429.html", {"said": str(refusal)}, status=429)

    return counted
