"""Tests of what a phone shows without scrolling, through a whole match: table, leader, hand and answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.games.fuse.cards import FACES
from apps.games.fuse.state import Lay
from apps.matches.models import Chair, Hint
from apps.matches.selectors import hints
from apps.matches.services import play
from apps.matches.services.hints import think_about_one
from apps.matches.views import hints as asking
from tests import luck
from tests.factories.matches import MatchDriver, by_turns
from tests.journeys.conftest import LIMIT, come_in, hidden_on_return
from tests.journeys.flaws import HIDDEN, PHONE, flaws

pytestmark = pytest.mark.once

SHIFTED = 0.05
"""The maximum share of the screen that can shift during a whole match."""

WATCH = """() => { window.shifts = 0; new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: false }); }"""

ANSWER = """n => {
    const all = within => [...document.querySelectorAll(within)];
    const amount = document.querySelector("#amount");
    if (amount) amount.value = n % 3 ? 3 + n % 9 : 26 + n;
    const [cut] = all("button.hold.cut"), [bomb] = all("#bomb-button"), lay = all("button.hold.lay");
    const often = [n % 13 === 12 && bomb, n % 5 === 4 && cut, lay[n % (lay.length || 1)]];
    const else_ = "button.hold, #seal.primary, .pick, .target, #pass-button.primary";
    (often.find(Boolean) || all(else_).find(each => each.type === "submit"))?.click();
}"""


BELOW = """draws => draws.filter(points => {
    const fuse = document.querySelector(".fuse"), card = fuse.querySelector("li:not(.match-card, .end)");
    const laid = points.map(each => Object.assign(card.cloneNode(), { className: `f${each}` }));
    fuse.replaceChildren(fuse.firstElementChild, ...laid, fuse.querySelector(".end"));
    return laid.at(-1).getBoundingClientRect().bottom > document.querySelector("#question").getBoundingClientRect().top;
})"""
"""Returns the fuses whose last card is below the question."""


def sit(game: str, *sitters: Any, **options: Any) -> str:
    rules = load_games()[game]
    seats = [play.Sitter(player=None if sitter is None else sitter.pk, bot=sitter is None) for sitter in sitters]
    setup, pace = rules.setup(len(seats), options), rules.meta.paces["daily"]
    return play.start_match(game=game, setup=setup, pace=pace, seats=seats, now=timezone.now())


def moments(page: Page) -> Iterator[int]:
    """Yield at each question until the match is over, and at the end."""
    mine = page.locator("#yours:visible, .result")
    for n in range(LIMIT):
        expect(mine.first).to_be_visible()
        yield n
        if page.locator(".result").count():
            return
        heard = page.locator("#heard").get_attribute("value")
        page.evaluate(ANSWER, n)
        expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [("fuse", 2, {"short_fuse": True, "specials": True}), ("bombe", 3, {})],
    ids=["fuse", "bombe"],
)
def test_table_and_answer_are_seen_together_and_nothing_jumps(
    house: str, visitor: Callable[..., Page], ada: Any, game: str, bots: int, options: dict[str, Any]
) -> None:
    page = visitor(**PHONE, dark=True)
    come_in(page, house, "ada")
    code = sit(game, ada, *[None] * bots, **options)
    Chair.objects.filter(match__code=code, index=0).update(orders="[]")  # No default order answers about the Matchman.
    page.goto(f"{house}/m/{code}/")
    page.evaluate(WATCH)
    again = visitor(**PHONE)
    come_in(again, house, "ada")
    met, hidden = set(), list[str]()
    returned: list[list[str] | None] = []
    for n in moments(page):
        asked = page.locator("#question h2").first.inner_text()
        if asked not in met or n % 4 == 3 or len(returned) - returned.count(None) < 3:
            returned.append(hidden_on_return(again, house, code, ada.pk))
        met.add(asked)
        hidden += [f"moment {n}: {each}" for each in page.evaluate(HIDDEN)]
    assert not hidden, "\n".join(hidden)
    assert len(met) > 2, met
    told = [each for each in returned if each is not None]
    assert len(told) > 2, "there were news to come back to"
    assert [each for one in told for each in one] == []
    assert page.evaluate("window.shifts") <= SHIFTED


@pytest.mark.parametrize("game", ["fuse", "bombe", "kobolds"])
def test_an_answer_leaves_a_page_that_was_scrolled_where_it_was(
    house: str, visitor: Callable[..., Page], ada: Any, game: str
) -> None:
    page = visitor(**PHONE)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit(game, ada, None, None)}/")
    expect(page.locator("#yours")).to_be_visible()
    heard = page.locator("#heard").get_attribute("value")
    page.evaluate("() => scrollTo(0, 60)")
    page.wait_for_timeout(100)  # Browsers keep what they have drawn there in place.
    page.locator("#question button:visible").first.focus()
    before = page.evaluate("scrollY")
    page.evaluate("() => document.querySelector('#pass')?.click()")
    page.evaluate(ANSWER, 0)
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == before


def test_names_of_six_players_and_what_cards_lead_to_are_read_on_a_phone(
    house: str, visitor: Callable[..., Page], ada: Any
) -> None:
    page = visitor(**PHONE)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{sit('fuse', ada, *[None] * 5)}/")
    expect(page.locator("#yours")).to_be_visible()
    cut = "elements => elements.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert page.locator(".plate .name").count() == 6
    assert page.locator(".plate :is(.name, .score), .deeds p").evaluate_all(cut) == []


def test_a_long_fuse_lies_closer_and_is_seen_whole(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page, code = visitor(**PHONE), begin(ada, ben)
    come_in(page, house, "ada")
    table = MatchDriver(code, timezone.now())
    for length in (9, 16, 27, 40):
        while len(table.know().fuse) < length:
            table.step(by_turns([Lay]))
        page.goto(f"{house}/m/{code}/")
        assert page.evaluate(HIDDEN) == [], f"{length} cards"
    box, cards = random.Random(luck.LUCK), [card.points for card in FACES.values() if card.kind == "fuse"]
    draws = [box.sample(cards, n % 56 + 1) for n in range(3 * 56)]
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BELOW, draws) == []


def test_whoever_waits_taps_a_card_reads_what_it_does_and_orders_it(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    for name in ("ada", "ben"):
        page = visitor(**PHONE)
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
        if not page.locator("#yours").count():
            break
    page.locator("button.hold.idle").first.click()
    sheet = page.locator(".card-sheet:popover-open")
    expect(sheet).to_contain_text("If you still hold it at the end, it costs you")
    sheet.get_by_role("button", name="Play it on my next turn").click()
    expect(page.locator(".chip")).to_contain_text("Play my")
    page.locator("#blast-least").fill("60")
    page.locator("#blast-order").click()
    expect(page.locator(".chip")).to_have_count(2)
    expect(page.locator(".chip").last).to_contain_text("if a bomb would take 60 or more")
    assert page.evaluate(HIDDEN) == []
    page.get_by_role("button", name="Delete standing order 1").click()
    expect(page.locator(".chip")).to_have_count(1)
    expect(page.locator(".chip")).to_contain_text("if a bomb would take 60 or more")
    scriptless = visitor(**PHONE, scripts=False)
    come_in(scriptless, house, name)
    scriptless.goto(f"{house}/m/{code}/")
    scriptless.get_by_role("button", name="Delete standing order 1").click()
    expect(scriptless.locator(".chip")).to_have_count(0)
    assert scriptless.url.endswith(f"/m/{code}/"), "the table came back"


def test_a_bid_for_all_cards_like_one_is_left_at_the_table_and_a_wrong_one_hides_nothing(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page, code = visitor(**PHONE), sit("bombe", ada, ben, cleo, bid_cap=40)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    page.locator("#amount").fill("77")
    page.evaluate("document.querySelector('.bidding').submit()")
    expect(page.locator("#error")).to_be_visible()
    assert page.evaluate(HIDDEN) == []
    page.locator(".on-offer").first.click()
    sheet = page.locator(".card-sheet:popover-open")
    sheet.locator("input[name=amount]").fill("9")
    sheet.get_by_role("button", name="Add standing order").click()
    expect(page.locator(".chip")).to_contain_text("Bid 9")
    assert page.evaluate(HIDDEN) == []
    page.get_by_role("button", name="Delete standing order 1").click()
    expect(page.locator(".chip")).to_have_count(0)


def test_a_question_mark_says_where_a_number_comes_from_and_moves_nothing(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(**PHONE, scripts=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    button, text = page.locator("[popovertarget=tip-prize]"), page.locator("#tip-prize")
    before = page.locator(".fuse").bounding_box()
    expect(text).to_be_hidden()
    button.click()
    expect(text).to_contain_text("The next bomb takes them all.")
    box = text.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert page.locator(".fuse").bounding_box() == before
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)])
def test_flint_says_above_the_hand_what_it_would_do_and_is_out_where_nobody_thinks(
    house: str, visitor: Callable[..., Page], ada: Any, monkeypatch: pytest.MonkeyPatch, width: int, dark: bool
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))
    page, code = visitor(width=width, height=740, dark=dark), sit("fuse", ada, None, None)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("#yours")).to_be_visible()
    page.get_by_role("link", name="Hint", exact=True).click()
    says = page.locator("#question").get_by_role("status")
    expect(says).to_have_text("Flint is thinking…")
    Hint.objects.update(asked_at=timezone.now() - hints.FLINT_UNAVAILABLE_AFTER)
    expect(says).to_have_text("Flint isn’t available right now.")
    page.get_by_role("button", name="Ask again").click()
    expect(says).to_have_text("Flint is thinking…")
    assert think_about_one()
    expect(says).to_contain_text("Flint suggests:")
    assert flaws(page) == []
    told = says.inner_text()
    page.reload()
    expect(says).to_have_text(told, use_inner_text=True)
    page.evaluate("document.querySelector('#heard').setAttribute('value', '0'), htmx.trigger('#news', 'refresh')")
    expect(page.locator("#heard")).not_to_have_value("0")
    expect(says).to_have_text(told, use_inner_text=True)
    page.locator("button.hold.lay").first.click()
    expect(page.locator("#yours")).to_be_visible()
    expect(says).to_have_count(0)
    expect(page.locator(".whisper")).not_to_have_js_property("innerHTML", "")  # It looked and found no hint.
    expect(page.locator(".whisper")).to_have_css("border-left-width", "0px")
    monkeypatch.setattr(asking, "MAX_HINTS_PER_HOUR", 2)
    page.get_by_role("link", name="Hint", exact=True).click()
    enough = gettext("You’ve had all the hints Flint can give for now. Ask again in an hour.")
    expect(page.locator("#question").get_by_role("alert")).to_contain_text(enough)
    expect(page.locator("#yours")).to_be_visible()
