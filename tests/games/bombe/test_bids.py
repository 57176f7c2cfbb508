"""Tests of bids at Die Bombe: what is opened and refused, the effect of silence, and choices sent along."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.games.bombe.bombing import list_stray_places
from apps.games.bombe.cards import FACES, is_bomb, select_best_cards
from apps.games.bombe.state import Bid, Bombed, Choose, Opened, Took
from apps.kernel.table import Seat
from apps.matches.models import Match, Move
from tests.database import everything
from tests.factories.matches import MatchDriver, sealed_match, standing
from tests.matches.pages import HTMX, alone, if_silent, plain, refused, sentence, world

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
FIXED = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return sealed_match("bombe", ada, ben, cleo)


def bid(table: MatchDriver, *bids: int | tuple[int, int]) -> None:
    """Bid for all bidders in seat order, and close a fixed window."""
    for seat, amount in zip(table.know().bidders, bids, strict=True):
        table.says(seat, Bid(*amount) if isinstance(amount, tuple) else Bid(amount))
    table.close_window()


# -- opened bids (D7) ------------------------------------------------------------------------


@FIXED
def test_all_bids_appear_at_once_the_highest_first(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, fixed: bool
) -> None:
    table = sealed_match("bombe", ada, ben, cleo, dora, fixed_windows=fixed)
    address = f"/m/{table.code}/"
    table.says(0, Bid(301))
    table.says(1, Bid(777))
    table.says(2, Bid(302))
    before = plain(at().get(address).content.decode())
    assert not [amount for amount in (301, 302, 303, 777) if alone(amount).search(before)]
    table.says(3, Bid(303))
    table.close_window()
    for client, own in ((at(), ""), (at(ada), "ada"), (at(dora), "dora")):
        live = client.get(address).content.decode()
        shown = re.search(r'<ol class="bidders">(.*?)</ol>', live, flags=re.DOTALL)
        assert shown is not None
        assert re.findall(r"<b>(\d+)</b>", shown[1]) == ["777", "303", "302", "301"]
        names = ["You" if name == own else name for name in ("ben", "dora", "cleo", "ada")]
        assert re.findall(r'class="name"[^>]*>(\w+)<', shown[1]) == names
        told = client.get(f"{address}record.jsonl?as=public").content.decode()
        assert re.findall(r'"amount":(\d+)', told) == ["777", "303", "302", "301"]


def test_only_the_numbers_of_the_tied_are_shown(at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, dora, tie_numbers=True)
    bid(table, (777, 37), (301, 39), (777, 38), (300, 36))
    for client in (at(), at(dora), at(ada)):
        urls = (f"/m/{table.code}/", f"/m/{table.code}/record/", f"/m/{table.code}/record.jsonl")
        for text in (plain(client.get(url).content.decode()) for url in urls):
            assert alone(38).search(text), "the tie was broken by it"
            assert not alone(39).search(text)
    assert not alone(36).search(at(ada).get(f"/m/{table.code}/record.jsonl").content.decode())
    state = table.know()
    assert (state.first, state.price, state.second) == (2, 38, 0)


def test_the_log_names_no_bid_and_nothing_that_came_along(
    table: MatchDriver, at: Browser, ada: Any, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    along = {"along__pick__which": "better", "along__drop__first": "1:green", "along__drop__then": "2:red"}
    assert table.posts(at(ada), 0, type="bid", amount=777, **along).status_code == 303
    assert table.posts(at(ada), 0, type="bid", amount=777, tie=41, **along).status_code == 422
    assert table.posts(at(ada), 0, type="bid", amount=777, along__pick__which="none").status_code == 400
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert said
    assert not [canary for canary in (alone(777), re.compile("1:green"), re.compile("2:red")) if canary.search(said)]


def test_numbers_nobody_needed_are_shown_to_nobody(at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, tie_numbers=True)
    bid(table, (777, 39), (301, 38), (301, 37))
    for client in (at(), at(dora)):
        for url in ("", "record/", "record.jsonl"):
            text = plain(client.get(f"/m/{table.code}/{url}").content.decode())
            assert alone(777).search(text)
            assert not [tie for tie in (37, 38, 39) if alone(tie).search(text)], url


# -- refusals (D6, D-A4) ---------------------------------------------------------------------

NO_WORDS = [
    {"amount": "1.5"}, {"amount": "abc"}, {"amount": "١"}, {"amount": "9" * 5000}, {"amount": "0x10"},
    {"amount": "1,5"}, {"amount": ""}, {}, {"amount": "5", "tie": "x"}, {"amount.value": "5"}, {"amount": "½"},
    {"amount": "NaN"}, {"amount": "5", "along.pick.which": "9" * 5000},
    {"type": "choose", "card": "red"}, {"type": "lay", "seat": "0", "colour": "blue"}, {"type": ""}, {"type": "shout"},
    {"amount": "5", "along.pick.which": "30"}, {"amount": "5", "along.pick.which": "-1"}, {"amount": "5", "along": "x"},
    {"amount": "5", "along.pick.which": "red"}, {"amount": "5", "along.drop.first": "6:red"},
    {"amount": "5", "along.drop.first": "1:blue"}, {"amount": "5", "along.drop.first": "leader\x00"},
    {"amount": "5", "along.drop.second": "leader"}, {"amount": "5", "along.zap.which": "ask"},
    {"amount": "5", "along.pick": "better"}, {"amount": "5", "along.bid.amount": "0"}, {"amount": "5", "along..": "x"},
]  # fmt: skip
NO_MOVES = [
    {"amount": "0"}, {"amount": "-1"}, {"amount": "1000"}, {"amount": str(10**9)}, {"amount": str(10**30)},
    {"amount": "5", "tie": "1"}, {"amount": "5", "tie": "-1"}, {"amount": "0", "along.pick.which": "better"},
    {"type": "choose", "card": "7"}, {"type": "lay", "seat": "0", "colour": "red"}, {"type": "stray"},
    {"type": "close"},
]  # fmt: skip


@pytest.mark.parametrize(("status", "all_words"), [(400, NO_WORDS), (422, NO_MOVES)])
def test_a_bid_that_is_none_is_refused_with_the_board_and_nothing_is_written(
    table: MatchDriver, at: Browser, ada: Any, status: int, all_words: list[dict[str, str]]
) -> None:
    client, before, key = at(ada), everything(), table.question(0).key
    for number, words in enumerate(all_words):
        headers = HTMX if number % 2 else {}
        posted = {"question": key, "type": "bid", **words}
        response = client.post(f"/m/{table.code}/answer/", posted, headers=headers)
        assert response.status_code == status, words
        refused(response, status, htmx=bool(headers))
        assert 'id="amount"' in response.content.decode(), "the question is still there"
        assert everything() == before, words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bid_cap": 40}, {"amount": "41"}),
        ({"bid_cap": 40}, {"amount": "999"}),
        ({"tie_numbers": True}, {"amount": "5"}),
        ({"tie_numbers": True}, {"amount": "5", "tie": "0"}),
        ({"tie_numbers": True}, {"amount": "5", "tie": "41"}),
        ({"tie_numbers": True, "bid_cap": 30}, {"amount": "5", "tie": "31"}),
    ],
)
def test_what_the_table_did_not_agree_on_is_refused(
    at: Browser, ada: Any, ben: Any, cleo: Any, options: Any, words: Any
) -> None:
    table = sealed_match("bombe", ada, ben, cleo, **options)
    before = everything()
    refused(table.posts(at(ada), 0, type="bid", **words), 422)
    assert everything() == before
    assert (
        table.posts(
            at(ada), 0, type="bid", amount="5", **({"tie": "12"} if "tie_numbers" in options else {})
        ).status_code
        == 303
    )


def test_in_a_bid_for_a_tie_no_number_goes_along(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    """Check a tie after equal tie numbers. A new window opens, whose form requests only the bid."""
    table = sealed_match("bombe", ada, ben, cleo, tie_numbers=True)
    bid(table, (9, 4), (9, 4), (8, 4))
    assert table.asked("bid") == [0, 1]
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    assert 'name="amount"' in html
    assert 'name="tie"' not in html
    before = everything()
    refused(table.posts(at(ada), 0, type="bid", amount="5", tie="4"), 422)
    assert everything() == before
    assert table.posts(at(ada), 0, type="bid", amount="5").status_code == 303


def test_the_form_says_the_limits_beside_the_field(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, bid_cap=40, tie_numbers=True)
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    assert 'placeholder="1–40"' in html
    for name in ("amount", "tie"):
        (field,) = re.findall(rf'<input[^>]*id="{name}"[^>]*>', html)
        assert {'min="1"', 'max="40"', 'step="1"', 'inputmode="numeric"'} <= set(field.split())


def test_where_ties_rise_the_page_says_the_least_and_takes_no_less(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, rising_ties=True)
    bid(table, 12, 12, 4)
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    (field,) = re.findall(r'<input[^>]*id="amount"[^>]*>', html)
    assert 'min="12"' in field
    assert gettext("Tied at %(bid)s: bid again") % {"bid": 12} in html
    assert 'placeholder="12–999"' in html
    assert re.fullmatch(if_silent(gettext("you’ll bid %(bid)s.") % {"bid": 12}), sentence(html))
    before = everything()
    refused(table.posts(at(ada), 0, type="bid", amount="11"), 422)
    assert everything() == before
    table.lapse()
    assert [offer.amount for offer in table.know().offers[1]] == [12, 12]


def test_where_ties_rise_the_form_asks_for_a_tie_number_of_at_least_the_bid(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    table = sealed_match("bombe", ada, ben, cleo, rising_ties=True, tie_numbers=True)
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    (field,) = re.findall(r'<input[^>]*name="tie"[^>]*>', html)
    assert 'max="999"' in field
    assert 'value=""' in field
    assert "tiebreak (≥ your bid)" in html
    before = everything()
    refused(table.posts(at(ada), 0, type="bid", amount="5", tie="4"), 422)
    assert everything() == before
    assert table.posts(at(ada), 0, type="bid", amount="5", tie="5").status_code == 303


def test_whoever_is_not_asked_is_too_late(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    """Check a closed window, a window of tied players, someone else's choice, and a stranger."""
    first = {"question": table.question(0).key, "type": "bid", "amount": "5"}
    bid(table, 9, 9, 1)
    before, again = everything(), {**first, "question": table.question(0).key}
    assert again != first
    for player, words, status in (
        (ada, first, 409), (cleo, first, 409), (cleo, again, 409), (dora, again, 403),
        (ada, {**again, "question": "bid:1.2"}, 409), (ada, {**again, "question": ""}, 409),
    ):  # fmt: skip
        refused(at(player).post(f"/m/{table.code}/answer/", words), status)
        assert everything() == before
    assert at().post(f"/m/{table.code}/answer/", again).status_code == 401
    bid(table, 3, 7)
    before, choice = everything(), table.question(1)
    card = {"question": choice.key, "type": "choose", "card": int(table.know().open[0])}
    for player in (ada, cleo):
        refused(at(player).post(f"/m/{table.code}/answer/", card), 409)
    refused(at(ben).post(f"/m/{table.code}/answer/", again), 409)
    refused(at(ben).post(f"/m/{table.code}/answer/", {**card, "card": "29"}), 422)
    assert everything() == before
    assert at(ben).post(f"/m/{table.code}/answer/", card).status_code == 303


# -- silence ---------------------------------------------------------------------------------


@FIXED
def test_who_stays_silent_bids_1_and_was_told_so(at: Browser, ada: Any, ben: Any, cleo: Any, fixed: bool) -> None:
    table = sealed_match("bombe", ada, ben, cleo, tie_numbers=True, fixed_windows=fixed)
    bids, again = gettext("you’ll bid %(bid)s.") % {"bid": 1}, gettext("If you tie, your tiebreak bid is 1.")
    said = sentence(at(cleo).get(f"/m/{table.code}/").content.decode())
    assert re.fullmatch(if_silent(f"{bids} {again}"), said)
    table.says(0, Bid(5, 2))
    table.says(1, Bid(4, 2))
    table.lapse()
    (opened,) = [fact for fact in table.facts() if isinstance(fact, Opened)]
    assert [(offer.seat, offer.amount) for offer in opened.offers] == [(0, 5), (1, 4), (2, 1)]
    assert table.chair(2).missed == 1
    assert [table.chair(seat).missed for seat in (0, 1)] == [0, 0]


def test_two_silent_players_tie_and_get_nothing(ada: Any, ben: Any, cleo: Any) -> None:
    """Check D11. Bids of 9, 1 and 1 leave the other card to no one."""
    table = sealed_match("bombe", ada, ben, cleo)
    table.says(0, Bid(9))
    table.lapse()
    table.lapse()
    took = [fact for fact in table.facts() if isinstance(fact, Took)]
    assert [fact.seat for fact in took] == [0]
    assert table.know().lot == 2


def advance(table: MatchDriver, wanted: Callable[[Any], bool], *, bombs: bool = False) -> bool:
    """Play lots with bids from everyone until a question is wanted, and return whether one was."""
    while table.match.status == Match.Status.PLAYING:
        state = table.know()
        if wanted(state):
            return True
        if state.bidders:
            bid(table, *[1 + (seat + state.lot) % 3 for seat in state.bidders])
        elif state.bomber is not None:
            table.says(state.bomber, table.question(state.bomber).default)
        else:
            cards = sorted(state.open, key=is_bomb, reverse=bombs)
            table.says(state.first, Choose(cards[0]))
    return False


def test_a_silent_winner_takes_the_higher_number_and_the_page_marks_it(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    found: set[bool] = set()
    for seed in range(1, 9):
        table = sealed_match("bombe", ada, ben, cleo, seed=seed)
        for bomb in (False, True):
            if {False, True} <= found:
                return
            if not advance(table, lambda state: is_choice(state) and any(map(is_bomb, state.open)) == bomb):  # noqa: B023
                continue
            found.add(bomb)
            state = table.know()
            html = at(table.people[state.first]).get(f"/m/{table.code}/").content.decode()
            said = sentence(html)
            (marked,) = re.findall(r'id="pick-(\d+)"\s+aria-describedby="silence"', html)
            assert re.fullmatch(if_silent(f"{gettext('you’ll take')} {card_in_words(int(marked))}."), said)
            table.lapse()
            took = [fact for fact in table.facts() if isinstance(fact, Took) and fact.paid][-1]
            assert took.seat == state.first
            assert took.card == int(marked)
            assert took.card in select_best_cards(state.open), "never the bomb, never the lower number"
    pytest.fail("no seed leads to both choices")


def card_in_words(card: Any) -> str:
    face = FACES[card]
    return "a bomb" if is_bomb(card) else f"{face.kind} {face.points}"


def is_choice(state: Any) -> bool:
    return not state.bidders and state.bomber is None and state.first is not None


def test_a_silent_bomb_falls_on_a_card_with_the_clock(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    for seed in range(1, 9):
        table = sealed_match("bombe", ada, ben, cleo, seed=seed)
        if not advance(table, lambda state: state.bomber is not None, bombs=True):
            continue
        state = table.know()
        html = at(table.people[state.bomber]).get(f"/m/{table.code}/").content.decode()
        buttons = re.findall(r'id="lay-(\d)-(red|green)"(.*?)</button>', html, flags=re.DOTALL)
        marked = [(int(seat), colour) for seat, colour, inside in buttons if 'aria-describedby="silence"' in inside]
        allowed = [(lay.seat, lay.colour) for lay in list_stray_places(state)]
        assert sorted(marked) == sorted(allowed)
        assert state.bomber not in {seat for seat, _ in marked}
        said = sentence(html)
        assert (
            "this card will be bombed:" if len(allowed) == 1 else "one of these cards will be bombed at random:"
        ) in said
        for seat, colour in allowed:
            assert f"{table.people[seat]}, {colour} " in said
        table.lapse()
        fell = [fact for fact in table.facts() if isinstance(fact, Bombed)][-1]
        assert (fell.target, fell.colour) in allowed
        return
    pytest.fail("no seed leads to a bomb")


# -- choices sent along ----------------------------------------------------------------------


def test_a_whole_match_in_which_everything_comes_along_with_the_bid(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    """Check that 45 forms suffice, with one more question only if two cards have the same value."""
    table = sealed_match("bombe", ada, ben, cleo)
    clients = [at(player) for player in (ada, ben, cleo)]
    along = {
        "along__pick__which": "better",
        "along__drop__first": "2:red",
        "along__drop__then": "2:green",
        "along__drop__last": "leader",
    }
    asked = []
    for lot in range(1, 16):
        state = table.know()
        assert (state.lot, state.again) == (lot, 0)
        for seat, client in enumerate(clients):
            assert table.posts(client, seat, type="bid", amount=(30, 20, 1)[seat], **along).status_code == 303
        cards = state.open
        if table.match.status == Match.Status.PLAYING and table.know().lot == lot:
            asked.append(lot)
            assert len(select_best_cards(cards)) == 2, "only two cards worth the same are worth a question"
            assert table.posts(clients[0], 0, type="choose", card=cards[0]).status_code == 303
        took = [fact for fact in table.facts() if isinstance(fact, Took)][-2:]
        assert [fact.seat for fact in took] == [0, 1]
        assert took[0].card in (select_best_cards(cards) or cards)
    assert table.match.status == Match.Status.OVER
    assert not standing()
    bombs = [fact for fact in table.facts() if isinstance(fact, Bombed)]
    assert len(bombs) == len([card for card in FACES if is_bomb(card)])
    assert {fact.seat for fact in bombs} <= {0, 1}
    assert {move.cause for move in Move.objects.filter(key__startswith="bomb:")} == {"order"}
    choices = Move.objects.filter(key__startswith="choice:").exclude(key__in=[f"choice:{lot}" for lot in asked])
    assert {move.cause for move in choices} == {"order"}


def test_what_came_along_answers_as_soon_as_a_fixed_window_closes(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, fixed_windows=True)
    table.posts(at(ada), 0, type="bid", amount=9, along__pick__which="better")
    better = select_best_cards(table.know().open)[0]
    assert table.know().lot == 1
    table.lapse()
    assert table.know().lot == 2
    assert next(fact for fact in table.facts() if isinstance(fact, Took)) == Took(Seat(0), better, 9)
    assert table.causes() == ["deal", "seat", "clock", "order"]


def test_ask_me_asks(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    """Check that “Ask me” cancels the choice sent along with an earlier bid."""
    table = sealed_match("bombe", ada, ben, cleo)
    client = at(ada)
    table.posts(client, 0, type="bid", amount=9, along__pick__which="better", along__drop__first="leader")
    table.posts(client, 0, type="bid", amount=9, along__pick__which="ask", along__drop__first="ask")
    table.says(1, Bid(5))
    table.says(2, Bid(4))
    assert is_choice(table.know())
    assert table.asked("choice") == [0]


def test_the_form_offers_again_what_came_along(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo)
    client = at(ada)
    for which in ("better", str(int(table.know().open[1])), "ask"):
        table.posts(client, 0, type="bid", amount=9, along__pick__which=which)
        chosen = re.findall(
            r'name="along.pick.which" value="(\w+)" checked>', client.get(f"/m/{table.code}/").content.decode()
        )
        assert chosen[0] == which


def test_beside_a_bomb_the_other_card_is_not_offered_twice(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo)
    client, address, better = at(ada), f"/m/{table.code}/", 'name="along.pick.which" value="better"'
    assert better in client.get(address).content.decode()
    for seed in range(1, 30):
        table = sealed_match("bombe", ada, ben, cleo, seed=seed)
        if advance(table, lambda state: bool(state.bidders) and sum(map(is_bomb, state.open)) == 1):
            break
    address = f"/m/{table.code}/"
    assert better not in client.get(address).content.decode()
    table.posts(client, 0, type="bid", amount=9, along__pick__which="better")
    assert f"{better} checked" in client.get(address).content.decode(), "what was chosen before is still shown"


def test_the_table_names_the_lot_that_was_sold_and_the_one_on_offer(table: MatchDriver, at: Browser, ada: Any) -> None:
    assert "on offer" not in at(ada).get(f"/m/{table.code}/").content.decode().partition('class="auction-row"')[0]
    assert advance(table, lambda state: state.lot == 2 and bool(state.bidders))
    page = at(ada).get(f"/m/{table.code}/").content.decode()
    assert "Lot 1: sold" in page
    assert "Lot 2: on offer" in page


def test_a_named_card_is_taken_even_when_it_is_the_worse_one(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo)
    worse = min(table.know().open, key=lambda card: FACES[card].points)
    table.says(1, Bid(5))
    table.says(2, Bid(4))
    table.posts(at(ada), 0, type="bid", amount=9, along__pick__which=str(int(worse)))
    assert next(fact for fact in table.facts() if isinstance(fact, Took)) == Took(Seat(0), worse, 9)


def test_a_bomb_goes_to_the_first_place_that_holds_a_card(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    """Check the order of the places. If none of them has a card, the seat is asked."""
    asked, laid = 0, 0
    for seed in range(1, 30):
        if asked and laid:
            return
        table = sealed_match("bombe", ada, ben, cleo, seed=seed)
        if not advance(table, lambda state: bool(state.bidders) and sum(map(is_bomb, state.open)) == 1 and held(state)):
            continue
        state = table.know()
        empty = next((f"{seat}:{colour}" for seat, colour, cards in stacks(state) if not cards), None)
        full = [f"{seat}:{colour}" for seat, colour, cards in stacks(state) if cards]
        bomb = next(card for card in state.open if is_bomb(card))
        if empty is None or len(full) < 2:
            continue
        table.says(1, Bid(5))
        table.says(2, Bid(4))
        then = full[-1] if not laid else empty
        table.posts(
            at(ada),
            0,
            type="bid",
            amount=9,
            along__pick__which=str(int(bomb)),
            along__drop__first=empty,
            along__drop__then=then,
        )
        if then == empty:
            assert table.asked("bomb") == [0]
            asked += 1
        else:
            fell = [fact for fact in table.facts() if isinstance(fact, Bombed)][-1]
            assert f"{fell.target}:{fell.colour}" == then
            laid += 1
    pytest.fail("no seed leads to both")


def stacks(state: Any) -> list[tuple[int, str, Any]]:
    return [
        (seat, colour, getattr(held, colour)) for seat, held in enumerate(state.stacks) for colour in ("red", "green")
    ]


def held(state: Any) -> bool:
    return any(cards for _, _, cards in stacks(state))


def test_what_my_order_is_called_does_not_tell_whether_somebody_has_bid(
    at: Callable[..., Client], ada: Any, ben: Any, cleo: Any
) -> None:
    """Check the names of orders, which are sent along with bids. A shared counter of orders would count bids."""
    table = sealed_match("bombe", ada, ben, cleo)
    numbers = []
    for has_bid in (False, True):
        with world():
            if has_bid:
                table.posts(at(ben), 1, type="bid", amount=5, along__pick__which="ask")
            cleos, address = at(cleo), f"/m/{table.code}/orders/"
            cleos.post(address, {"order": "pick", "which": "better"})
            numbers.append(re.findall(r'name="withdraw"[^>]*value="(\w+)"', cleos.get(address).content.decode()))
    assert len(numbers[0]) == 1
    assert numbers[0] == numbers[1] or not any(number.isdigit() for (number,) in numbers)


def test_a_number_with_a_nought_before_it_is_a_number(at: Callable[..., Client], ada: Any, ben: Any, cleo: Any) -> None:
    """Check `05`, which browsers send as typed into a number field."""
    table = sealed_match("bombe", ada, ben, cleo)
    assert table.posts(at(ada), 0, type="bid", amount="05").status_code == 303
