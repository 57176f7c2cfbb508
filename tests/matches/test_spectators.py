"""How many watch a match: counted once a minute by every process, and sent to all its pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from apps.common import clocks
from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.selectors import listeners
from apps.matches.selectors.listeners import Listener
from apps.matches.store import spectators
from apps.matches.views.hub import Ear, Hub
from tests.factories.matches import new_match

pytestmark = pytest.mark.once
NOON = datetime(2026, 11, 28, 12, 0, 30, tzinfo=UTC)
CODE = "ABCDEF"


@pytest.fixture(autouse=True)
def minute(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Replace the clock with one that tests move on."""
    now = [NOON]
    monkeypatch.setattr(clocks, "now", lambda: now[0])
    caches["shared"].clear()
    return now


def joins(hub: Hub, *, player: int | None = None, seat: int | None = None, code: str = CODE) -> Ear:
    bit = visibility.GALLERY_BIT if seat is None else visibility.get_observer_bit(Seat(seat))
    ear = Ear(Listener(player, None, listeners.match_places(code, bit, player), False))
    for place in ear.listener.places:
        hub.waiting[place].add(ear)
    return ear


def counts(*hubs: Hub) -> None:
    for hub in hubs:
        async_to_sync(hub.count)()


def test_every_page_is_sent_how_many_watch_but_only_spectators_count() -> None:
    hub = Hub()
    seated, logged_in, visitor = joins(hub, player=1, seat=0), joins(hub, player=2), joins(hub)
    elsewhere = joins(hub, code="OTHERS")
    counts(hub)
    assert [ear.number() for ear in (seated, logged_in, visitor)] == [2, 2, 2]
    assert elsewhere.number() == 1
    counts(hub)
    assert [ear.number() for ear in (seated, elsewhere)] == [None, None], "nothing has changed"


def test_a_number_is_sent_again_when_spectators_leave(minute: list[datetime]) -> None:
    hub = Hub()
    seated, visitor = joins(hub, player=1, seat=0), joins(hub)
    counts(hub)
    assert seated.number() == 1
    hub.waiting[CODE].discard(visitor)
    for _ in range(2):
        minute[0] += timedelta(minutes=1)
        counts(hub)
    assert seated.number() == 0


def test_a_page_that_reloads_within_a_minute_counts_once() -> None:
    hub = Hub()
    seated, visitor = joins(hub, player=1, seat=0), joins(hub)
    counts(hub)
    hub.waiting[CODE].discard(visitor)
    joins(hub)
    counts(hub)
    assert seated.number() == 1


def test_processes_add_up_what_they_count(minute: list[datetime]) -> None:
    hubs = Hub(), Hub()
    seated = joins(hubs[0], player=1, seat=0)
    for hub in (*hubs, hubs[1]):
        joins(hub)
    counts(*hubs)
    minute[0] += timedelta(minutes=1)
    counts(*hubs)
    assert seated.number() == 3


def test_a_cache_that_is_away_counts_no_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(caches["shared"]), "add", lambda *_: False)
    monkeypatch.setattr(type(caches["shared"]), "get_many", lambda *_: {})
    spectators.add_streams({CODE: 3}, now=NOON)
    assert spectators.count_spectators([CODE], now=NOON) == {CODE: 0}


@pytest.mark.django_db
def test_the_page_of_a_match_has_room_for_the_number(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    table = new_match(ada, ben, now=timezone.now())
    page = Client().get(f"/m/{table.code}/").content.decode()
    assert '<p class="watching quiet small" id="watching" hidden>' in page
    assert "<b></b> watching" in page
