"""Tests that what a transaction causes is queued when it commits, and only then."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.matches.engine import deadlines
from apps.matches.models import Match
from apps.matches.services import analysis, hints
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db

THINK, ANALYSE = "apps.matches.tasks.think", "apps.matches.tasks.analyse"
Captured = Callable[..., AbstractContextManager[list[Any]]]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of queued tasks."""
    names: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: names.append(name))
    return names


def table_of(player: Any, opponents: Match.BotStrength) -> MatchDriver:
    """Return a match in which the player is asked, and then a bot of this strength."""
    table = new_match(player, bots=1, now=timezone.now())
    while table.ask.seat != 0:
        table.settle(after=deadlines.BOT_PAUSE)
    Match.objects.filter(code=table.code).update(opponents=opponents)
    return table


@pytest.mark.parametrize(
    ("opponents", "expected"), [(Match.BotStrength.FLINT, [THINK]), (Match.BotStrength.CINDER, [])]
)
def test_a_turn_that_leaves_flint_to_think_queues_a_thought(
    ada: Any, queued: list[str], django_capture_on_commit_callbacks: Captured, opponents: Any, expected: list[str]
) -> None:
    table = table_of(ada, opponents)
    with django_capture_on_commit_callbacks(execute=True):
        table.lay()
        assert not queued, "not before the commit"
    assert queued == expected


def test_a_request_is_queued_at_once(
    ada: Any, ben: Any, queued: list[str], django_capture_on_commit_callbacks: Captured
) -> None:
    table = table_of(ada, Match.BotStrength.CINDER)
    with django_capture_on_commit_callbacks(execute=True):
        hints.request_hint(code=table.code, player=ada.pk, key=table.key(), now=table.now)
    over = recorded_match("fuse", [ada, ben])
    with django_capture_on_commit_callbacks(execute=True):
        analysis.request_analysis(code=over.code, player=ada.pk, now=timezone.now())
    assert queued == [THINK, ANALYSE]


def test_a_rough_hint_queues_a_better_one(
    ada: Any, queued: list[str], django_capture_on_commit_callbacks: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "ROUGH_HINT_SECONDS", 0.0)
    table = table_of(ada, Match.BotStrength.CINDER)
    hints.request_hint(code=table.code, player=ada.pk, key=table.key(), now=table.now)
    with django_capture_on_commit_callbacks(execute=True):
        assert hints.think_about_one(lambda: table.now)
    assert queued == [ANALYSE]


def test_without_a_broker_the_request_stands(
    ada: Any, django_capture_on_commit_callbacks: Captured, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def fail(*_words: Any, **_options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", fail)
    table = table_of(ada, Match.BotStrength.FLINT)
    with caplog.at_level(logging.WARNING), django_capture_on_commit_callbacks(execute=True):
        table.lay()
    assert f"Could not queue {THINK}" in caplog.text
    assert table.ask.seat == 1
