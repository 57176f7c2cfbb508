"""Fixtures that several test folders import into their conftest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client

from apps.matches.engine import deadlines
from apps.matches.services import uptime
from tests.factories.people import browser, superuser


@pytest.fixture
def at(db: None) -> Callable[..., Client]:
    """Return a function that opens a player's browser: `at(ada)`. With `at()`, no one is logged in."""
    return browser


@pytest.fixture
def organiser(db: None) -> Client:
    """Return the browser of a player who has all rights in the admin."""
    return browser(superuser())


@pytest.fixture(autouse=True)
def just_started() -> Iterator[None]:
    """Make each test look like a process that has just started and hasn't read the pulse yet."""
    uptime.forget_checks()
    yield
    uptime.forget_checks()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make bots answer without a pause."""
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
