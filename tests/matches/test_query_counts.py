"""Few statements, however long the match and however many the rows; session and user included."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.matches import mine, watch
from tests.matches.table import Table, deal, in_window, statements

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(ada: Any, ben: Any) -> Table:
    watch.beat(now=timezone.now())
    table = deal(ada, ben, now=timezone.now())
    for _ in range(10):
        table.lay()
    return table


def asked_by(act: Callable[[], Any]) -> list[str]:
    """The statements of one request, the session read from the database."""
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        response = act()
    assert response.status_code in (200, 204, 302, 303)
    return statements(context)


def at_most(most: int, act: Callable[[], Any]) -> None:
    sent = asked_by(act)
    assert len(sent) <= most, "\n".join(sent)


def test_a_page_asks_five_times_at_most(table: Table, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    for viewer in (ada, ben, cleo, None):
        client = at(viewer)
        at_most(5, partial(client.get, f"/m/{table.code}/"))


def test_news_ask_five_times_at_most(table: Table, at: Browser, ada: Any, cleo: Any) -> None:
    for viewer in (ada, cleo, None):
        client, count = at(viewer), table.look(viewer).heard
        at_most(5, partial(client.get, f"/m/{table.code}/news/?heard={count}"))
        at_most(5, partial(client.get, f"/m/{table.code}/news/?heard=1", headers=HTMX))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_an_answered_turn_asks_ten_times_at_most(table: Table, at: Browser, ada: Any, ben: Any, headers: Any) -> None:
    for _ in range(12):  # Some of them write memories, too.
        client = at((ada, ben)[table.ask.seat])
        words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
        at_most(10, partial(client.post, f"/m/{table.code}/answer/", words, headers=headers))


def test_a_reply_in_a_window_asks_ten_times_at_most(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    watch.beat(now=timezone.now())
    table = in_window(ada, ben, cleo, now=timezone.now())
    for ask in table.asks():
        client = at((ada, ben, cleo)[ask.seat])
        words = {"question": ask.key, "type": "pass"}
        at_most(10, partial(client.post, f"/m/{table.code}/answer/", words))


def test_a_long_match_asks_no_more_than_a_short_one(table: Table, at: Browser, ada: Any, ben: Any) -> None:
    clients = [at(ada), at(ben)]

    def turn() -> int:
        words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
        client = clients[table.ask.seat]
        return len(asked_by(lambda: client.post(f"/m/{table.code}/answer/", words)))

    short = max(turn() for _ in range(5))
    for _ in range(40):
        table.lay()
    assert max(turn() for _ in range(5)) <= short + 1


@pytest.mark.parametrize(
    "path", ["mine/", "matches/", "matches/?player=ada&game=fuse&status=playing", "matches/?page=2"]
)
def test_a_list_asks_the_same_for_two_matches_and_for_fifty(
    at: Browser, ada: Any, ben: Any, cleo: Any, path: str
) -> None:
    client = at(ada)
    for n in range(3):
        deal(ada, ben, seed=n, now=timezone.now())
    few = asked_by(lambda: client.get(f"/{path}"))
    for n in range(47):
        deal(ada, *((ben, cleo) if n % 2 else (cleo,)), seed=n, now=timezone.now() - timedelta(hours=n % 3))
    many = asked_by(lambda: client.get(f"/{path}"))
    assert len(many) <= max(len(few), 6), "\n".join(many)


def test_the_list_of_finished_matches_asks_no_more(at: Browser, ada: Any, ben: Any) -> None:
    client = at(ada)
    sent = []
    for n in range(6):
        deal(ada, ben, seed=n, short_fuse=True, now=timezone.now()).finish()
        sent.append(len(asked_by(lambda: client.get("/matches/?won_by=ada"))))
    assert sent[0] <= sent[-1] <= 6
    assert sent[-3:] == [sent[-1]] * 3


@pytest.mark.parametrize("path", ["record/?at=3", "record/", "record.jsonl", "verify/", "orders/"])
def test_a_record_asks_the_same_early_and_late(table: Table, at: Browser, ada: Any, path: str) -> None:
    client = at(ada)
    early = asked_by(lambda: client.get(f"/m/{table.code}/{path}"))
    for _ in range(40):
        table.lay()
    assert len(asked_by(lambda: client.get(f"/m/{table.code}/{path}"))) <= max(len(early), 8)


def test_the_list_of_my_matches_is_bounded(at: Browser, ada: Any, ben: Any) -> None:
    for n in range(mine.MOST + 5):
        deal(ada, ben, seed=n, now=timezone.now())
    assert at(ada).get("/mine/").content.decode().count('class="row-main"') == mine.MOST
