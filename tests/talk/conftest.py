"""What the tests of talk share: a match, its people's browsers, and a quick way to say something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from apps.matches.services import uptime
from apps.talk.services import messages
from tests.matches.table import Table, deal


@pytest.fixture(autouse=True)
def _just_started() -> Iterator[None]:
    """Each test is a process that has just started."""
    uptime.forget()
    yield
    uptime.forget()


@pytest.fixture
def at(db: None) -> Callable[..., Client]:
    """The browser of a player: `at(ada)`; nobody is logged in at `at()`."""

    def browser(player: Any = None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player)
        return client

    return browser


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def table(ada: Any, ben: Any, now: datetime) -> Table:
    return deal(ada, ben, now=now)


@pytest.fixture
def said(table: Table, now: datetime) -> Callable[..., int]:
    """`said(ada, "words")` at the table, however fast one talks; gives the message's id."""

    def speak(player: Any, text: str = "", **more: Any) -> int:
        cache.clear()
        return messages.say(**{"code": table.code, "player": player.pk, "text": text, "now": now, **more})

    return speak
