"""What the tests of a tournament's pages share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.matches.engine import deadlines


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
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not pretend to think."""
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
