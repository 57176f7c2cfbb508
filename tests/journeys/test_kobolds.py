"""Journeys of Kobold Bombs: whole matches with scripts and without, an interrupt, an explosion, standing orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games.kobolds.cards import TRICK, get_card_kind
from apps.games.kobolds.state import Pass, Play, Profile
from apps.games.kobolds.tricks import get_trick
from tests.factories.kobolds import advance, armed, around, calm, give
from tests.factories.matches import MatchDriver, sealed_match
from tests.factories.people import guest
from tests.journeys.conftest import awaited, come_in, hidden_on_return, push, pushed, send
from tests.journeys.flaws import HIDDEN, PHONE, flaws, in_both_looks, unfold


def whole(ada: Any, ben: Any) -> MatchDriver:
    """Return a short match of five."""
    return sealed_match("kobolds", ada, ben, bots=3, seed=10, gold=5)


def opened(house: str, visitor: Callable[..., Page], table: MatchDriver, seat: int, **shape: Any) -> Page:
    """Return the page of the match in the browser of this seat's player."""
    page = visitor(**shape)
    come_in(page, house, table.people[seat].username)
    page.goto(f"{house}/m/{table.code}/")
    return page


def todo(page: Page) -> Any:
    """Return the next button to push if an answer is awaited: no tricks, but take a mechanism out of the bomb."""
    if not page.locator("#yours").count():
        return None
    if page.locator("#exchange-1").count():
        exchange = page.locator("form.exchange").first
        exchange.locator("input[name=give]").first.check()
        exchange.locator("input[name=take]").first.check()
        return page.locator("#exchange-1")
    return page.locator("#pass, #obey, button.drop, #skip").first


def answered(page: Page) -> bool:
    """Answer if an answer is awaited, and see the page that follows."""
    button = todo(page)
    if button is None:
        return False
    heard = page.locator("#heard").get_attribute("value")
    if not pushed(button):
        return False
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    return True


_WIDE_FANS = """() => {
    document.querySelector(".workshop").classList.add("tight");
    const fan = document.querySelector(".fan"), card = fan.firstElementChild, stage = document.querySelector(".stage");
    const outside = (one, place) => one.left < place.left - 1 || one.right > place.right + 1;
    return [1, 2, 3, 4, 5, 6, 7].filter(number => {
        fan.replaceChildren(...Array.from({ length: number }, () => card.cloneNode(true)));
        const place = stage.getBoundingClientRect();
        return [...fan.querySelectorAll(".kard")].some(each => outside(each.getBoundingClientRect(), place));
    });
}"""
"""Returns the numbers of cards in the bomb that don't fit its place where there's little room."""

_SHIFTS = """() => {
    window.shifted = [];
    new PerformanceObserver(list => list.getEntries().filter(each => !each.hadRecentInput).forEach(each => {
        window.shifted.push([each.value, each.sources.map(one => one.node?.className ?? "")]);
    })).observe({ type: "layout-shift", buffered: true });
}"""

_SIGHT = """() => {
    scrollTo(0, 0);  // A card that was chosen may have scrolled into view, and the page with it.
    const found = name => [...document.querySelectorAll(name)].find(each => each.checkVisibility());
    const parts = [document.querySelector("#since li") ? "#since" : "#aim", ".people", "#the-bomb", "#question",
        "#question :is(.hand, .exchange, .no-hand, .quirk-text)",
        "#question :is(#pass, #exchange-1, #skip, #obey, .drop, .silence)", "#question .silence"];
    const boxes = parts.map(name => [name, found(name)?.getBoundingClientRect()]);
    const wrong = boxes.filter(([, box]) => !box || box.top < -1 || box.bottom > innerHeight + 1);
    const [bomb, question] = [boxes[2][1], boxes[3][1]];
    return [
        ...wrong.map(([name, box]) => `${name} is out of sight: ${box?.top} to ${box?.bottom}`),
        ...(bomb?.bottom > question?.top ? [`${bomb.bottom - question.top} px of the bomb are covered`] : []),
        ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["too wide"] : []),
    ].map(each => `${each} at ${found("#question h2")?.textContent.trim()}`);
}"""


_COVERED = """() => {
    scrollTo(0, 0);
    const box = name => document.querySelector(name)?.getBoundingClientRect();
    const [bomb, question] = [box(".stage"), box("#question")];
    return bomb && question ? bomb.bottom - question.top : 0;
}"""
"""Returns how much of the bomb the question covers, in px."""


def out_of_sight(page: Page) -> list[str]:
    """Return what of the table, the standings, the hand and the answer can't be seen without scrolling."""
    return [] if page.locator(".result").count() else list(page.evaluate(_SIGHT))


@pytest.mark.slow
def test_two_people_one_of_them_without_scripts_and_three_bots_play_a_whole_match(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    table = whole(ada, ben)
    page = opened(house, visitor, table, 0, width=360, height=740, dark=True)
    page.evaluate(_SHIFTS)
    hidden = out_of_sight(page)
    plain = opened(house, visitor, table, 1, scripts=False)
    again = opened(house, visitor, table, 0, width=360, height=740)
    wide = opened(house, visitor, table, 0, width=1280, height=800)
    returned: dict[str, list[str]] = {}
    covered: set[str] = set()
    for seat in awaited(table.code, 0, 1):
        if seat == 0:
            wide.reload(wait_until="domcontentloaded")
            if (pixels := wide.evaluate(_COVERED)) > 1:
                covered.add(f"{pixels:.0f} px at {wide.locator('#question h2').first.inner_text()}")
            expect(page.locator("#yours")).to_be_visible()
            hidden += out_of_sight(page)
            asked = page.locator("#question h2").first.inner_text()
            if asked not in returned and (found := hidden_on_return(again, house, table.code, ada.pk)) is not None:
                returned[asked] = found
            if answered(page):
                hidden += out_of_sight(page)
        elif (button := todo(plain)) is not None:
            send(button)
        else:
            plain.reload(wait_until="domcontentloaded")
    plain.reload()
    for each in (page, plain):
        expect(each.locator(".result .places tbody tr")).to_have_count(5)
        expect(each.locator("details.recap[open] table.pay tbody tr")).to_have_count(5)
    shifted = page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) <= 0.05, shifted
    assert not hidden, "\n".join(sorted(set(hidden)))
    assert not covered
    assert len(returned) > 2, "there were news to come back to"
    assert [each for one in returned.values() for each in one] == []


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_the_holder_passes_and_tinkers_in_one_answer_on_a_phone_in_the_dark(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    state = table.know()
    page = opened(house, visitor, table, state.holder, width=360, height=740, dark=True, scripts=scripts)
    put = next(card for card in state.hands[state.holder] if get_card_kind(card) == TRICK)
    page.locator(".plan-button").click()
    page.locator(f"#along-give-{put}").check()
    page.locator(f"#along-take-{state.inside[0]}").check()
    push(page.locator("#pass-and-plan")) if scripts else page.locator("#pass-and-plan").click()
    expect(page.locator("#yours")).to_have_count(0)
    expect(page.locator("#story")).to_contain_text("You tinker: a trick in, a mechanism out.")
    expect(page.locator("#story")).to_contain_text("You hand the bomb on to")
    expect(page.locator(f"#hand-{state.inside[0]}")).to_have_count(1)
    after = table.know()
    assert (after.turn, put in after.inside) == (state.turn + 1, True)


@pytest.mark.once
def test_a_trick_is_sealed_unseen_played_and_cancelled(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo))
    holder, one, two = around(table)
    give(table, one, "TR24")
    give(table, two, "TR16")
    table.order(two, Profile("always", "any"))
    table.says(holder, Pass())
    player, other = opened(house, visitor, table, one, width=360), opened(house, visitor, table, two)
    player.locator("#hand-TR24").click()
    push(player.locator("#play-TR24-1"))
    expect(player.locator("#question h2")).to_have_text("You’ll play Troll Hideout, unless another card comes first")
    other.reload()
    expect(other.get_by_role("main").locator(".table-top")).not_to_contain_text("Troll Hideout")
    push(other.locator("#pass"))
    name = table.people[one].username
    expect(other.locator("#story")).to_contain_text(f"{name} plays Troll Hideout")
    expect(other.locator("#question h2")).to_have_text("Play an interrupt?")
    other.locator("#hand-TR16").click()
    push(other.locator("#play-TR16-1"))
    table.says(holder, Pass())
    expect(player.locator("#question h2")).to_have_text("Play an interrupt?")
    expect(player.locator(".waiting-tricks li")).to_have_count(2)
    stands = gettext("If no one interrupts, the trick has no effect.")
    expect(player.locator(".waiting-tricks .stands")).to_contain_text(stands)
    push(player.locator("#pass"))
    table.says(holder, Pass())
    expect(player.locator("#story")).to_contain_text("No effect: Troll Hideout")
    expect(player.locator("#question h2")).to_have_text("You have no trick to play")
    expect(player.locator("#hand-TR24")).to_have_count(0)


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_trick_is_played_on_a_player_with_two_taps_on_a_phone(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo))
    _, one, two = around(table)
    give(table, one, "TR31")
    table.order(one, Profile("always"))
    page = opened(house, visitor, table, one, width=360, height=740, dark=True, scripts=scripts)
    assert page.locator("select:not(.preferences select)").count() == 0
    page.locator("#hand-TR31").hover()
    scrolled = page.evaluate("scrollY")
    page.locator("#hand-TR31").click()
    sheet = page.locator("#sheet-TR31")
    expect(sheet).to_contain_text("Say Hello to My Little Friend")
    outlines = page.evaluate(
        "[...document.querySelectorAll('.plate')].map(each => getComputedStyle(each).outlineStyle)"
    )
    assert outlines == ["dashed"] * 3, "who can be named glows"
    box = sheet.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, page.evaluate("document.body.clientWidth"))
    assert _fits(page)
    assert page.evaluate("scrollY") == scrolled
    page.mouse.click(8, 240)
    expect(sheet).to_be_hidden()
    page.locator("#hand-TR31").click()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.locator("#hand-TR31").click()
    aimed = page.locator(f"#play-TR31-1-{two}")
    push(aimed) if scripts else aimed.click()
    expect(page.locator("#question h2").first).to_contain_text("You’ll play Say Hello to My Little Friend")
    assert [ask.answered for ask in table.asks() if ask.seat == one] == [True]


@pytest.mark.once
@pytest.mark.parametrize("phase", ["trick1", "tinker"])
def test_on_a_low_desktop_the_forecast_stands_above_the_question(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, phase: str
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo), phase)
    holder = around(table)[0]
    table.order(holder, Profile("always"))
    page = opened(house, visitor, table, holder, width=1280, height=820)
    expect(page.locator("#yours")).to_be_visible()
    forecast, question = (page.locator(part).bounding_box() for part in (".outlook", "#question"))
    assert forecast is not None
    assert question is not None
    assert forecast["y"] + forecast["height"] <= question["y"]


@pytest.mark.once
def test_a_guest_on_a_phone_sees_bomb_hand_and_answer_together_whatever_is_asked(
    house: str, visitor: Callable[..., Page]
) -> None:
    page, stranger = visitor(**PHONE), guest()  # A guest's page has one more line.
    come_in(page, house, stranger.username)
    page.goto(f"{house}/m/{sealed_match('kobolds', stranger, bots=3).code}/")
    hidden, asked = list[str](), 0
    while asked < 25 and not page.locator(".result").count():
        hidden += page.evaluate(HIDDEN)
        asked += answered(page)
        expect(page.locator("#yours:visible, .result").first).to_be_visible()
    assert hidden == []
    assert asked > 10


@pytest.mark.once
@pytest.mark.parametrize("what", [".sheet", "#tip-order", "#tip-mechanisms"])
def test_what_one_reads_stays_open_while_news_arrives(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, what: str
) -> None:
    table = calm(sealed_match("kobolds", ada, ben, cleo))
    holder, one, _ = around(table)
    page = opened(house, visitor, table, one, width=360, height=740)
    page.locator(what).first.evaluate(
        "each => each.showPopover()"
    )  # As by a touch: pointed at, a tip would come again.
    table.says(holder, Pass())
    page.evaluate("document.querySelector('#heard').setAttribute('value', '0'), htmx.trigger('#news', 'refresh')")
    expect(page.locator("#heard")).not_to_have_value("0")
    expect(page.locator(f"{what}:popover-open")).to_have_count(1)
    expect(page.locator(what).first).to_be_in_viewport(ratio=1)


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_auto_pass_is_a_switch_that_shows_its_state(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    page = opened(house, visitor, table, around(table)[0], width=360, height=740, scripts=scripts)
    switch, whole_phase = page.locator("#auto-pass"), page.locator("#keep-pass")
    expect(switch).to_have_accessible_name("Auto-pass until danger")
    for on in (True, False, True):
        expect(switch).to_have_attribute("aria-pressed", str(on).lower())
        expect(whole_phase).to_be_checked(checked=on)
        push(switch) if scripts else send(switch)


@pytest.mark.once
def test_an_explosion_is_told_step_by_step(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo))
    _, one, two = around(table)
    give(table, one, "TR24", "TR31")
    for card, target in (("TR24", None), ("TR31", two)):
        _played(table, one, card, target)
    advance(table, lambda state: state.phase == "trick2")
    *early, last = table.asked("trick")
    for seat in early:
        table.says(seat, Pass())
    page = opened(house, visitor, table, last, width=360, height=740, dark=True)
    push(page.locator("#pass"))
    expect(page.locator("details.recap[open] .steps")).to_be_visible()
    killed = ["you" if seat == last else table.people[seat].username for seat in table.know().last.killed]
    steps = page.locator(".recap .steps li")
    expect(steps.filter(has_text="is hit as well")).to_contain_text("Say Hello to My Little Friend")
    expect(steps.filter(has_text="is protected")).to_contain_text("Troll Hideout")
    expect(steps.last).to_have_text(re.compile(r"Killed\s+" + r"\W+".join(killed)))
    expect(page.locator(".recap table.pay tr.killed")).to_have_count(len(killed))
    expect(page.locator("#story")).to_contain_text("goes off in")
    assert _fits(page)


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_card_that_someone_played_is_read_by_tapping_its_picture(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    table = armed(calm(sealed_match("kobolds", ada, ben, cleo)))
    one = around(table)[1]
    give(table, one, "TR31")
    page = opened(house, visitor, table, around(table)[0], width=360, height=740, scripts=scripts)
    _played(table, one, "TR31", around(table)[0])
    page.reload()
    page.locator(".plate .lying .tip-button").click()
    expect(page.locator(".plate .lying .tip-text")).to_have_text(gettext(get_trick("TR31").text))


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_orders_of_each_kind_are_left_and_withdrawn(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, scripts: bool
) -> None:
    table = calm(sealed_match("kobolds", ada, ben, cleo))
    state = table.know()
    page = opened(house, visitor, table, state.holder, width=360, scripts=scripts)
    page.locator(".plan-button").click()
    page.locator("#along-give-none").check()
    push(page.locator("#pass-and-plan")) if scripts else page.locator("#pass-and-plan").click()
    expect(page.locator("#question h2")).to_have_text(gettext("You’ll pass unless you tap a card"))
    page.goto(f"{house}/m/{table.code}/orders/")
    left = page.locator("#orders ol.rows > li")
    expect(left).to_have_count(2)
    for form, choices, said in (
        ("profile", {"profile-when": "named"}, "only when a card targets me"),
        (
            "reply",
            {"reply-play": "MINE", "reply-against": "gives me the bomb", "reply-target": "leader"},
            "against tricks that give me the bomb",
        ),
        (
            "trick",
            {"trick-play": "FRIEND", "trick-target": "left", "trick-bomb": "armed", "trick-doomed": "true"},
            "only if the bomb would kill me this turn",
        ),
    ):
        for id_, value in choices.items():
            page.locator(f"#{id_}").select_option(value)
        page.locator(f"form.order:has(input[value={form}])").get_by_role("button").click()
        expect(left.filter(has_text=said)).to_have_count(1)
    expect(left).to_have_count(4)
    expect(left.first).to_contain_text("This turn: don’t tinker.")
    expect(left.last).to_contain_text("Ask me about tricks only when a card targets me")
    assert _fits(page)
    for number in (3, 2, 1, 0):
        left.first.get_by_role("button").click()
        expect(left).to_have_count(number)


@pytest.mark.slow
@pytest.mark.once
def test_axe_likes_every_look_of_a_match_its_orders_and_its_rules_which_fit_in_german_too(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo, resurrection=True)
    holder = around(table)[0]
    found: list[str] = []
    page = opened(house, visitor, table, holder, width=360, height=740, dark=True)

    def look(path: str, *shown: str) -> None:
        for language in ("de", "en"):
            page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
            page.goto(house + path)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for selector in shown:
                expect(page.locator(selector).first).to_be_visible()
            unfold(page)
            found.extend(in_both_looks(page, flaws if language == "en" else _too_wide))

    match = f"/m/{table.code}/"
    look(match, "#pass", ".hand")
    table.says(holder, Pass())
    look(match, "#exchange-1")
    armed(table)
    one = around(table)[1]
    give(table, one, "TR31")
    table.says(one, Play("TR31", holder))
    advance(table, lambda state: bool(state.stack))
    look(match, "#question")
    advance(table, lambda state: state.blasts == 1 and state.phase == "trick1")
    look(match, ".recap .steps", "table.pay", ".lying")
    look(f"{match}orders/", "form.order")
    look(f"{match}record/?at=9")
    look("/games/kobolds/", "h1")
    assert not found, "\n".join(found)


def _played(table: MatchDriver, seat: int, card: str, target: Any) -> None:
    """Play a trick for the seat, without interrupts."""
    table.says(seat, Play(card, target))
    advance(table, lambda state: bool(state.stack))
    advance(table, lambda state: not state.stack)


def _too_wide(page: Page) -> list[str]:
    return [] if _fits(page) else [f"{page.url} is too wide"]


def _fits(page: Page) -> bool:
    """Return whether nothing is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_all_cards_of_the_bomb_fit_beside_its_mechanisms_on_a_phone(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    page = opened(house, visitor, whole(ada, ben), 0, width=390, height=844)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(_WIDE_FANS) == []
