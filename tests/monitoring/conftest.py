"""What tests of the house's figures share: each is a process that has just started, and was given a token."""

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
    """Whatever was found out is kept for as long as a busy machine needs, and until the test is over."""
    for each in (house, readiness):
        monkeypatch.setattr(each, "KEPT", 60.0)
    for each in (house, readiness, sweep_runs):
        each.forget()
    yield
    for each in (house, readiness, sweep_runs):
        each.forget()


@pytest.fixture
def token(settings: Any) -> str:
    """The house was given one, and this is it."""
    settings.SLOWFUSE_METRICS_TOKEN = TOKEN
    return TOKEN


@pytest.fixture
def scraper(token: str, db: None) -> Client:
    """Whoever brings the token."""
    return Client(headers={"authorization": f"Bearer {token}"})
