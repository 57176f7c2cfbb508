"""Tests that wherever a page can be read, its headers can be requested alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def patterns(among: Any) -> Iterator[URLPattern]:
    for one in among:
        if isinstance(one, URLPattern):
            yield one
        else:
            yield from patterns(one.url_patterns)


def allowed(view: Any) -> str | None:
    """Return the methods that a view names when it refuses one, or None if it doesn't refuse it by itself."""
    request = RequestFactory().generic("BREW", "/")
    with suppress(Exception):  # A view that accepts it lacks parts of a full request.
        response = view(request)
        return response.get("Allow") if isinstance(response, HttpResponse) and response.status_code == 405 else None
    return None


def test_no_view_of_ours_takes_get_and_refuses_head() -> None:
    ours = [one for one in patterns(get_resolver().url_patterns) if one.callback.__module__.startswith("apps.")]
    known = {str(one.pattern) + one.callback.__name__: allowed(one.callback) for one in ours}
    methods = {name: set(allow.split(", ")) for name, allow in known.items() if allow}
    assert len(methods) > 100
    assert not [name for name, allow in methods.items() if "GET" in allow and "HEAD" not in allow]


@pytest.mark.parametrize(
    "path", ["/tables/", "/tables/new/", "/quick/", "/learn/fuse/", "/me/", "/me/notices/", "/games/"]
)
def test_head_is_answered_like_get(ada: Any, path: str) -> None:
    client = Client()
    client.force_login(ada)
    expected = client.get(path).status_code
    response = client.head(path)
    assert (response.status_code, response.content) == (expected, b"")
    assert expected != 405
