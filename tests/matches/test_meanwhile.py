"""Tests that waiting players are served in the middle of longer work, and that failures there harm no one else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from apps.common import clocks
from apps.kernel.playout import Endless
from apps.matches.engine import deadlines
from apps.matches.models import Analysis, Hint, Match, Question
from apps.matches.selectors import thinking as asked
from apps.matches.services import analysis, hints, meanwhile, thinking
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db

BEFORE = timedelta(seconds=30)
"""How far the test tables' own clock is behind the server's, which it must never be ahead of."""


@pytest.fixture(autouse=True)
def _at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "CHECK_SECONDS", 0)


@pytest.fixture
def flint(ada: Any, monkeypatch: pytest.MonkeyPatch) -> MatchDriver:
    """Return a match in which Flint is asked and has a minute."""
    monkeypatch.setattr(deadlines, "THINKING_TIME", timedelta(minutes=1))
    monkeypatch.setattr(asked, "THINKING_TIME", timedelta(minutes=1))
    return flint_with(ada)


def flint_with(player: Any) -> MatchDriver:
    table = turn_of(player)
    Match.objects.filter(code=table.code).update(opponents="flint")
    table.lay()
    assert table.code in {code for code, *_ in asked.open_questions(now=clocks.now())}
    return table


def turn_of(player: Any) -> MatchDriver:
    """Return a match in which the player is asked."""
    table = new_match(player, bots=1, now=timezone.now() - BEFORE)
    while table.ask.seat != 0:
        table.settle(after=deadlines.BOT_PAUSE)
    return table


@pytest.mark.parametrize("failing", [Endless("No end."), KeyError("no such rule")])
def test_a_thought_that_fails_spoils_no_analysis(
    flint: MatchDriver, ben: Any, cleo: Any, failing: Exception, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    match = recorded_match("fuse", [ben, cleo])
    analysis.request_analysis(code=match.code, player=ben.pk, now=timezone.now())

    def fail(*_given: Any) -> Any:
        monkeypatch.setattr(meanwhile, "CHECK_SECONDS", 3600)  # One failure is enough.
        raise failing

    monkeypatch.setattr(thinking, "play_as_flint", fail)
    assert analysis.go_on(enough=lambda: True, meanwhile=meanwhile.now_and_then())
    assert Analysis.objects.values_list("reached", "over").get() == (1, False)
    assert f"Match {flint.code}: could not think about an answer for seat 1" in caplog.text


def test_whom_nobody_can_think_for_the_next_does_not_wait_for(
    flint: MatchDriver, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    think, failed = thinking.play_as_flint, list[bool]()

    def once_broken(*given: Any) -> Any:
        if not failed:
            failed.append(True)
            raise KeyError("no such rule")
        return think(*given)

    other = flint_with(ben)
    monkeypatch.setattr(thinking, "play_as_flint", once_broken)
    assert thinking.think_about_one()
    assert Question.objects.filter(match__code=flint.code, seat=1, answered=False).exists()
    assert other.causes()[-1] == "bot"


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_no_fault_of_what_is_looked_into_nor_of_what_is_asked(
    flint: MatchDriver, ben: Any, cleo: Any, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded_match("fuse", [ben, cleo])
    analysis.request_analysis(code=match.code, player=ben.pk, now=timezone.now())
    monkeypatch.setattr(thinking, "play_as_flint", Mock(side_effect=error("gone")))
    with pytest.raises(error):
        analysis.go_on(enough=lambda: True, meanwhile=meanwhile.now_and_then())
    assert Analysis.objects.values_list("reached", "over").get() == (0, False)


def test_flint_answers_at_its_table_while_somebody_is_told_what_it_would_do(
    flint: MatchDriver, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ask the question just after work on the hint has started."""
    table, think, advise = turn_of(ben), thinking.think_about_one, hints.build_advice
    begun: list[int] = []

    def advised(*given: Any) -> Any:
        begun.append(len(flint.causes()))
        found = advise(*given)
        begun.append(len(flint.causes()))
        return found

    hints.request_hint(code=table.code, player=ben.pk, key=table.key(), now=timezone.now())
    monkeypatch.setattr(hints, "build_advice", advised)
    monkeypatch.setattr(thinking, "think_about_one", lambda: bool(begun) and think())
    assert meanwhile.think_about_one()
    assert begun[1] == begun[0] + 1
    assert Hint.objects.get().found
