"""Tests that players who wait for Flint are served first, and that failures there harm no one else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from apps.common import clocks
from apps.matches import tasks
from apps.matches.engine import deadlines
from apps.matches.models import Analysis, Hint, Match, Question
from apps.matches.selectors import thinking as asked
from apps.matches.services import analysis, hints, thinking
from apps.matches.store import first_look
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db

BEFORE = timedelta(seconds=30)
"""How far the test tables' own clock is behind the server's, which it must never be ahead of."""


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
def test_a_database_that_is_away_is_no_fault_of_what_is_asked(
    flint: MatchDriver, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as gone:
        gone.setattr(thinking, "play_as_flint", Mock(side_effect=error("gone")))
        with pytest.raises(error):
            thinking.think_about_one()
    assert thinking.think_about_one()
    assert flint.causes()[-1] == "bot"


def test_flint_answers_at_its_table_before_it_gives_a_hint(
    flint: MatchDriver, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, advise, answered = turn_of(ben), hints.build_advice, list[str]()

    def advised(*given: Any) -> Any:
        answered.append(flint.causes()[-1])
        return advise(*given)

    hints.request_hint(code=table.code, player=ben.pk, key=table.key(), now=timezone.now())
    monkeypatch.setattr(hints, "build_advice", advised)
    while not Hint.objects.get().found:
        tasks.think.run()
    assert answered == ["bot"]


def test_no_analysis_is_part_of_what_players_wait_for(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=timezone.now())
    assert first_look.may_need_analysis()
    assert not first_look.may_need_thinking(now=timezone.now())
    tasks.think.run()
    assert Analysis.objects.get(match=match).reached == 0
    tasks.analyse.run()
    assert Analysis.objects.get(match=match).reached > 0
