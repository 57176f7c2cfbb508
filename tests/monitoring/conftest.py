"""Fixtures shared by the tests of monitoring: each test is a process that has just started, with a token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client

from apps.matches.services import sweep_runs
from apps.monitoring.selectors import house, readiness
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.fixtures import organiser as organiser
from tests.factories.fixtures import quick as quick

TOKEN: Final = "only-for-tests-" * 3


@pytest.fixture(autouse=True)
def _looks_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep cached checks for as long as a busy machine needs, until the test is over."""
    monkeypatch.setattr(house, "FIGURE_CACHE_SECONDS", 60.0)
    monkeypatch.setattr(readiness, "MIGRATION_CACHE_SECONDS", 60.0)
    for each in (house, readiness, sweep_runs):
        each.forget_checks()
    yield
    for each in (house, readiness, sweep_runs):
        each.forget_checks()


@pytest.fixture
def token(settings: Any) -> str:
    """Configure the server's token and return it."""
    settings.SLOWFUSE_METRICS_TOKEN = TOKEN
    return TOKEN


@pytest.fixture
def scraper(token: str, db: None) -> Client:
    """Return a client that sends the token."""
    return Client(headers={"authorization": f"Bearer {token}"})
