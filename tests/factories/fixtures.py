"""Fixtures that several folders of tests take into their conftest."""

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
    """The browser of a player: `at(ada)`; nobody is logged in at `at()`."""
    return browser


@pytest.fixture
def organiser(db: None) -> Client:
    """The browser of somebody who may do everything in the admin."""
    return browser(superuser())


@pytest.fixture(autouse=True)
def just_started() -> Iterator[None]:
    """Each test is a process that has just started: it has not looked at the pulse yet."""
    uptime.forget()
    yield
    uptime.forget()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not pretend to think."""
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
