"""Fixtures shared by the tests of webhooks: a receiver on this machine, a tournament with an organiser, and a club."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import caches

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.tournaments.models import Tournament
from apps.webhooks import delivery, services
from apps.webhooks.models import CHOOSABLE_EVENTS, Hook
from tests.factories.clubs import club
from tests.factories.fixtures import at as at
from tests.factories.tournaments import NOON, bots, tournament
from tests.notices.listener import Listener, listening

EVENTS = [event.value for event in CHOOSABLE_EVENTS]


@pytest.fixture(autouse=True)
def _own_house(settings: Any) -> None:
    settings.HOSTED = False
    settings.SLOWFUSE_SITE = "https://fuse.example.org"
    caches["shared"].clear()


@pytest.fixture
def ear(settings: Any) -> Iterator[Listener]:
    """Yield a receiver on this machine, which the server can reach."""
    settings.NOTICES_REACHABLE = ["127.0.0.1/32"]
    with listening() as listener:
        yield listener


@pytest.fixture
def cup(ada: Player) -> Tournament:
    """Return Ada's tournament with 4 bots, which starts at noon."""
    made = tournament(by=ada, hosted=True)
    bots(made, 4)
    return made


@pytest.fixture
def owls(ada: Player, ben: Player) -> Club:
    """Return Ada's club, of which Ben is a member."""
    return club(ada, ben)


def hook(of: Tournament | Club, owner: Player, url: str, *, now: datetime = NOON, **more: Any) -> Hook:
    """Add a webhook that wants everything, in English and our own shape unless stated otherwise."""
    usual = {"shape": "json", "events": EVENTS, "language": "en"}
    return services.add_hook(player=owner, of=of, url=url, now=now, **(usual | more))


def work(now: datetime) -> None:
    """Do the worker's regular work."""
    services.post_new_messages(now=now)
    while delivery.send_due_messages(now=now):
        pass


def heard(ear: Listener) -> list[dict[str, Any]]:
    """Return the messages that arrived, as data."""
    return [json.loads(each.body) for each in ear.heard]


def types(ear: Listener) -> list[str]:
    """Return the types of the messages that arrived."""
    return [each["type"] for each in heard(ear)]
