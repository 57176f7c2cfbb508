"""What a seat has ordered before anybody ordered anything, and orders that are tried after all others."""

from __future__ import annotations

from typing import Any

import pytest

from apps.games.kobolds.state import Plan, Profile, Trick
from apps.kernel.table import Seat
from apps.matches.selectors import match_view
from apps.matches.services import play, seats
from tests.factories.matches import MatchDriver, sealed_match

pytestmark = pytest.mark.django_db
HABIT = Profile("armed")


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return sealed_match("kobolds", ada, ben, cleo)


def test_everybody_sits_down_with_the_habits_of_the_game(table: MatchDriver) -> None:
    assert [table.look(player).orders for player in table.people] == [(HABIT,)] * 3


def test_habits_answer_from_the_deal_on(table: MatchDriver) -> None:
    """Nobody but the holder is asked while the bomb is not armed, and nobody sees that the others have passed."""
    holder = table.know().holder
    waiting = [ask.seat for ask in table.asks() if not ask.answered]
    assert waiting == [holder]
    for player in table.people:
        assert sum(person.awaited for person in table.look(player).people) >= 2


def test_an_order_tried_last_stays_last_and_is_there_once(table: MatchDriver) -> None:
    table.order(0, Trick("TROLL", holder="5"), Profile("affected"), Trick("RUMMAGE", holder="5"))
    orders = table.look(table.people[0]).orders
    assert orders == (Trick("TROLL", holder="5"), Trick("RUMMAGE", holder="5"), Profile("affected"))


def test_an_order_that_comes_along_is_tried_before_the_habits(table: MatchDriver) -> None:
    holder = table.know().holder
    player = table.people[holder]
    ask = table.question(holder)
    plan = {"turn": str(table.know().turn), "give": "", "take": ""}
    play.answer_as(
        code=table.code, player=player.pk, key=ask.key, words={"type": "pass"}, along={"plan": plan}, now=table.now
    )
    assert table.look(player).orders == (Plan(int(plan["turn"])), HABIT)
    assert table.know().turn == 2, "the turn went on to the next holder"


def test_whoever_takes_over_a_seat_has_the_habits_and_nothing_else(table: MatchDriver, dora: Any) -> None:
    table.order(1, Trick("TROLL", holder="5"), Profile("named"))
    seats.replace(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    assert match_view.look(code=table.code, player=dora.pk).orders == (HABIT,)
