"""Tests of what an organiser can do to the clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.games.fuse.state import Lay, Plan
from apps.kernel.events import Announced
from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.errors import Gone, MatchRefused
from apps.matches.models import Fact, Match, Question
from apps.matches.services import organiser, play, seats
from tests.database import everything
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, new_match

pytestmark = pytest.mark.django_db


def test_a_paused_match_lapses_never(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW)
    match = table.match
    assert (match.status, match.paused_at, match.wake_at) == (Match.Status.PAUSED, NOW, None)
    before = everything()
    table.settle(after=1000 * HOUR)
    assert play.settle_due(now=table.now) == 0
    assert everything() == before


def test_a_paused_match_takes_no_answer_and_shows_no_deadline(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW)
    before = everything()
    with pytest.raises(Gone):
        table.lay()
    assert everything() == before
    assert table.look(observer=PUBLIC).due_at is None
    mine = table.look(observer=table.ask.seat)
    assert (mine.questions, mine.due_at) == ((), None)


def test_after_a_pause_everybody_has_the_time_they_had_left(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW + HOUR / 2)
    organiser.resume_match(code=table.code, now=NOW + 24 * HOUR)
    match = table.match
    assert (match.status, match.paused_at) == (Match.Status.PLAYING, None)
    assert match.wake_at == table.due(table.ask.seat) == NOW + 24.5 * HOUR
    assert table.facts()[-2:] == [Announced(what="paused"), Announced(what="resumed", seconds=int(23.5 * 3600))]


def test_what_lapsed_before_the_pause_is_settled_first(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW + HOUR)
    assert table.causes() == ["deal", "clock", "house"]


def test_only_a_running_match_can_be_paused_and_only_a_paused_one_resumed(table: MatchDriver) -> None:
    with pytest.raises(MatchRefused):
        organiser.resume_match(code=table.code, now=NOW)
    organiser.pause_match(code=table.code, now=NOW)
    before = everything()
    with pytest.raises(MatchRefused):
        organiser.pause_match(code=table.code, now=NOW)
    with pytest.raises(MatchRefused):
        organiser.extend_deadlines(code=table.code, by=HOUR, now=NOW)
    assert everything() == before


def test_an_extension_moves_every_open_deadline(table: MatchDriver) -> None:
    organiser.extend_deadlines(code=table.code, by=timedelta(days=1), now=NOW)
    assert table.match.wake_at == table.due(table.ask.seat) == NOW + 25 * HOUR
    assert table.facts()[-1] == Announced(what="extended", seconds=86400)


def test_an_extension_does_not_put_bots_to_sleep(ada: Any) -> None:
    table = new_match(ada, bots=1)
    if table.ask.seat == 0:
        table.lay()
    organiser.extend_deadlines(code=table.code, by=timedelta(days=1), now=table.now)
    table.settle(after=deadlines.BOT_PAUSE)
    assert table.ask.seat == 0


def test_who_leaves_during_a_pause_leaves_a_bot_that_plays_when_it_is_over(table: MatchDriver) -> None:
    seat = table.ask.seat
    organiser.pause_match(code=table.code, now=NOW)
    seats.resign_seat(code=table.code, seat=seat, now=NOW + 5 * HOUR)
    organiser.resume_match(code=table.code, now=NOW + 10 * HOUR)
    play.settle_due(now=NOW + 10 * HOUR + deadlines.BOT_PAUSE)
    assert table.moves()[-1].cause == "bot"


def test_who_takes_over_during_a_pause_has_their_whole_time_after_it(table: MatchDriver, cleo: Any) -> None:
    seat = table.ask.seat
    organiser.pause_match(code=table.code, now=NOW)
    seats.replace_player(code=table.code, seat=seat, player=cleo.pk, now=NOW + 5 * HOUR)
    assert table.match.wake_at is None
    organiser.resume_match(code=table.code, now=NOW + 10 * HOUR)
    assert table.match.wake_at == table.due(seat) == NOW + 11 * HOUR


def test_an_order_left_during_a_pause_waits_for_its_end(table: MatchDriver) -> None:
    seat = table.ask.seat
    organiser.pause_match(code=table.code, now=NOW)
    play.add_standing_order(code=table.code, seat=seat, order=Plan("lowest"), now=NOW)
    play.settle_match(code=table.code, now=NOW)
    play.withdraw_standing_order(code=table.code, seat=seat, order="", now=NOW)
    assert "order" not in table.causes()
    organiser.resume_match(code=table.code, now=NOW + SECOND)
    assert table.causes()[-2:] == ["house", "order"]


def test_the_end_without_a_result_closes_everything(table: MatchDriver) -> None:
    table.lay()
    organiser.end_match(code=table.code, now=NOW + SECOND)
    match = table.match
    assert (match.status, match.over_at, match.wake_at) == (Match.Status.OVER, NOW + SECOND, None)
    assert match.outcome == {"places": [], "scores": [], "why": "ended"}
    assert not Question.objects.exists()
    assert table.facts()[-1] == Announced(what="ended")


def test_a_paused_match_can_be_ended(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW)
    organiser.end_match(code=table.code, now=NOW + SECOND)
    assert table.match.status == Match.Status.OVER
    assert table.match.paused_at is None


@pytest.mark.parametrize("paused", [False, True])
def test_a_match_that_cannot_be_read_can_still_be_ended(table: MatchDriver, paused: bool) -> None:
    if paused:
        organiser.pause_match(code=table.code, now=NOW)
    Fact.objects.filter(n=0).update(event="{")
    organiser.end_match(code=table.code, now=NOW + SECOND)
    match = table.match
    assert (match.status, match.wake_at, match.paused_at) == (Match.Status.OVER, None, None)
    assert match.outcome == {"places": [], "scores": [], "why": "ended"}
    assert not Question.objects.exists()
    with pytest.raises(MatchRefused):
        organiser.end_match(code=table.code, now=NOW + SECOND)
    with pytest.raises(Match.DoesNotExist):
        organiser.end_match(code="nowhere2", now=NOW)


def test_nothing_happens_to_a_match_that_is_over(table: MatchDriver) -> None:
    organiser.end_match(code=table.code, now=NOW)
    before = everything()
    for act in (organiser.pause_match, organiser.resume_match, organiser.end_match, organiser.retry_match):
        with pytest.raises(MatchRefused):
            act(code=table.code, now=NOW)
    with pytest.raises(MatchRefused):
        organiser.extend_deadlines(code=table.code, by=HOUR, now=NOW)
    with pytest.raises(MatchRefused):
        play.add_standing_order(code=table.code, seat=Seat(0), order=Plan("lowest"), now=NOW)
    table.settle(after=1000 * HOUR)
    assert everything() == before


def test_a_match_that_goes_on_after_a_pause_is_played_as_any_other(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW)
    organiser.resume_match(code=table.code, now=NOW + SECOND)
    table.now = NOW + SECOND
    table.lay()
    assert isinstance(table.first(Lay), Lay)
    assert table.finish().match.outcome is not None
