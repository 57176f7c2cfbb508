"""Tests that no thread keeps its database connection, after any response and even if no one reads it."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import Client
from django.utils import timezone

from apps.accounts.backend import PlayerBackend
from apps.accounts.models import Player
from tests.factories.matches import new_match
from tests.matches.test_stream import Stream

AT_ONCE = 6
"""The number of requests, more than a pool of four has connections."""


@pytest.fixture
def opened(live_site: str) -> Iterator[list[BaseDatabaseWrapper]]:
    """Yield the database connections opened by other threads than the test's."""
    doors: list[BaseDatabaseWrapper] = []
    here = threading.get_ident()

    def keep(connection: BaseDatabaseWrapper, **_: Any) -> None:
        if threading.get_ident() != here:
            doors.append(connection)

    connection_created.connect(keep)
    yield doors
    connection_created.disconnect(keep)


@pytest.fixture
def ask(live_site: str, ada: Any) -> Callable[[str], http.client.HTTPConnection]:
    """Return a function that sends a request of Ada's without reading the response."""
    client = Client()
    client.force_login(ada)
    headers = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}

    def send(path: str) -> http.client.HTTPConnection:
        address = urlsplit(live_site)
        asking = http.client.HTTPConnection(str(address.hostname), address.port, timeout=10)
        asking.request("GET", path, headers=headers)
        return asking

    return send


def all_closed(doors: list[BaseDatabaseWrapper]) -> bool:
    """Wait a while for all connections to be closed, as a request is cleaned up after its response is sent."""
    until = time.monotonic() + 10
    while held := any(door.connection is not None for door in doors):
        if time.monotonic() > until:
            break
        time.sleep(0.01)
    return not held


@pytest.mark.parametrize(
    ("path", "status"),
    [("/mine/", 200), ("/nowhere/", 404), ("/m/nowhere/", 404), ("/live/nowhere/", 404), ("/admin/", 302)],
)
def test_pages_at_once(
    path: str,
    status: int,
    ask: Callable[[str], http.client.HTTPConnection],
    opened: list[BaseDatabaseWrapper],
) -> None:
    asked = [ask(path) for _ in range(AT_ONCE)]
    for asking in asked:
        with closing(asking):
            assert asking.getresponse().status == status
    assert opened
    assert all_closed(opened)


def test_an_open_stream(live_site: str, ada: Any, ben: Any, opened: list[BaseDatabaseWrapper]) -> None:
    table = new_match(ada, ben, now=timezone.now())
    with closing(Stream(live_site, table.code, ada)) as stream:
        stream.next(f"data: {table.code}")
        assert opened
        assert all_closed(opened)


def test_an_open_stream_whose_session_is_written_after_all_else(
    live_site: str, ada: Any, ben: Any, opened: list[BaseDatabaseWrapper], settings: Any
) -> None:
    table = new_match(ada, ben, now=timezone.now())
    client = Client()
    client.force_login(ada)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of the house " * 3, [settings.SECRET_KEY]
    with closing(Stream(live_site, table.code, session=client.cookies["sessionid"].value)) as stream:
        stream.next(f"data: {table.code}")
        assert opened
        assert all_closed(opened)


@pytest.mark.postgres
def test_the_pool_gets_all_of_its_connections_back(
    ask: Callable[[str], http.client.HTTPConnection], ada: Any, ben: Any
) -> None:
    """Check that all connections left open and idle belong to the pool."""
    table = new_match(ada, ben, now=timezone.now())
    before = held()
    for path in ("/mine/", f"/live/{table.code}/", "/nowhere/", f"/m/{table.code}/", "/admin/") * 4:
        asked = [ask(path) for _ in range(AT_ONCE)]
        for number, asking in enumerate(asked):
            with closing(asking):
                if number % 2:
                    assert asking.getresponse().status < 500
    until = time.monotonic() + 5
    while held() != before and time.monotonic() < until:
        time.sleep(0.05)
    assert held() == before


def held() -> int:
    """Return how many connections of the pool are in use."""
    said = connection.pool.get_stats()  # type: ignore[attr-defined]
    return int(said["pool_size"] - said["pool_available"])


@pytest.mark.parametrize("path", ["/live/{}/", "/m/{}/", "/nowhere/{}/"])
def test_a_request_whose_answer_nobody_waits_for(
    path: str,
    ask: Callable[[str], http.client.HTTPConnection],
    opened: list[BaseDatabaseWrapper],
    ada: Any,
    ben: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = new_match(ada, ben, now=timezone.now())
    at_it, gone = threading.Event(), threading.Event()
    load = PlayerBackend.get_user

    def linger(backend: PlayerBackend, user_id: Any) -> Player | None:
        reader = load(backend, user_id)
        at_it.set()
        assert gone.wait(5)
        return reader

    monkeypatch.setattr(PlayerBackend, "get_user", linger)
    asking = ask(path.format(table.code))
    assert at_it.wait(5)
    asking.close()
    time.sleep(0.1)  # The server notices.
    gone.set()
    assert all_closed(opened)
