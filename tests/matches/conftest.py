"""What the tests of matches share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from apps.matches.services import uptime


@pytest.fixture(autouse=True)
def _just_started() -> Iterator[None]:
    """Each test is a process that has just started: it has not looked at the pulse yet."""
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
