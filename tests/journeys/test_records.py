"""A journey through a long replay, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from apps.games import load_games
from apps.kernel.analysis import Judged, Rated
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point
from apps.matches.models import Analysis, Match, Move
from apps.matches.selectors import analysis as selectors
from apps.matches.services import analysis
from tests.factories.finished_matches import recorded_match
from tests.journeys.conftest import come_in, log_in, play_on, send
from tests.journeys.flaws import entwined, in_both_looks, unreached, violations

pytestmark = [pytest.mark.browser, pytest.mark.once]

FETCHED = """([address, how]) => performance.getEntriesByType("resource")
    .filter((each) => each.name.endsWith(address) && each.responseEnd)
    .some((each) => !how || (each.initiatorType === "xmlhttprequest" && !each.transferSize))"""
"""Returns whether a page has fetched an address and, if asked, whether htmx got the browser's cached copy."""

WIPED = """(across) => {
    const target = document.querySelector(".table-top");
    const touch = (clientX) => new Touch({ identifier: 1, target, clientX, clientY: 100 });
    const [from, to] = [touch(180), touch(180 + across)];
    const send = (kind, touches) =>
        target.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches: [to] }));
    send("touchstart", [from]);
    send("touchend", []);
}"""
"""Swipes this number of pixels to the right over the table."""


@pytest.fixture
def long(player: Callable[[str], Any]) -> str:
    return recorded_match("kobolds", [player(f"kobold-with-a-name-{n}") for n in range(6)], seed=9).code


@pytest.mark.parametrize("width", [1280, 360])
def test_a_long_record_is_stepped_through_without_loading_its_page_again(
    house: str, visitor: Callable[..., Page], long: str, width: int
) -> None:
    page, whole = visitor(width=width, height=640), []
    page.goto(f"{house}/m/{long}/record/?at=38&as=referee")
    page.on("request", lambda request: whole.append(request.url) if request.is_navigation_request() else None)
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^38"))
    cursor = page.locator("#scores .now")
    before, elsewhere = cursor.get_attribute("x"), page.locator("#m57").element_handle()
    for at in (39, 40, 41):
        page.locator("#next").press("Enter")
        expect(page.locator("#at-said")).to_have_text(str(at))
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(rf"^{at}"))
        expect(page).to_have_url(re.compile(rf"\?at={at}&as=referee$"))
        expect(page).to_have_title(re.compile(rf"move {at}\b"))
    assert cursor.get_attribute("x") != before
    assert elsewhere.evaluate("(each) => each.isConnected"), "the list outlives steps"
    page.locator("#m57").click()
    expect(page.locator("#at-said")).to_have_text("57")
    expect(page.locator("#m57")).to_be_focused()
    fold = page.locator("#moves [data-first]").first
    first = int(fold.get_attribute("data-first") or "")
    fold.press("Enter")
    expect(page.locator(f"#m{first}")).to_be_visible()
    expect(page.locator("#m57")).to_be_visible()
    expect(page.locator("#at-said")).to_have_text("57")
    expect(page.locator(f"#m{first}")).to_be_focused()
    page.locator(f"#m{first - 1}").click()
    expect(page.locator("#at-said")).to_have_text(str(first - 1))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(rf"^{first}"))
    page.locator("#at").fill("700")
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^700"))
    page.locator("#as").select_option("2")
    expect(page).to_have_url(re.compile(r"as=2$"))
    assert not whole
    page.go_back()
    expect(page.locator("#at-said")).to_have_text("700")
    expect(page.locator("#as")).to_have_value("referee")
    expect(page.locator(".chart polyline")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    if width > 1000:
        assert not unreached(page)


def test_a_long_record_is_stepped_through_without_scripts(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/m/{long}/record/?at=39&as=referee")
    page.locator("#next").click()
    expect(page.locator("#at-said")).to_have_text("40")
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^40"))
    fold = page.locator("#moves [data-first]").first
    first = fold.get_attribute("data-first") or ""
    assert re.fullmatch(r"Turn \d+–\d+", fold.inner_text())
    fold.click()
    expect(page.locator("#at-said")).to_have_text(first)


@pytest.mark.parametrize("width", [1280, 360])
def test_a_reaction_belongs_to_its_move_and_is_shown_in_the_list(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    page = visitor(width=width, height=900)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=4&as=referee")
    face = page.locator("#react-face-wow")
    face.click()
    expect(face).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#m4 .given")).to_have_text("You")
    expect(page.locator("#m4").get_by_role("img", name="Surprised face: You")).to_be_visible()
    page.locator("#next").click()
    expect(page.locator("#at-said")).to_have_text("5")
    expect(face).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#m4 .given")).to_have_count(1)
    expect(page.locator('#scores .faced[data-move="4"]')).to_have_attribute("href", "#face-wow")
    page.locator("#prev").click()
    expect(face).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert violations(page) == []
    page.locator("#as").select_option("1")
    expect(page.locator("#reactions")).to_be_hidden()


def test_a_reaction_is_given_and_taken_back_without_scripts(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    page = visitor(width=360, scripts=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=4&as=referee")
    page.get_by_role("link", name="Reactions").click()
    face = page.locator("#react-face-sad")
    face.click()
    expect(face).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".reaction-lines [data-face]")).to_have_count(1)
    face.click()
    expect(page.locator(".reaction-lines [data-face]")).to_have_count(0)


def test_a_record_is_played_like_a_film(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=360, height=740)
    page.goto(f"{house}/m/{long}/record/")
    at = page.locator("#at-said")
    expect(at).to_have_text("0")
    page.locator("#pace-of").select_option("fast")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_accessible_name("Pause")
    expect(at).to_have_text("2")
    page.keyboard.press("End")
    expect(page.locator("#play")).to_have_accessible_name("Play all moves")
    expect(page.locator("#next")).to_have_attribute("aria-disabled", "true")
    last = int(at.inner_text())
    for key, there in (("ArrowLeft", last - 1), ("ArrowRight", last), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(at).to_have_text(str(there))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_accessible_name("Pause")
    expect(at).to_have_text("2")
    page.keyboard.press("Space")
    expect(page.locator("#pace-of")).to_have_value("fast")


def test_the_moves_beside_the_shown_one_are_there_before_anyone_asks(
    house: str, visitor: Callable[..., Page], long: str
) -> None:
    page = visitor(width=1280, height=900)
    page.goto(f"{house}/m/{long}/record/?at=40&as=referee")
    at = page.locator("#at-said")
    for key, there in (("ArrowRight", 41), ("ArrowRight", 42), ("ArrowLeft", 41), ("ArrowLeft", 40), ("ArrowLeft", 39)):
        page.wait_for_function(FETCHED, arg=[f"?at={there}&as=referee", ""])
        page.keyboard.press(key)
        expect(at).to_have_text(str(there))
        page.wait_for_function(FETCHED, arg=[f"?at={there}&as=referee", "from the browser"])
    assert page.evaluate("slowfuse.present() - Date.now()") < 1000


def test_whoever_logs_out_elsewhere_is_shown_no_step_that_was_kept_for_them(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben])
    page = visitor()
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=5&as=referee")
    page.wait_for_function(FETCHED, arg=["?at=6&as=referee", ""])
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#reader-changed")).to_be_visible()
    expect(page.locator("#at-said")).to_have_text("5")


def test_keys_step_while_a_button_is_focused(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=1280, height=900)
    page.goto(f"{house}/m/{long}/record/?at=40&as=referee")
    page.locator("#play").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#at-said")).to_have_text("39")
    page.keyboard.press("Home")
    expect(page.locator("#at-said")).to_have_text("0")


def test_a_finger_wipes_from_move_to_move(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=360, height=740)
    page.goto(f"{house}/m/{long}/record/?at=40&as=referee")
    for across, there in ((-120, 41), (-120, 42), (120, 41), (-20, 41)):
        page.evaluate(WIPED, across)
        expect(page.locator("#at-said")).to_have_text(str(there))


def test_from_moment_to_moment_by_button_key_and_mark(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=1280, height=900)
    page.goto(f"{house}/m/{long}/record/?at=0")
    at = page.locator("#at-said")
    expect(page.locator("#prev-moment")).to_have_attribute("aria-disabled", "true")
    met = []
    for _ in range(2):
        found = re.fullmatch(r"Next key moment (\d+)", page.locator("#next-moment").inner_text().replace("\n", " "))
        assert found, "what comes is not told"
        page.locator("#next-moment").press("Enter")
        expect(at).to_have_text(found[1])
        met.append((int(found[1]), page.locator(f"#m{found[1]} small").first.inner_text().strip()))
    (first, what), (second, then) = met
    expect(page.locator("#next-moment")).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    expect(at).to_have_text(str(first))
    page.keyboard.press("Shift+ArrowRight")
    expect(at).to_have_text(str(second))
    expect(page.locator("#prev-moment")).to_have_accessible_name(f"Previous key moment, {first} {what}")
    expect(page.locator(f"#m{second} small").first).to_have_text(then)
    page.locator(".unveil input").check()
    expect(page.locator("#next-moment")).to_have_accessible_name(re.compile(r"^Next key moment \d+ \D+"))
    assert not in_both_looks(page, violations)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.locator(f'.marks a[href^="?at={first}&"]').dispatch_event("click")
    expect(at).to_have_text(str(first))


@pytest.mark.parametrize("width", [1280, 360])
def test_a_replay_is_analysed_in_its_place_and_its_chart_leads_to_moves(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))
    match = recorded_match("fuse", [ada, ben])
    page, whole = visitor(width=width, height=820), []
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=5&as=referee")
    page.wait_for_function(FETCHED, arg=["?at=6&as=referee", ""])
    page.on("request", lambda request: whole.append(request.url) if request.is_navigation_request() else None)
    page.locator("#look").click()
    expect(page.locator("#progress")).to_be_visible()
    assert analysis.continue_analysis(enough=lambda: True)
    expect(page.locator("#chances .rough")).to_be_visible()
    while analysis.continue_analysis(enough=lambda: False):
        pass
    expect(page.locator("#shares-title")).to_have_count(1)
    decision = selectors.decode_insight(Analysis.objects.get(match=match)).judged[3]
    page.goto(f"{house}/m/{match.code}/record/?at={decision.move - 1}&as=referee")
    whole.clear()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#this-move .values li.given")).to_have_count(1)
    chart = page.locator("#chances")
    box = chart.bounding_box()
    assert box
    middle = (match.moves - 1) // 2
    chart.click(position={"x": box["width"] * middle / (match.moves - 1), "y": box["height"] / 2})
    expect(page).to_have_url(re.compile(rf"\?at={middle}&as=referee$"))
    expect(page.locator("#at-said")).to_have_text(str(middle))
    expect(page.locator("#chances .now")).to_have_attribute("x", re.compile(r"^(49|50)"))
    box = chart.bounding_box()  # On a phone, the click scrolled it into view.
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2, steps=4)
    expect(page.locator("#chances .now")).to_have_attribute("x", re.compile(r"^2[45]"))
    page.mouse.up()
    expect(page.locator("#at-said")).to_have_text(str(round((match.moves - 1) / 4)))
    assert not whole
    assert not in_both_looks(page, violations)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_steps_that_were_kept_before_an_analysis_are_shown_with_it(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))
    match = recorded_match("fuse", [ada, ben])
    page = visitor()
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=5&as=referee")
    page.wait_for_function(FETCHED, arg=["?at=6&as=referee", ""])
    page.locator("#look").click()
    expect(page.locator("#progress")).to_be_visible()
    while analysis.continue_analysis(enough=lambda: False):
        pass
    expect(page.locator("#shares-title")).to_have_count(1)
    judged = {each.move for each in selectors.decode_insight(Analysis.objects.get(match=match)).judged}
    for at in (6, 7):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#at-said")).to_have_text(str(at))
        expect(page.locator("#this-move .values")).to_have_count(int(at in judged))


def test_a_step_under_way_is_not_lost_when_the_analysis_arrives(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))
    match = recorded_match("fuse", [ada, ben])
    page = visitor()
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=5&as=referee")
    page.wait_for_function(FETCHED, arg=["?at=6&as=referee", ""])
    held: list[Route] = []
    page.route(re.compile(r"\?at=6&as=referee"), lambda route: held.append(route))  # noqa: PLW0108 -- not a builtin
    page.locator("#look").click()
    expect(page.locator("#progress")).to_be_visible()
    page.keyboard.press("ArrowRight")
    while analysis.continue_analysis(enough=lambda: False):
        pass
    expect(page.locator("#shares-title")).to_have_count(1)
    page.wait_for_timeout(500)
    assert held
    for each in held:
        each.continue_()
    expect(page.locator("#at-said")).to_have_text("6")
    judged = {each.move for each in selectors.decode_insight(Analysis.objects.get(match=match)).judged}
    expect(page.locator("#this-move .values")).to_have_count(int(6 in judged))


def test_nothing_tells_a_spectator_what_comes_after_the_shown_move_until_they_ask(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    even = Insight((), tuple(Point(n, (0.5, 0.5) if n < 60 else (0.9, 0.1)) for n in range(match.moves)))
    Analysis.objects.create(
        match=match, asked_at=timezone.now(), reached=match.moves, over=True, found=msgspec.json.encode(even).decode()
    )
    page = visitor(width=1280, height=900)
    page.goto(f"{house}/m/{match.code}/record/?at=8&as=referee")
    later = page.locator("#m9 span").first
    turning, mark = page.locator("#chances .turning"), page.locator(".marks a").last
    expect(page.locator("#m7 span").first).to_be_visible()
    for each in (later, turning, mark):
        expect(each).to_be_hidden()
    expect(page.locator("#m9")).to_be_visible()
    expect(page.locator("#m9")).to_have_accessible_name("9")
    page.keyboard.press("ArrowRight")
    expect(later).to_be_visible()
    page.locator("#m70").click()
    for each in (turning, page.locator("#m69 span").first):
        expect(each).to_be_visible()
    expect(mark).to_be_hidden()
    page.locator("#chances-title .unveil input").check()
    for each in (mark, page.locator("#m71 span").first):
        expect(each).to_be_visible()
    come_in(page, house, "ada")
    page.reload()
    expect(mark).to_be_visible()


def analyse(match: Match, pities: Sequence[Move], *, turning: int = 0) -> None:
    """Store an analysis in which these moves were mistakes and the prospects turned at one move."""

    def rate(move: Move, worth: float) -> Rated:
        return Rated(msgspec.Raw(move.action.encode()), worth, 0.01)

    judged = tuple(
        Judged(
            move.number, Seat(move.seat or 0), "turn", (0.0, 0.0), 0.01, (rate(pities[0], 0.7), rate(move, 0.5)), 1
        )
        for move in pities
    )  # fmt: skip
    course = tuple(Point(n, (0.5, 0.5) if n < turning else (0.6, 0.4)) for n in range(match.moves))
    found = msgspec.json.encode(Insight(judged, course)).decode()
    Analysis.objects.create(match=match, asked_at=timezone.now(), reached=match.moves, over=True, found=found)


def test_on_a_phone_luck_stands_beside_its_move_and_never_below_its_number(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    analyse(match, [move for move in match.log.exclude(action="").filter(seat__gte=0) if move.seat is not None])
    swaying = tuple(Point(n, (float(n % 4 > 1), 0.5)) for n in range(match.moves))
    analysis_ = Analysis.objects.get(match=match)
    found = msgspec.structs.replace(selectors.decode_insight(analysis_), course=swaying)
    analysis_.found = msgspec.json.encode(found).decode()
    analysis_.save()
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=8&as=referee")
    expect(page.locator("#moves .lucky").first).to_be_visible()
    assert page.locator("#moves a:has(em):has(.lucky)").count() > 1
    assert page.evaluate(BELOW_NUMBERS) == []


BELOW_NUMBERS = """() => [...document.querySelectorAll("#moves .moves a")].filter((move) => {
    const free = move.querySelector("i").getBoundingClientRect().right;
    const beside = [...move.querySelectorAll(":scope > :not(i), .is-luck")];
    return beside.some((each) => each.getClientRects().length && each.getBoundingClientRect().left < free);
}).map((each) => each.id)"""
"""Returns the moves of which something is in the column of their numbers."""


def test_on_a_replay_no_heading_is_smeared(house: str, visitor: Callable[..., Page], ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    page = visitor(width=1280, height=900)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=8&as=referee")
    page.evaluate("document.fonts.ready")
    heading = page.locator("#ending > summary")
    heading.scroll_into_view_if_needed()
    seen = heading.screenshot()
    heading.evaluate("(each) => { each.style.fontWeight = 400; }")
    assert heading.screenshot() == seen
    heading.evaluate("(each) => { each.style.fontWeight = 700; }")
    assert heading.screenshot() == seen, "the display face has one weight, so that no browser makes up another"


OVERLAPS = """([some, others]) => [...document.querySelectorAll(some)].some((one) => {
    const a = one.getBoundingClientRect();
    return [...document.querySelectorAll(others)].some((other) => {
        const b = other.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    });
})"""
"""Returns whether anything of one kind lies over anything of another."""


@pytest.mark.parametrize("width", [1280, 360])
def test_from_mark_to_mark_by_key_with_what_was_better_beside_the_table(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    own = list(match.log.exclude(action="").filter(seat=0).order_by("number"))
    pities = [own[3], own[5], own[9]]
    analyse(match, pities, turning=1)
    page = visitor(width=width, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at={pities[0].number - 1}&as=referee")
    at, panel = page.locator("#at-said"), page.locator("#this-move")
    for key, there in (("m", 0), ("m", 1), ("m", 2), ("Shift+M", 1)):
        page.keyboard.press(key)
        expect(at).to_have_text(str(pities[there].number))
        expect(panel.locator(".values li").first).to_contain_text("Better: ")
        expect(panel.locator(".values li").first).to_contain_text("+20")
    row = page.locator(f"#m{pities[1].number}")
    expect(row).to_contain_text("Better: ")
    box, list_ = row.bounding_box(), page.locator("#moves").bounding_box()
    assert box
    assert list_
    assert list_["y"] <= box["y"]
    assert box["y"] + box["height"] <= list_["y"] + list_["height"], "the shown move is in sight"
    if width > 1000:
        bar, steps = page.locator(".live-bar").bounding_box(), page.locator("#as").bounding_box()
        page.mouse.wheel(0, 600)
        expect(panel).to_be_in_viewport(ratio=1)
        assert bar
        assert steps
        assert list_["height"] > 190, "and more than a line or two before and after it"
        assert steps["y"] + steps["height"] <= 740
        assert not page.evaluate(OVERLAPS, [".live-bar", "#this-move"])
        page.get_by_role("button", name="Help: Keys").press("Enter")
        expect(page.locator("#tip-keys")).to_contain_text("M goes to the next marked move")
        page.keyboard.press("Escape")
    else:
        expect(page.locator(f"#m{pities[1].number - 1}")).to_be_in_viewport()
    page.evaluate("document.documentElement.dataset.keys = 'off'")
    page.keyboard.press("m")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(str(pities[1].number - 1))
    assert not in_both_looks(page, violations)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 700), (360, 740)])
def test_the_moves_are_beside_the_table_or_right_below_the_steps(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int, height: int
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    page = visitor(width=width, height=height)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=15&as=referee")
    page.locator("#next").click()
    for move in (15, 16):
        expect(page.locator(f"#m{move}")).to_be_in_viewport(ratio=1)
    expect(page.locator("#at-said")).to_have_text("16")
    places = ("#moves", ".scrub-steps", ".course", "#what-if", "#reactions")
    moves, steps, course, what_if, faces = (page.locator(each).bounding_box() for each in places)
    assert moves
    assert steps
    assert course
    assert what_if
    assert faces
    if width > 1000:
        assert moves["x"] > course["x"] + course["width"], "beside all else"
        assert moves["height"] > 0.6 * height
        assert steps["y"] + steps["height"] < height
        assert what_if["y"] + what_if["height"] <= course["y"]
        assert faces["y"] + faces["height"] <= course["y"]
        page.mouse.wheel(0, 500)
        expect(page.locator("#moves")).to_be_in_viewport(ratio=1)
    else:
        assert 0 <= moves["y"] - steps["y"] - steps["height"] < 16
        assert moves["y"] + moves["height"] < height
        assert moves["y"] + moves["height"] < course["y"]
    assert not in_both_looks(page, violations)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_lies_over_the_scale_of_the_chart(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    analyse(match, [], turning=2)
    page = visitor(width=width, height=740)
    for move in (0, 1, match.moves - 1):
        page.goto(f"{house}/m/{match.code}/record/?at={move}&as=referee")
        if move < match.moves - 1:
            page.locator("#chances-title .unveil input").check()
        expect(page.locator("#chances text")).to_have_text(["0", "100"])
        assert not page.evaluate(OVERLAPS, ["#chances text", "#chances :is(.now, .turning) path, #chances polyline"])
        assert not page.evaluate(OVERLAPS, ["#chances text", ".course :is(h2, .legend)"])
        head = page.locator("#chances .now path").bounding_box()
        assert head
        assert head["x"] >= 0
        assert head["x"] + head["width"] <= width
    expect(page.locator("#chances-title")).to_contain_text("100 = 1st place")


VERDICT_LINES = """(word) => {
    const said = document.querySelector("div.judged > p");
    said.querySelector("b").textContent = word;
    return Math.round(said.getBoundingClientRect().height / parseFloat(getComputedStyle(said).lineHeight));
}"""
"""Returns the number of lines that the verdict takes with this word."""


@pytest.mark.parametrize(("width", "scripts"), [(1280, True), (360, True), (360, False)])
def test_whoever_played_goes_from_mistake_to_mistake(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int, scripts: bool
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    own = match.log.exclude(action="").filter(seat=0).order_by("number")
    judged = tuple(
        Judged(
            move.number, Seat(0), "turn", (0.0, 0.0), 0.01,
            tuple(Rated(msgspec.Raw(move.action.encode()), worth, 0.01) for worth in (0.7, 0.5)), 1,
        )
        for move in own[:2]
    )  # fmt: skip
    found = Insight(judged, tuple(Point(n, (0.5, 0.5)) for n in range(match.moves)))
    Analysis.objects.create(
        match=match, asked_at=timezone.now(), reached=match.moves, over=True, found=msgspec.json.encode(found).decode()
    )
    page = visitor(width=width, height=740, scripts=scripts)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at=0&as=referee")
    for move in (own[0], own[1], own[0]):
        page.locator("#next-mistake").press("Enter")
        expect(page.locator("#at-said")).to_have_text(str(move.number))
        expect(page.locator("#this-move")).to_contain_text("Mistake")
        if scripts:
            expect(page.locator("#next-mistake")).to_be_focused()
    moves = page.locator("#moves").bounding_box()
    assert moves
    assert moves["height"] < 740, "the list doesn't spell out all moves"
    if width > 1000:
        cursor, title = page.locator("#chances .now path").bounding_box(), page.locator("#chances-title").bounding_box()
        assert cursor
        assert title
        assert cursor["y"] >= title["y"] + title["height"], "the head of the cursor lies on no title"
    assert page.evaluate(VERDICT_LINES, "Ungenauigkeit") == 1, "beside the button or above it, a long one is whole"
    if scripts:
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_on_a_phone_the_verdict_is_between_the_steps_and_the_hands(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    course = tuple(Point(n, (0.5, 0.5)) for n in range(match.moves))
    found = msgspec.json.encode(Insight((), course)).decode()
    Analysis.objects.create(match=match, asked_at=timezone.now(), reached=match.moves, over=True, found=found)
    page = visitor(width=360, height=740)
    page.goto(f"{house}/m/{match.code}/record/?at=8&as=referee")
    tops = [
        page.locator(each).evaluate("(each) => each.getBoundingClientRect().top")
        for each in (".table-top", ".scrub-steps", "#this-move", ".hands-shown")
    ]
    assert tops == sorted(tops)
    assert tops[2] < 740


def test_from_moment_to_moment_without_scripts(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/m/{long}/record/?at=0&as=public")
    name = page.locator("#next-moment").inner_text()
    page.locator("#next-moment").click()
    found = re.search(r"\d+", name)
    assert found
    expect(page.locator("#at-said")).to_have_text(found[0])
    expect(page.locator("#as")).to_have_value("public")


def test_who_played_comments_on_the_move_they_look_at(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    code = recorded_match("fuse", [player("ada"), player("ben")]).code
    page = visitor(width=360, height=740)
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/record/")
    page.locator("#comments").scroll_into_view_if_needed()
    expect(page.locator(".comment-at")).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".comment-at")).to_have_text("1")
    page.locator("#comment-text").fill("Here it turned.")
    page.locator("#comment-send").click()
    expect(page.locator(".comment-lines .line")).to_have_text(re.compile(r"move 1\s+ada\s+Here it turned."))
    expect(page.locator("#comment-text")).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.slow
def test_who_played_tries_what_would_have_been(house: str, visitor: Callable[..., Page], ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    late = match.moves - 8
    page = visitor()
    log_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/record/?at={late - 1}&as=0")
    page.locator("#next").click()
    expect(page.locator("#at-said")).to_have_text(str(late))
    send(page.locator("#what-if"))
    expect(page.locator("#sandbox")).to_contain_text(f"From move {late}")
    expect(page.locator("#talk")).to_have_count(0)
    table = page.url
    assert not in_both_looks(page)
    assert not in_both_looks(page, violations)
    play_on(page, 360)
    send(page.locator("#again"))
    expect(page.locator("#sandbox")).to_contain_text(f"From move {late}")
    assert page.url != table
    page.get_by_role("button", name="Menu").click()
    send(page.locator("#put-away"))
    expect(page).to_have_url(re.compile(rf"/m/{match.code}/record/\?at={late}&as=0$"))
    expect(page.locator("#tried-title + ul a")).to_have_count(1)
    assert not in_both_looks(page)
    assert not in_both_looks(page, violations)


def test_who_played_tries_what_would_have_been_without_scripts(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben])
    page = visitor(width=360, scripts=False)
    log_in(page, house, "ben")
    page.goto(f"{house}/m/{match.code}/record/?at=5&as=1")
    send(page.locator("#what-if"))
    expect(page.locator("#sandbox")).to_contain_text("From move 5")
    send(page.get_by_role("link", name="Back to the replay"))
    expect(page.locator("#at-said")).to_have_text("5")
    expect(page.locator("#tried-title + ul a")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(load_games()))
def test_on_the_narrowest_phone_no_words_of_a_table_lie_over_others(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], game: str
) -> None:
    match = recorded_match(game, [player(name) for name in ("ada", "ben", "cleo", "dov")], seed=4)
    page, found = visitor(width=320, height=640), []
    page.context.add_cookies([{"name": "django_language", "value": "de", "url": house}])
    for part in range(11):
        page.goto(f"{house}/m/{match.code}/record/?at={match.moves * part // 10}")
        found += [(page.url, flaw) for flaw in entwined(page)]
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url
    assert not found
