"""Tests that standing orders answer for their seat, immediately and unseen by others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.games import load_games
from apps.games.fuse.cards import POINTS_BY_CARD, CardId, is_fuse
from apps.games.fuse.state import Blast, Condition, Douse, Kindle, Laid, Lay, LetDie, Pass, Plan
from apps.kernel import record
from apps.kernel.game import Illegal
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches.engine import deadlines
from apps.matches.engine.standing_orders import StandingOrder
from apps.matches.errors import Malformed, MatchRefused
from apps.matches.models import Chair
from apps.matches.selectors import match_export, match_view, player_matches
from apps.matches.services import play, seats
from tests.database import everything, statements
from tests.factories.matches import FUSE, HOUR, NOW, SECOND, MatchDriver, in_window, new_match, standing
from tests.matches.pages import alone

pytestmark = pytest.mark.django_db
NEVER = Condition(at_least=9000)


def listed(table: MatchDriver, seat: int) -> list[player_matches.ShownOrder]:
    """Return the orders listed on the seat's own page."""
    player = table.chair(seat).player_id
    return player_matches.list_standing_orders(match_view.load_match(table.code, player=player))


def test_an_order_answers_when_its_question_opens(table: MatchDriver) -> None:
    other = 1 - table.ask.seat
    table.order(other, Plan("lowest"))
    assert table.causes() == ["deal"]
    table.lay()
    assert table.causes() == ["deal", "seat", "order"]
    assert table.moves()[-1].seat == other


def test_an_order_answers_an_open_question_at_once(table: MatchDriver) -> None:
    table.order(table.ask.seat, Plan("lowest"))
    assert table.causes() == ["deal", "order"]


def test_an_order_for_once_is_used_up(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.order(seat, Plan("lowest", once=True))
    assert not standing()
    table.lay()
    assert table.causes() == ["deal", "order", "seat"]


def test_an_order_for_ever_answers_every_time(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.order(seat, Plan("lowest", once=False))
    for _ in range(3):
        table.lay()
    assert table.causes() == ["deal", "order", *["seat", "order"] * 3]
    assert len(standing()) == 1


def test_orders_of_everybody_play_the_match_to_its_end(table: MatchDriver) -> None:
    table.order(1 - table.ask.seat, Plan("highest", once=False), Douse())
    table.order(table.ask.seat, Douse(), Plan("lowest", once=False))
    table.finish()
    assert table.causes().count("order") > 50


def test_orders_are_tried_in_the_order_in_which_they_were_left(table: MatchDriver) -> None:
    other = 1 - table.ask.seat
    points = [POINTS_BY_CARD[card] for card in table.know().hands[other] if is_fuse(card)]
    assert min(points) < max(points)
    table.order(other, Plan("lowest", NEVER), Plan("lowest", Condition(burning="no")), Plan("highest"), Plan("lowest"))
    table.lay()
    laid = [fact for fact in table.facts() if isinstance(fact, Laid)][-1]
    assert (laid.seat, POINTS_BY_CARD[laid.card]) == (other, max(points))
    left = [standing.order.which for standing in listed(table, other)]
    assert left == ["lowest", "lowest", "lowest"]


def test_an_order_that_is_not_legal_now_waits(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.order(seat, Blast(), Douse(), Plan(CardId(130)))
    assert table.causes() == ["deal"]
    assert len(standing()) == 3


def test_an_order_waits_for_its_condition(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.order(seat, Blast(Condition(at_least=20)))
    while table.know().turn < 20 and "order" not in table.causes():
        table.lay()
    fuse = next(i for i, cause in enumerate(table.causes()) if cause == "order")
    assert table.causes()[fuse - 1] == "seat"
    assert table.know().taken[seat]


def test_somebody_elses_order_does_not_answer_for_me(table: MatchDriver) -> None:
    table.order(1 - table.ask.seat, Plan("lowest", once=False))
    assert table.causes() == ["deal"]


def test_an_order_is_stronger_than_silence(table: MatchDriver) -> None:
    first = table.ask.seat
    table.order(1 - first, Plan("lowest"))
    table.settle(after=HOUR)
    assert table.causes() == ["deal", "clock", "order"]


def test_a_seat_leaves_twenty_orders_and_no_more(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.order(seat, *[Plan("lowest", NEVER)] * play.MAX_STANDING_ORDERS)
    before = everything()
    with pytest.raises(MatchRefused):
        table.order(seat, Plan("lowest", NEVER))
    assert everything() == before
    table.order(1 - seat, Plan("lowest", NEVER))


def test_a_withdrawn_order_answers_no_more(table: MatchDriver) -> None:
    other = 1 - table.ask.seat
    table.order(other, Plan("lowest"))
    play.withdraw_standing_order(code=table.code, seat=Seat(other), order=standing()[0].ticket, now=table.now)
    assert not standing()
    table.lay()
    assert table.causes() == ["deal", "seat"]


def test_withdrawing_twice_or_somebody_elses_order_changes_nothing(table: MatchDriver) -> None:
    other = 1 - table.ask.seat
    table.order(other, Plan("lowest"))
    before = everything()
    play.withdraw_standing_order(code=table.code, seat=Seat(table.ask.seat), order=standing()[0].ticket, now=table.now)
    play.withdraw_standing_order(code=table.code, seat=Seat(other), order="o" + "0" * 15, now=table.now)
    assert everything() == before


def test_an_order_that_fires_while_it_is_withdrawn_has_fired(table: MatchDriver) -> None:
    """Check an expired turn of the other player that no worker has settled. Settling it lets the order answer."""
    other = 1 - table.ask.seat
    table.order(other, Plan("lowest"))
    play.withdraw_standing_order(code=table.code, seat=Seat(other), order=standing()[0].ticket, now=NOW + HOUR)
    assert table.causes() == ["deal", "clock", "order"]
    assert not standing()


def test_an_order_counts_as_being_there(table: MatchDriver) -> None:
    seat = table.ask.seat
    table.settle(after=HOUR)
    table.lay()
    assert table.chair(seat).missed == 1
    table.order(seat, Plan("lowest"))
    assert table.chair(seat).missed == 0


def test_an_order_that_replies_where_silence_is_fair_counts_as_being_there_too(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    seat = table.asks()[0].seat
    Chair.objects.filter(index=seat).update(missed=deadlines.MISSES_BEFORE_AUTOPILOT - 1)
    table.order(seat, LetDie())
    assert table.causes()[-1] == "order"
    assert table.chair(seat).missed == 0


def test_orders_sleep_while_the_bot_plays_and_wake_with_the_player(table: MatchDriver) -> None:
    seat = table.ask.seat
    for _ in range(3):
        table.settle(after=HOUR)
        table.lay()
    assert table.chair(seat).autopilot
    table.order(seat, Plan("lowest"))
    assert table.causes()[-1] == "seat"
    seats.reclaim_seat(code=table.code, seat=seat, now=table.now)
    assert table.causes()[-1] == "order", "who is back has orders again"


def test_a_reply_by_order_is_sealed_as_any_other(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    seat = table.asks()[0].seat
    everybody: list[Observer] = [Seat(0), Seat(1), Seat(2), PUBLIC]
    others = [observer for observer in everybody if observer != seat]
    before = [table.look(observer=observer) for observer in others]
    table.order(seat, LetDie())
    assert table.causes()[-1] == "order"
    assert table.ask.about == "matchman"
    after = [table.look(observer=observer) for observer in others]
    assert after == before


@pytest.mark.parametrize("order", [Kindle(), LetDie()])
def test_orders_reply_in_fixed_windows_too(ada: Any, ben: Any, cleo: Any, order: Any) -> None:
    table = in_window(ada, ben, cleo, fixed_windows=True)
    seat = table.asks()[0].seat
    table.order(seat, order)
    assert table.causes()[-1] == "order"
    before = len(table.moves())
    table.settle(after=SECOND)
    assert len(table.moves()) == before, "it replies once"


def test_an_order_does_not_overrule_a_reply_that_was_given(ada: Any, ben: Any, cleo: Any) -> None:
    for fixed in (False, True):
        table = in_window(ada, ben, cleo, fixed_windows=fixed)
        seat = table.asks()[0].seat
        table.answer(Pass(), seat=seat)
        table.order(seat, Kindle())
        assert table.causes()[-1] == "seat"


@pytest.mark.parametrize("text", ['{"order":"dance"}', '""', "{}", "null", '{"order":"plan","which":"middle"}'])
def test_an_order_the_game_no_longer_understands_is_passed_over(table: MatchDriver, text: str) -> None:
    other = 1 - table.ask.seat
    table.order(other, Plan("lowest", NEVER), Plan("lowest", once=False))
    strange, known = standing()
    strange = StandingOrder(strange.ticket, msgspec.Raw(text))
    chair = Chair.objects.filter(index=other)
    chair.update(orders=msgspec.json.encode([strange, known]).decode())
    table.lay()
    assert table.causes() == ["deal", "seat", "order"]
    assert len(listed(table, other)) == 1
    table.order(other, Blast(NEVER))
    assert standing()[:2] == [strange, known], "as it was written"


def test_orders_and_bots_are_asked_with_what_their_seat_knows(
    ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[tuple[Any, int]] = []

    def bot(state: Any, seat: int, luck: Any) -> Any:
        known.append((state, seat))
        return FUSE.bot(state, Seat(seat), luck)

    def obey(state: Any, seat: int, order: Any) -> Any:
        known.append((state, seat))
        return FUSE.obey(state, Seat(seat), order)

    table = new_match(ada, ben, bots=1)
    table.order(0, Plan("lowest", once=False))
    monkeypatch.setitem(load_games(), "fuse", replace(FUSE, bot=bot, obey=obey))
    for _ in range(5):
        table.settle(after=SECOND)
        if table.ask.seat == 1:
            table.lay()
    assert {seat for _, seat in known} == {0, 2}
    for state, seat in known:
        assert state.pile == ()
        assert [other for other, hand in enumerate(state.hands) if hand] == [seat]


def test_only_their_seat_is_shown_its_orders(table: MatchDriver) -> None:
    table.order(0, Plan("lowest", NEVER))
    assert len(listed(table, 0)) == 1
    assert listed(table, 1) == []


def test_leaving_an_order_that_waits_shows_to_nobody(table: MatchDriver, ada: Any, ben: Any) -> None:
    seats: list[Observer] = [Seat(0), Seat(1), PUBLIC]
    before = [table.look(observer=observer) for observer in seats]
    table.order(0, Plan("lowest", NEVER))
    assert [table.look(observer=observer) for observer in seats] == before


def words(table: MatchDriver, along: Any = None) -> dict[str, Any]:
    card = table.first(Lay).card
    return {"words": {"type": "lay", "card": str(card)}, "along": along}


def answer(table: MatchDriver, *people: Any, along: Any = None) -> None:
    player = people[table.ask.seat]
    play.answer_as(code=table.code, player=player.pk, key=table.key(), now=table.now, **words(table, along))


def test_orders_that_come_along_with_an_answer_replace_those_of_their_kind_only(
    table: MatchDriver, ada: Any, ben: Any
) -> None:
    seat = table.ask.seat
    table.order(seat, Plan("lowest", NEVER), Blast(NEVER), Plan("highest", NEVER))
    answer(table, ada, ben, along={"plan": {"which": "lowest", "only": {"at_least": "8000"}}})
    said = [each.order for each in listed(table, seat)]
    assert said == [Plan("lowest", Condition(at_least=8000)), Blast(NEVER)], "where the first of its kind was"


def test_an_order_that_came_along_answers_what_opens_next(table: MatchDriver, ada: Any, ben: Any) -> None:
    table.order(1 - table.ask.seat, Plan("lowest", once=True))
    answer(table, ada, ben, along={"plan": {"which": "lowest"}})
    assert table.causes() == ["deal", "seat", "order", "order"]
    assert not standing()


def test_orders_that_came_along_stand_in_no_record(table: MatchDriver, ada: Any, ben: Any) -> None:
    answer(table, ada, ben, along={"blast": {"only": {"at_least": "7531"}}})
    table.finish()
    export = b"".join(
        record.encode_record(match_export.build_match_record(match_view.load_match(table.code), observer=REFEREE))
    )
    assert b"lay" in export
    assert not alone(7531).search(export.decode())


def test_the_same_orders_along_again_write_nothing_new(table: MatchDriver, ada: Any, ben: Any) -> None:
    along = {"blast": {"only": {"at_least": "9000"}}}
    answer(table, ada, ben, along=along)
    before = standing()
    answer(table, ada, ben)
    with CaptureQueriesContext(connection) as context:
        answer(table, ada, ben, along=along)
    assert not [sql for sql in statements(context) if "INTO matches_seat" in sql]
    assert standing() == before


@pytest.mark.parametrize("along", ["plan", {"plan": "lowest"}, {"plan": {"which": "no"}}, {"dance": {}}, {"": {}}, [1]])
def test_malformed_orders_along_refuse_the_answer_and_change_nothing(
    table: MatchDriver, ada: Any, ben: Any, along: Any
) -> None:
    before = everything()
    with pytest.raises(Malformed):
        answer(table, ada, ben, along=along)
    assert everything() == before


def test_a_refused_answer_leaves_no_orders_behind(table: MatchDriver, ada: Any, ben: Any) -> None:
    before, player = everything(), (ada, ben)[table.ask.seat]
    with pytest.raises(Illegal):
        play.answer_as(
            code=table.code, player=player.pk, key=table.key(), words={"type": "bomb"}, along={"blast": {}}, now=NOW
        )
    assert everything() == before


def test_orders_nobody_needed_are_gone_when_the_match_is_over(table: MatchDriver) -> None:
    table.order(0, Blast(NEVER))
    table.order(1, Plan("lowest", NEVER), Douse(NEVER))
    table.finish()
    assert not standing()


def test_only_their_seat_sees_its_orders(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    table.order(0, Blast(NEVER))
    assert table.look(ada).orders == (Blast(NEVER),)
    assert [table.look(other).orders for other in (ben, cleo, None)] == [(), (), ()]
