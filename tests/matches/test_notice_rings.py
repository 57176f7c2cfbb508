"""Tests of which listeners the hub wakes for a new notice, without a server."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.kernel.table import Observer, Seat
from apps.matches.engine import visibility
from apps.matches.selectors import listeners
from apps.matches.selectors.listeners import Listener, Login, Places
from apps.matches.store import pubsub
from apps.matches.views.hub import Ear, Hub
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def listening(player: Any, places: Places, *, own: bool = False) -> Listener:
    client = Client()
    client.force_login(player)
    return Listener(player.pk, Login(str(client.session.session_key), player.get_session_auth_hash()), places, own)


def looking(code: str, player: Any, observer: Observer) -> Listener:
    return listening(player, listeners.match_places(code, visibility.get_observer_bit(observer), player.pk))


def woken(everybody: dict[str, Listener], payload: str) -> set[str]:
    """Return the names of the listeners that this ring wakes."""
    hub, names = Hub(), {}
    for name, listener in everybody.items():
        ear = Ear(listener)
        names[ear] = name
        for code in listener.places:
            hub.waiting[code].add(ear)
    hub.ring(pubsub.parse_ring(payload))
    return {names[ear] for ear in hub.rung}


@pytest.fixture
def everybody(ada: Any, ben: Any, cleo: Any) -> dict[str, Listener]:
    """Return Ada's pages, each with its stream, and those of others at and around her match."""
    code = new_match(ada, ben, now=timezone.now()).code
    return {
        "ada's match": looking(code, ada, Seat(0)),
        "ada's list": listening(ada, listeners.own_places([ada.pk])[ada.pk], own=True),
        "ada's other page": listening(ada, listeners.notice_places(ada.pk)),
        "ben's match": looking(code, ben, Seat(1)),
        "cleo's look": looking(code, cleo, "public"),
    }


def test_a_notice_wakes_every_page_of_its_owner_and_nobody_else(everybody: dict[str, Listener], ada: Any) -> None:
    ring = f"{pubsub.player_code(ada.pk)}:{pubsub.NOTICES_BIT}:notice:"
    assert woken(everybody, ring) == {"ada's match", "ada's list", "ada's other page"}


def test_what_concerns_tables_wakes_the_list_of_them_alone(everybody: dict[str, Listener], ada: Any) -> None:
    assert woken(everybody, f"{pubsub.player_code(ada.pk)}:{pubsub.OWN_PAGES_BIT}:news:") == {"ada's list"}


def test_all_of_them_may_go_on_listening_as_long_as_they_are_logged_in(
    everybody: dict[str, Listener], ada: Any
) -> None:
    waiting = list(everybody.values())
    assert listeners.still_have_access(waiting, now=timezone.now()) == [True] * 5
    ada.set_password("another one")
    ada.save()
    assert listeners.still_have_access(waiting, now=timezone.now()) == [False] * 3 + [True] * 2
