"""Tests of default standing orders, and of orders that are tried after all others."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from django.template.loader import get_template
from django.utils import timezone

from apps.games.kobolds.state import Pass, Plan, Play, Profile, Soon, Trick
from apps.kernel.table import Seat
from apps.lobby.services.tables import play_now
from apps.matches.selectors import match_view
from apps.matches.services import play, seats
from tests.factories.finished_matches import recorded_match
from tests.factories.kobolds import armed, around, give
from tests.factories.matches import MatchDriver, sealed_match

pytestmark = pytest.mark.django_db
HABIT = Profile("armed")


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return sealed_match("kobolds", ada, ben, cleo)


def test_everybody_sits_down_with_the_habits_of_the_game(table: MatchDriver) -> None:
    assert [table.look(player).orders for player in table.people] == [(HABIT,)] * 3


def test_habits_answer_from_the_deal_on(table: MatchDriver) -> None:
    """Check that only the holder is asked while the bomb isn't armed, and no one sees that the others passed."""
    holder = table.know().holder
    waiting = [ask.seat for ask in table.asks() if not ask.answered]
    assert waiting == [holder]
    for player in table.people:
        assert sum(person.awaited for person in table.look(player).people) >= 2


def test_a_first_match_asks_about_every_trick_until_the_player_switches_auto_pass_on(ada: Any) -> None:
    def orders() -> tuple[Any, ...]:
        return match_view.load_match_view(
            code=play_now(player=ada, now=timezone.now(), game="kobolds"), player=ada.pk
        ).orders

    assert orders() == (Profile("always"),)
    assert orders() == (Profile("always"),), "the first match isn't over"
    recorded_match("kobolds", [ada, None, None], seed=3)
    assert orders() == (HABIT,)


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
    seats.replace_player(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    assert match_view.load_match_view(code=table.code, player=dora.pk).orders == (HABIT,)


class CardFace(NamedTuple):
    """The parts of a card's face that the form uses."""

    id: str
    sign: str
    lasts: str


class HeldCard(NamedTuple):
    """The parts of a card in a hand that the form uses."""

    face: CardFace
    names: bool


def test_an_order_left_from_a_card_leads_back_to_the_table(table: MatchDriver, at: Any) -> None:
    """Check the form of `kobolds/as_soon.html` as a browser sends it."""
    player, path = table.people[1], f"/m/{table.code}/orders/"
    held = HeldCard(CardFace("TR01", "STICK", "temporary"), names=True)
    context = {"held": held, "code": table.code, "people": table.look(player).people}
    form = get_template("kobolds/as_soon.html").render(context)
    words = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', form))
    (target,) = re.findall(r'name="target" value="(\w+)" checked', form)
    response = at(player).post(path, {**words, "target": target})
    assert (response.status_code, response["Location"]) == (303, f"/m/{table.code}/")
    assert table.look(player).orders == (Soon("STICK"), HABIT)
    assert at(player).post(path, {"order": "soon", "play": "TROLL"})["Location"] == path
    assert "as soon as it’s useful" in at(player).get(path).content.decode()


def test_a_record_of_a_match_that_is_played_takes_no_orders(table: MatchDriver, at: Any) -> None:
    """Check that no order can be added to a past move."""
    pages = {path: at(table.people[1]).get(f"/m/{table.code}/{path}").content.decode() for path in ("", "record/")}
    assert ["order-soon" in page or 'name="order"' in page for page in pages.values()] == [True, False]
    assert "Your hand" in pages["record/"]


def test_whom_a_trick_does_not_concern_is_neither_awaited_nor_asked_but_may_change_their_mind(
    table: MatchDriver,
) -> None:
    """Check edition 3 of Kobold Bombs. Players who want to be asked say so in their profile, unseen by others."""
    armed(table)
    holder, thief, other = around(table)
    give(table, thief, "TR38")
    table.order(other, Profile("armed", "any"))
    for seat, action in ((holder, Pass()), (thief, Play("TR38")), (other, Pass())):
        table.says(seat, action)
    looks = [table.look(table.people[seat]) for seat in (holder, thief, other)]
    names = [[person.seat for person in look.people if person.awaited] for look in looks]
    assert names == [[holder], [holder], sorted((holder, other))]
    assert [bool(look.questions) for look in looks] == [True, False, True]
    table.order(other, Profile("armed"))
    look = table.look(table.people[other])
    assert (look.questions[0].ask.answered, look.people[other].awaited) == (True, False)
