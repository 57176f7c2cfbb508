"""Journeys of Die Bombe: bids, choices and bombs, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.games.bombe.state import Bid
from apps.kernel.table import Seat
from apps.matches.selectors import match_view
from apps.matches.services import play
from tests.journeys.conftest import awaited, come_in, push, pushed, send
from tests.journeys.flaws import HIDDEN, flaws, unfold

SEALED = gettext("Your bid: %(bid)s")
RANGE = gettext("Bid between %(least)s and %(most)s") % {"least": 1, "most": 40}

QUESTIONS = "#seal.primary, button.pick, button.target, .result"
"""The elements waiting for the player: an unsealed bid, a card to choose, a place for a bomb, or the end."""

PICKED = "#along-which input:checked"
"""The card that the bid says to take."""


def sit(*sitters: Any, **options: Any) -> str:
    """Return a match of Die Bombe among these players; None is a bot."""
    game = load_games()["bombe"]
    seats = [play.Sitter(player=None if sitter is None else sitter.pk, bot=sitter is None) for sitter in sitters]
    setup, pace = game.setup(len(seats), options), game.meta.paces["daily"]
    return play.start_match(game="bombe", setup=setup, pace=pace, seats=seats, now=timezone.now())


def reach(people: list[Any], about: str, lot: int = 1, code: str | None = None) -> str:
    """Return a match, if possible this one, whose first seat gets such a question in this lot or later."""
    for _ in range(20):
        code = code or sit(*people)
        while _answers(code, len(people), about, lot):
            pass
        if any(question.about == about for question in _questions(code, Seat(0))):
            return code
        code = None
    raise AssertionError(f"nobody is asked about a {about}")


def _answers(code: str, seats: int, about: str, lot: int) -> bool:
    """Give one owed answer and return True, or return False if none is owed or the first seat has its question."""
    for seat in map(Seat, range(seats)):
        for question in _questions(code, seat):
            if seat == 0 and question.about == about and int(question.key.split(":")[1].split(".")[0]) >= lot:
                return False
            if not question.ask.answered:
                action = Bid(9 - seat) if question.about == "bid" else question.ask.default
                play.answer_question(code=code, seat=seat, key=question.key, action=action, now=timezone.now())
                return True
    return False


def _questions(code: str, seat: Seat) -> tuple[match_view.Question, ...]:
    return match_view.load_match_view(code=code, player=None, observer=seat).questions


def answer(page: Page, bid: str) -> None:
    """Answer what is waiting for the player as soon as it appears, unless the match is over."""
    expect(page.locator(QUESTIONS).first).to_be_visible()
    heard = page.locator("#heard").get_attribute("value")
    page.locator("#amount").evaluate_all("(found, bid) => found.forEach(each => { each.value = bid; })", bid)
    if pushed(page.locator("#seal.primary, button.pick, button.target")):
        expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)


@pytest.mark.slow
def test_two_people_one_of_them_without_scripts_and_a_bot_play_a_whole_match(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    code = sit(ada, ben, None)
    page, plain = visitor(width=360), visitor(scripts=False)
    for each, name in ((page, "ada"), (plain, "ben")):
        come_in(each, house, name)
        each.goto(f"{house}/m/{code}/")
    page.get_by_role("radio", name="more valuable").check()
    for seat in awaited(code, 0, 1):
        if seat == 0:
            answer(page, "7")
            continue
        if plain.locator("#seal.primary").count():
            plain.locator("#amount").fill("6")
            send(plain.locator("#seal"))
        elif plain.locator("button.pick, button.target").count():
            send(plain.locator("button.pick, button.target").first)
        else:
            plain.reload(wait_until="domcontentloaded")
    plain.reload()
    for each in (page, plain):
        expect(each.locator(".result")).to_be_visible()
        expect(each.locator("table.count")).to_be_visible()
        expect(each.locator("#story")).to_contain_text(gettext("Final scores:"))
        each.locator("#past summary").click()
        expect(each.locator("table.past-bids tbody tr")).to_have_count(15)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
@pytest.mark.once
def test_a_bid_may_be_changed_unseen(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    code = sit(ada, ben, cleo)
    mine, theirs = visitor(width=360, scripts=scripts), visitor(scripts=scripts)
    for page, name in ((mine, "ada"), (theirs, "ben")):
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
    mine.locator("#amount").fill("1")
    mine.locator("#seal").click()
    expect(mine.locator(".bidding h2")).to_have_text(SEALED % {"bid": 1})
    expect(mine.locator("#silence")).to_contain_text("You can change it until everyone has bid")
    mine.locator("#amount").fill("12")
    mine.locator("#seal").click()
    expect(mine.locator(".bidding h2")).to_have_text(SEALED % {"bid": 12})
    theirs.reload()
    expect(theirs.locator(".awaits").first).to_have_text("ada")
    expect(theirs.locator(".plate.awaited")).to_have_count(3)
    expect(theirs.get_by_role("main")).not_to_contain_text("sealed")


@pytest.mark.once
def test_what_is_sent_along_with_a_bid_is_kept_and_answers_later(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page, code = visitor(width=360), sit(ada, ben, cleo)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    page.locator("#amount").fill("9")
    page.locator("#along-which .face").last.click()
    named = page.locator(PICKED).input_value()
    push(page.locator("#seal"))
    expect(page.locator(".bidding h2")).to_have_text(SEALED % {"bid": 9})
    expect(page.locator(PICKED)).to_have_value(named)
    for seat in (Seat(1), Seat(2)):
        key = _questions(code, seat)[0].key
        play.answer_question(code=code, seat=seat, key=key, action=Bid(5 - seat), now=timezone.now())
    page.reload()
    expect(page.locator("#story")).to_contain_text("You paid 9 and took")
    expect(page.locator(".progress")).to_contain_text("Lot 2/")
    expect(page.locator(PICKED)).to_have_value("ask")


@pytest.mark.once
def test_orders_of_every_kind_are_left_said_in_words_and_withdrawn_with_plain_forms(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page, code = visitor(width=360, scripts=False), sit(ada, ben, cleo)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/orders/")
    page.locator("#bid-amount").fill("12")
    page.locator("#bid-better").fill("19")
    page.locator("#bid-bomb").select_option("no")
    page.locator("form:has(#bid-amount) button").click()
    page.locator("form:has(#pick-which) button").click()
    page.locator("#drop-first").select_option("1:red")
    page.locator("#drop-then").select_option("leader")
    page.locator("form:has(#drop-first) button").click()
    said = page.locator(".rows .row-main")
    expect(said).to_have_text(
        [
            re.compile(r"Bid 12\s+if the better card is worth 19 or more\s+if no bomb is on offer"),
            "If I win, take the better card",
            re.compile(r"If I get a bomb:\s+bomb ben’s red cards,\s+bomb the leader’s best top card,\s+ask me"),
        ]
    )
    page.goto(f"{house}/m/{code}/")
    expect(page.locator(PICKED)).to_have_value("better")
    page.goto(f"{house}/m/{code}/orders/")
    page.get_by_role("button", name="Delete").first.click()
    expect(said).to_have_count(2)


@pytest.mark.once
def test_a_bid_that_is_not_allowed_gets_a_sentence_and_changes_nothing(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360)
    come_in(page, house, "ada")
    code = sit(ada, ben, cleo, bid_cap=40)
    for bid in ("0", "41", "-3", "2.5"):
        page.goto(f"{house}/m/{code}/")
        page.locator("#amount").fill(bid)
        seal = page.locator("#seal")
        expect(seal).to_be_disabled()
        expect(seal).to_have_attribute("data-ready", RANGE)
        seal.dispatch_event("click")
        expect(page.locator("#amount")).to_be_focused()
        page.evaluate("document.querySelector('.bidding').submit()")
        expect(page.locator("#error")).to_have_text(f"{RANGE}.")
        expect(page.locator("#seal.primary")).to_be_visible()


@pytest.mark.once
def test_a_bid_is_stepped_or_slid_to_and_sealed_once_there_is_one(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, ben, cleo)}/")
    seal, amount, money = (page.locator(f"#{each}") for each in ("seal", "amount", "money"))
    expect(seal).to_be_disabled()
    expect(seal).to_have_attribute("data-ready", gettext("Set your bid"))
    for button in ("Bid 1 more", "Bid 1 more", "Bid 1 more", "Bid 1 less"):
        page.get_by_role("button", name=button).click()
    expect(amount).to_have_value("2")
    expect(money).to_have_value("2")
    expect(seal).to_be_enabled()
    money.press("ArrowRight")
    expect(amount).to_have_value("3")
    amount.fill("77")
    expect(money).to_have_value(str(money.get_attribute("max")))
    amount.fill("")
    expect(seal).to_be_disabled()
    amount.fill("12")
    amount.press("Enter")
    expect(page.locator(".bidding h2")).to_have_text(SEALED % {"bid": 12})
    expect(money).to_have_value("12")


@pytest.mark.once
def test_a_button_that_is_held_down_goes_on_and_stops_at_the_lowest_bid(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, ben, cleo)}/")
    amount = page.locator("#amount")
    amount.fill("4")
    page.get_by_role("button", name="Bid 1 less").hover()
    page.mouse.down()
    expect(amount).to_have_value("1")
    page.mouse.up()
    expect(amount).to_have_value("1")
    page.get_by_role("button", name="Bid 1 more").click()
    expect(amount).to_have_value("2")


@pytest.mark.once
def test_a_bid_without_scripts_is_typed_and_a_wrong_one_gets_the_sentence_of_the_server(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740, scripts=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, ben, cleo, bid_cap=40)}/")
    for hidden in (".step", "#money"):
        expect(page.locator(hidden).first).to_be_hidden()
    for bid in ("", "41"):
        page.locator("#amount").fill(bid)
        send(page.locator("#seal"))
        expect(page.locator("#error")).to_have_text(f"{RANGE}.")
        expect(page.locator("#amount")).to_be_visible()
    page.locator("#amount").fill("9")
    send(page.locator("#seal"))
    expect(page.locator(".bidding h2")).to_have_text(SEALED % {"bid": 9})


@pytest.mark.once
def test_nothing_at_the_table_is_chosen_from_a_list_that_drops_down(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    code: str | None = None
    for _ in range(30):
        code = reach([ada, ben, cleo], "bid", 4)
        if any(
            card.kind == "bomb"
            for card in match_view.load_match_view(code=code, player=None, observer=Seat(0)).board.cards
        ):
            break
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("main select:not(.preferences select)")).to_have_count(0)
    page.locator("#along-drop summary").click()
    page.get_by_role("radio", name="bomb ben’s green cards").check()
    page.locator("#amount").fill("5")
    push(page.locator("#seal"))
    expect(page.locator(".bidding h2")).to_have_text(SEALED % {"bid": 5})
    expect(page.locator("#along-drop input:checked")).to_have_value("1:green")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800), (1280, 720)])
@pytest.mark.once
def test_neither_cards_nor_bids_lie_below_the_answer(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], width: int, height: int
) -> None:
    people = [player(f"guest{number}") for number in range(6)]
    page = visitor(width=width, height=height)
    come_in(page, house, "guest0")
    code: str | None = None
    for about, lot in (("bid", 4), ("choice", 5), ("bid", 12)):
        code = reach(people, about, lot, code)
        page.goto(f"{house}/m/{code}/")
        if page.locator("#since button").count():
            push(page.locator("#since button"))
            expect(page.locator("#since button")).to_have_count(0)
        parts = (page.locator(each).first.bounding_box() for each in (".plates", ".bidders", ".offer", "#question"))
        *table, answer = [each for each in parts if each]
        assert [part for part in table if part["y"] + part["height"] > answer["y"] + 1] == [], (about, answer)


@pytest.mark.once
def test_news_does_not_move_the_page(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, None, None)}/")
    page.evaluate(
        """() => { window.shifts = 0; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
        }).observe({type: "layout-shift", buffered: false}); }"""
    )
    for _ in range(3):
        answer(page, "7")
    expect(page.locator(QUESTIONS).first).to_be_visible()
    shifted = page.evaluate("window.shifts")
    assert shifted is not None, "the page was loaded anew"
    assert shifted < 0.1, f"the layout shifted by {shifted}"


@pytest.mark.once
def test_news_that_waits_for_a_bid_to_be_sealed_says_so_over_the_table(
    house: str, visitor: Callable[..., Page], ada: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, None, None)}/")
    seal = page.locator("#seal")
    before = seal.bounding_box()
    for notice in ("news-waits", "trouble"):
        page.evaluate("id => { document.getElementById(id).hidden = false; }", notice)
    expect(page.locator("#news-show")).to_be_visible()
    assert seal.bounding_box() == before


@pytest.mark.once
def test_an_order_above_the_cap_says_that_it_never_bids(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(ada, ben, cleo, bid_cap=40)}/orders/")
    page.locator("#bid-amount").fill("41")
    page.evaluate("document.querySelector('form:has(#bid-amount)').noValidate = true")
    page.locator("form:has(#bid-amount) button").click()
    expect(page.locator(".rows .row-main")).to_contain_text("bids at this table can’t be higher than 40")


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.once
def test_no_hole_gapes_between_the_bids_and_the_question(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], seats: int
) -> None:
    people = [player(f"guest{number}") for number in range(seats)]
    page = visitor(width=1280, height=1100)
    come_in(page, house, "guest0")
    page.goto(f"{house}/m/{reach(people, 'bid', 4)}/")
    table, question = (page.locator(each).first.bounding_box() for each in (".auction", ".bidding"))
    assert table is not None
    assert question is not None
    assert 0 <= question["y"] - table["y"] - table["height"] < 60


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_the_game_violates_what_axe_checks(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, dark=True)
    come_in(page, house, "ada")
    people = [ada, ben, cleo]
    found: list[str] = []

    def look(*paths: str) -> None:
        for path in paths:
            page.goto(house + path)
            unfold(page)
            found.extend(flaws(page))

    code = reach(people, "bomb", 3)
    look(f"/m/{code}/")
    code = reach(people, "bid", 4, code)
    look(f"/m/{code}/", f"/m/{code}/orders/", "/games/bombe/")
    code = reach(people, "choice", 5, code)
    look(f"/m/{code}/")
    while _answers(code, 3, "", 0):
        pass
    look(f"/m/{code}/", f"/m/{code}/record/?at=9&as=referee")
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.once
def test_six_players_with_the_widest_names_fit_a_narrow_phone(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    people = [player(letter * 24) for letter in "WMQGOB"]
    page = visitor(width=360, height=740)
    come_in(page, house, "W" * 24)
    code: str | None = None
    for about, lot in (("bomb", 4), ("bid", 12)):
        code = reach(people, about, lot, code)
        for path in ("", "orders/", "record/"):
            page.goto(f"{house}/m/{code}/{path}")
            unfold(page)
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
        page.goto(f"{house}/m/{code}/")
        if page.locator("#since button").count():  # The recap has to be read first.
            push(page.locator("#since button"))
            expect(page.locator("#since button")).to_have_count(0)
        assert page.evaluate(HIDDEN) == [], "table and answer are seen together"
