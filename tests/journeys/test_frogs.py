"""Journeys of Lunar Laser Frogs: whole matches with and without scripts, on a phone in dark mode."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.matches.services import play
from tests import luck
from tests.journeys.conftest import LIMIT, awaited, come_in, hidden_on_return, push, pushed, send
from tests.journeys.flaws import flaws, violations

SEED = 1

_SHIFTS = """window.shifted = 0; new PerformanceObserver(list => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });"""

_CROWDED = """() => {
    const box = wanted => document.querySelector(wanted)?.getBoundingClientRect();
    const table = box(".frog-table") ?? box(".result"), ask = box(".question"), ahead = box(".people");
    const said = [];
    if (scrollY) said.push(`scrolled by ${scrollY}`);
    if (document.documentElement.scrollWidth > innerWidth) said.push("scrolls sideways");
    if (box(".result")) return said;
    if (ahead.top < 0 || ahead.bottom > table.top) said.push("who is ahead is covered");
    if (table.bottom > ask.top) said.push(`${table.bottom - ask.top} px of the table are covered`);
    if (ask.bottom > innerHeight) said.push("the answer is out of sight");
    const within = [...document.querySelectorAll(".question :is(summary, .answers *, .split, .target)")];
    for (const each of within) {
        const { top, bottom, left, right, width } = each.getBoundingClientRect();
        if (width && each.checkVisibility() && (top < ask.top || bottom > ask.bottom || left < 0 || right > innerWidth))
            said.push(`${each.outerHTML.slice(0, 60)} is cut off`);
    }
    return said;
}"""

_CROWDED_IN_A_TIEBREAK = f"""tiebreak => {{
    const turn = document.querySelector(".progress");
    if (!turn) return [];
    const said = turn.textContent;
    turn.textContent = tiebreak;
    try {{ return ({_CROWDED})(); }} finally {{ turn.textContent = said; }}
}}"""


@pytest.fixture
def leap(db: None) -> Callable[..., str]:
    """Return a function that starts a match of Frogs from a known seed: `leap(ada, ben, None, laps=1)` → its code.

    With other seeds, a match can end before every kind of question has been asked.
    """

    def begin(*sitters: Any, pace: str = "daily", seed: int = SEED, **options: Any) -> str:
        game = load_games()["frogs"]
        seats = [play.Sitter(player=None if sitter is None else sitter.pk, bot=sitter is None) for sitter in sitters]
        setup = game.setup(len(seats), options)
        with luck.dealt(seed):
            return play.start_match(
                game="frogs", setup=setup, pace=game.meta.paces[pace], seats=seats, now=timezone.now()
            )

    return begin


@pytest.mark.slow
def test_two_people_one_of_them_without_scripts_and_a_bot_play_a_whole_match_that_axe_likes(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = leap(ada, ben, None, laps=1)
    phone, plain = visitor(width=360, height=740, dark=True), visitor(scripts=False)
    again = visitor(width=360, height=740)
    for page, name in ((phone, "ada"), (plain, "ben"), (again, "ada")):
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
    found: dict[str, list[str]] = {}
    returned: dict[str, list[str]] = {}
    for seat in awaited(code, 0, 1):
        if seat == 0:
            expect(phone.locator("#yours")).to_be_visible()  # The page is checked before the answer.
        look = _look(phone)
        if look not in returned and (hidden := hidden_on_return(again, house, code, ada.pk)) is not None:
            returned[look] = hidden
        if look not in found:
            found[look] = violations(phone)
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{look} scrolls sideways"
        if seat == 0:
            _act(phone, eager=True)
        elif (todo := _todo(plain, eager=False)) is not None:
            send(todo)
        else:
            plain.reload(wait_until="domcontentloaded")
    plain.reload()
    for page in (phone, plain):
        expect(page.locator(".result")).to_be_visible()
        expect(page.locator(".counted .turned")).to_have_count(4)
    found["over"] = flaws(phone)
    for path in ("/games/frogs/", f"/m/{code}/record/?at=9"):
        phone.goto(house + path)
        found[path] = flaws(phone)
    assert {"throw", "dice", "copy", "over"} <= found.keys()
    assert len(returned) > 1, "there were news to come back to"
    assert not [complaint for each in (*found.values(), *returned.values()) for complaint in each]


@pytest.mark.once
def test_on_a_phone_nothing_covers_table_hand_or_answer_at_any_question_of_a_match(
    house: str, visitor: Callable[..., Page], db: None
) -> None:
    page = visitor(width=360, height=740, dark=True)
    page.goto(house)
    page.add_init_script(_SHIFTS)
    send(page.get_by_role("button", name="Lunar Laser Frogs: Spark"))  # Guests have one more line.
    found: dict[str, list[str]] = {}
    for n in range(LIMIT):
        look = _look(page) if page.locator("#yours, .result").count() else "wait"
        found.setdefault(look, [])
        found[look] += page.evaluate(_CROWDED)
        found[look] += page.evaluate(_CROWDED_IN_A_TIEBREAK, gettext("Tiebreak turn"))  # Dealt too seldom to wait for.
        if look == "over":
            break
        if look == "throw" and "error" not in found:
            page.locator(".blue summary").click()
            page.locator("#throw-blue").evaluate("each => { each.value = 'green'; }")
            page.locator("#throw-blue").click()
            expect(page.locator("#error")).to_be_visible()
            found["error"] = page.evaluate(_CROWDED)
            page.reload()
        elif look == "wait":
            page.wait_for_timeout(50)
        else:
            _act(page, eager=n % 2 == 0)
    assert {"throw", "dice", "copy", "wait", "error", "over"} <= found.keys()
    assert not [f"{look}: {each}" for look, all_ in found.items() for each in all_]
    assert page.evaluate("window.shifted") <= 0.05


@pytest.mark.once
def test_a_throw_that_is_not_possible_gets_a_sentence_and_changes_nothing(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any, ben: Any, cleo: Any
) -> None:
    page = _at_the_pile(house, visitor, leap(ada, ben, cleo), ada, ben)
    button = page.locator("#throw-pink-blue")
    button.evaluate("each => { each.value = 'type=throw&card=pink&then=pink'; }")  # No button has this value.
    push(button)
    impossible = gettext("That move isn’t possible now. Here is the table as it stands.")
    expect(page.get_by_role("alert").first).to_contain_text(impossible)
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.once
def test_a_sealed_answer_is_shown_and_may_be_changed_until_the_window_closes(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any, ben: Any, cleo: Any
) -> None:
    page = _at_the_pile(house, visitor, leap(ada, ben, cleo), ada, ben)
    page.locator(".blue summary").click()
    page.locator("#throw-blue-grey").click()
    expect(page.locator(".chosen.blue, .chosen.grey")).to_have_count(2)
    push(page.locator("#wait-button"))
    expect(page.locator("#wait-button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page.locator("#story")).to_contain_text(re.compile(r"You plan to throw:\s+blue\s+grey"))


@pytest.mark.once
def test_a_plan_is_left_with_a_plain_form_and_answers_in_every_window(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any
) -> None:
    page = visitor(scripts=False)
    come_in(page, house, "ada")
    code = leap(ada, None, None, None, laps=1)
    page.goto(f"{house}/m/{code}/orders/")
    for name, value in (
        ("one.card", "yellow"), ("one.window", "2"), ("one.when", "missing"), ("one.colour", "yellow"), ("last", "grey")
    ):  # fmt: skip
        page.locator(f"[name='{name}'][value='{value}']").check()
    page.locator("form:has([name=last])").get_by_role("button").click()
    expect(page.locator("#orders ol ol li")).to_have_count(2)
    expect(page.locator("#orders")).to_contain_text(re.compile("if this hasn’t been rolled yet:\\s+yellow"))
    page.goto(f"{house}/m/{code}/")
    for _ in range(LIMIT):
        if page.locator(".result").count():
            break
        todo = _todo(page, eager=True)
        assert todo is None or "throw" not in (todo.get_attribute("id") or "throw"), "the plan did not answer"
        if todo is None:
            page.wait_for_timeout(100)
            page.reload()
        else:
            send(todo)
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.once
def test_the_dice_are_ordered_by_one_choice_and_where_cards_arrive_there_are_no_plans(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any
) -> None:
    page = visitor(scripts=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{leap(ada, None, None, pace='live', order='arrival')}/orders/")
    expect(page.locator("[name=last]")).to_have_count(0)
    expect(page.locator("#orders")).to_contain_text("A plan would always arrive first")
    expect(page.locator("[name=split]")).to_have_count(10)
    page.locator("[name=split][value='141']").check()
    page.locator("form:has([name=split]) [name=once][value=false]").check()  # With the dice now, the order is used up.
    page.locator("form:has([name=split])").get_by_role("button").click()
    expect(page.locator("#orders ol li")).to_contain_text("When I have the dice: roll 1, then 4, then 1")


@pytest.mark.once
def test_three_ways_to_roll_stand_there_and_the_others_open_without_scripts(
    house: str, visitor: Callable[..., Page], leap: Callable[..., str], ada: Any, ben: Any, cleo: Any
) -> None:
    code = leap(ada, ben, cleo)
    for player in (ada, ben, cleo):
        page = visitor(width=360, height=740, scripts=False)
        come_in(page, house, player.username)
        page.goto(f"{house}/m/{code}/")
        if page.locator(".presets").count():
            break
    expect(page.locator(".split:visible")).to_have_count(3)
    page.locator(".more-splits summary").click()
    expect(page.locator(".split:visible")).to_have_count(10)
    page.locator("#split-411").click()
    expect(page.locator("#split-411")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".more-splits")).to_have_attribute("open", "")


def _at_the_pile(house: str, visitor: Callable[..., Page], code: str, *players: Any) -> Page:
    """Return the page of the first of these players who can throw a card."""
    for player in players:
        page = visitor(width=360, height=740, dark=True)
        come_in(page, house, player.username)
        page.goto(f"{house}/m/{code}/")
        if page.locator("#wait-button").count():
            return page
    raise AssertionError("nobody may throw")


def _look(page: Page) -> str:
    """Return which kind of page this is."""
    for look, shown in (("over", ".result"), ("copy", ".targets"), ("dice", ".splits"), ("throw", ".answer > .hand")):
        if page.locator(shown).count():
            return look
    return "wait"


def _todo(page: Page, *, eager: bool) -> Any:
    """Return the next button to push if an answer is awaited.

    Eager players throw at once, others wait while they can.
    """
    if not page.locator("#yours").count():
        return None
    for shown in (".target", "#split-123") if eager else (".target", "#split-321", "#wait-button"):
        if page.locator(shown).count():
            return page.locator(shown).first
    if not eager:
        page.locator(".hold summary").first.click()
    return page.locator(".card-sheet button").first


def _act(page: Page, *, eager: bool) -> bool:
    """Answer if an answer is awaited, and see the page that follows."""
    button = _todo(page, eager=eager)
    if button is None:
        return False
    heard = page.locator("#heard").get_attribute("value")
    if not pushed(button):
        return False
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    return True
