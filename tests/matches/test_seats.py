"""Tests of seats that change hands, when a player leaves and someone else takes over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from apps.games.fuse.state import Condition, Pass, Plan
from apps.kernel.events import Announced
from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.errors import MatchRefused, NotSeated
from apps.matches.models import Chair, Question
from apps.matches.services import organiser, play, seats
from tests.database import everything
from tests.factories.matches import HOUR, SECOND, MatchDriver, in_window, new_match, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    table = new_match(ada, ben)
    for _ in range(5):
        table.lay()
    return table


def test_who_resigns_leaves_a_bot_that_plays_on(table: MatchDriver, ada: Any) -> None:
    seat = table.ask.seat
    seats.resign_seat(code=table.code, seat=seat, now=table.now)
    chair = table.chair(seat)
    assert (chair.bot, chair.player) == (True, None)
    assert chair.former is not None
    assert table.facts()[-1] == Announced(what="resigned", seat=seat)
    table.settle(after=deadlines.BOT_PAUSE)
    assert table.moves()[-1].cause == "bot"


def test_who_resigned_sees_what_the_public_sees_and_answers_no_more(table: MatchDriver, ada: Any, ben: Any) -> None:
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
    assert table.look(ada) == table.look()
    assert table.look(ada).observer == PUBLIC
    with pytest.raises(NotSeated):
        play.answer_as(code=table.code, player=ada.pk, key=table.key(), words={"type": "bomb"}, now=table.now)


def test_a_substitute_learns_exactly_what_the_seat_knows(table: MatchDriver, ada: Any, cleo: Any) -> None:
    before = table.look(ada)
    seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    after = table.look(cleo)
    assert (after.seat, after.board, after.questions) == (before.seat, before.board, before.questions)
    assert nobodys(after.story[1:]) == nobodys(before.story[: len(after.story) - 1]), "by the names of who was there"
    assert after.heard == before.heard + 1
    assert table.chair(0).former == ada


def nobodys(story: Any) -> list[Any]:
    return [replace(sentence, mine=False, reader=None) for sentence in story]


def test_a_substitute_has_the_whole_time_and_a_clean_slate(table: MatchDriver, cleo: Any) -> None:
    seat = table.ask.seat
    table.settle(after=HOUR)
    table.lay()
    table.now += HOUR / 2
    seats.replace_player(code=table.code, seat=seat, player=cleo.pk, now=table.now)
    assert table.chair(seat).missed == 0
    assert table.due(seat) == table.match.wake_at == table.now + HOUR


def test_standing_orders_go_with_the_player(table: MatchDriver, ada: Any, cleo: Any) -> None:
    play.add_standing_order(
        code=table.code, seat=Seat(0), order=Plan("lowest", Condition(at_least=9000)), now=table.now
    )
    seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    assert not standing()


def test_nobody_takes_two_seats(table: MatchDriver, ada: Any, ben: Any) -> None:
    before = everything()
    for seat in (0, 1):
        with pytest.raises(MatchRefused):
            seats.replace_player(code=table.code, seat=Seat(seat), player=ben.pk, now=table.now)
    assert everything() == before


def test_a_bots_seat_may_be_given_to_a_player(ada: Any, ben: Any) -> None:
    table = new_match(ada, bots=1)
    seats.replace_player(code=table.code, seat=Seat(1), player=ben.pk, now=table.now)
    assert not table.chair(1).bot
    if table.ask.seat == 0:
        table.lay()
    assert table.due(1) == table.now + HOUR


def test_a_seat_of_a_finished_match_stays_as_it_was(table: MatchDriver, cleo: Any) -> None:
    organiser.end_match(code=table.code, now=table.now)
    before = everything()
    with pytest.raises(MatchRefused):
        seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    with pytest.raises(MatchRefused):
        seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
    assert everything() == before


def test_a_sealed_reply_stays_when_its_seat_is_given_away(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = in_window(ada, ben, cleo)
    early, late = (ask.seat for ask in table.asks())
    table.answer(Pass(), seat=early)
    seats.replace_player(code=table.code, seat=early, player=dora.pk, now=table.now)
    table.answer(Pass(), seat=late)
    assert table.ask.about == "turn"


@pytest.mark.parametrize("fixed", [False, True])
def test_a_substitute_in_a_window_has_the_deadline_of_the_others(
    ada: Any, ben: Any, cleo: Any, dora: Any, fixed: bool
) -> None:
    table = in_window(ada, ben, cleo, fixed_windows=fixed)
    seat, ends = table.ask.seat, table.due(table.ask.seat)
    seats.replace_player(code=table.code, seat=seat, player=dora.pk, now=table.now + HOUR / 60)
    assert set(Question.objects.values_list("due_at", flat=True)) == {ends}


def test_an_absent_players_bot_in_a_window_hurries_nobody(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    absent, other = (ask.seat for ask in table.asks())
    ends = table.due(other)
    Chair.objects.filter(index=absent).update(autopilot=True)
    Question.objects.filter(seat=absent).update(due_at=table.now + SECOND, lapses_at=table.now + SECOND)
    assert table.look(None).due_at == ends
    assert not table.look(None).bot_awaited
