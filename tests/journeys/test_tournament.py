"""A journey through a tournament on a phone in dark mode, from the list to the trophy. Then every page of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect

from apps.matches.engine import deadlines
from apps.matches.services import play
from apps.tournaments.formats.stages import Knockout, Swiss
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.services import corrections, entries, lifecycle, scheduler, talk
from tests.factories.matches import MatchDriver
from tests.factories.tournaments import bots, decide_all, decided, tournament
from tests.journeys.conftest import come_in, log_in, play_on, send
from tests.journeys.flaws import in_both_looks

ROUND = Swiss(rounds=1, most=4, least=4)
PAGES = ("", "standings/", "rounds/1/", "bracket/", "of/1/", "rules/", "talk/", "log/")
EDGES = """() => {
  const edges = {};
  const note = (column, at) => (edges[column] ??= []).includes(Math.round(at)) || edges[column].push(Math.round(at));
  for (const row of document.querySelectorAll(".cup-table tr")) {
    [...row.cells].forEach((cell, n) => {
      for (const part of cell.querySelectorAll("td .place, td a > .number")) {
        note(`${n} ${part.className}`, part.getBoundingClientRect().left);
      }
      if (!cell.matches(".number")) return;
      const text = document.createRange();
      text.selectNodeContents(cell);
      note(`${n} right`, text.getBoundingClientRect().right);
    });
  }
  return edges;
}"""
"""Return the left edges of numbers in round cells and the right edges in all others, headings included."""
RENEWED = 21_000
"""The number of milliseconds after which a page has polled for news."""


@pytest.mark.slow
def test_from_the_list_to_the_trophy(house: str, visitor: Callable[..., Page], ada: Any, ben: Any) -> None:
    now = timezone.now()
    cup = tournament(ROUND, name="Little Cup", starts_at=now + timedelta(hours=1), round_hours=72)
    for _ in range(7):
        entries.add_entrant(code=cup.code, player=None, by=None, now=now)
    page = visitor(width=360, height=780, dark=True)
    page.clock.install()
    log_in(page, house, "ada")
    page.get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name="Little Cup").click()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("status")).to_contain_text("You’re in.")
    expect(page.get_by_role("heading", name="8 of 64 entrants")).to_be_visible()

    onlooker = visitor(width=360, dark=True)
    onlooker.clock.install()
    onlooker.goto(f"{house}/tournaments/{cup.code}/standings/")
    expect(onlooker.locator("#standings")).to_contain_text("Standings will appear with the first round.")
    Tournament.objects.update(starts_at=timezone.now())
    _look()
    onlooker.clock.fast_forward(RENEWED)
    expect(onlooker.locator("#standings tbody tr")).to_have_count(8)

    page.clock.fast_forward(RENEWED)
    expect(page.get_by_role("region", name="You")).to_contain_text("Round 1: you’re at table")
    page.get_by_role("link", name="Go to your table").click()
    expect(page.get_by_role("link", name="Little Cup")).to_be_visible()
    play_on(page)
    cup.refresh_from_db()
    table = next(one for one in snapshot.load_snapshot(cup).published[0].pods if 8 in one.seats)
    places = [2] * len(table.seats)
    places[table.seats.index(8)] = 1
    corrections.correct_result(
        code=cup.code, number=0, index=table.pod.index, places=places, reason="By lot.", by=ben.pk, now=timezone.now()
    )
    onlooker.clock.fast_forward(RENEWED)
    expect(onlooker.locator("#standings .who", has_text="ada").locator("xpath=../td[2]")).to_have_text("1.0")
    _until_over(cup)

    page.goto(f"{house}/tournaments/{cup.code}/")
    expect(page.get_by_role("main")).to_contain_text("Winners")
    expect(page.get_by_role("region", name="You")).to_contain_text("You finished")
    page.get_by_role("link", name="Round 1").first.click()
    expect(page.get_by_role("main")).to_contain_text("Corrected: By lot.")
    page.goto(f"{house}/p/ada/")
    expect(page.get_by_role("region", name="Trophies")).to_contain_text("Little Cup")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.once
def test_tables_are_drawn_while_they_are_played_and_move_without_a_reload(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    now = timezone.now()
    cup = tournament(ROUND, name="Little Cup", starts_at=now + timedelta(hours=1))
    for number in range(8):
        entries.register_player(code=cup.code, player=player(f"guest{number}"), now=now)
    lifecycle.start_tournament(code=cup.code, by=None, now=now)
    _look()
    page = visitor(width=360, height=740, dark=True)
    page.clock.install()
    page.goto(f"{house}/tournaments/{cup.code}/")
    boards = page.locator(".live-boards > li")
    expect(boards).to_have_count(2)
    before = boards.first.inner_text()
    assert in_both_looks(page) == []
    page.evaluate("window.stayed = true")
    code = snapshot.load_snapshot(cup).published[0].pods[0].came[0].code
    MatchDriver(code, now=timezone.now()).lay()
    page.clock.fast_forward(RENEWED)
    expect(boards.first).not_to_have_text(before, use_inner_text=True)
    expect(boards).to_have_count(2)
    assert page.evaluate("window.stayed"), "the page was not loaded again"
    boards.first.get_by_role("link", name="Table 1").click()
    expect(page).to_have_url(f"{house}/m/{code}/")


@pytest.mark.once
def test_ones_own_table_comes_first_and_moves_and_the_standings_are_beside_the_tables(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    now = timezone.now()
    cup = tournament(Swiss(rounds=2, most=4, least=4), starts_at=now + timedelta(hours=1))
    for number in range(12):
        entries.register_player(code=cup.code, player=player(f"guest{number}"), now=now)
    lifecycle.start_tournament(code=cup.code, by=None, now=now)
    _look()
    desk = visitor()
    desk.clock.install()
    come_in(desk, house, "guest0")
    desk.goto(f"{house}/tournaments/{cup.code}/")
    [mine, top, tables, facts] = [desk.locator(part) for part in ("#mine", "#top", "#now", ".cup-facts")]
    assert _edges(top)[0] > _edges(tables)[1], "beside the tables"
    assert abs(_top(top) - _top(mine)) < 2, "as high up as one's own"
    assert _edges(facts)[0] == _edges(top)[0]
    phone = visitor(width=360, height=740)
    come_in(phone, house, "guest0")
    phone.goto(f"{house}/tournaments/{cup.code}/")
    order = [_top(phone.locator(part)) for part in ("#mine", "#top", "#now", ".cup-all-rounds", ".cup-facts")]
    assert order == sorted(order)
    assert 3 <= phone.locator("#top tbody tr:visible").count() <= 5
    assert phone.locator("#top tbody tr.me:visible").count() == 1
    assert in_both_looks(phone) == []

    table = next(one for one in snapshot.load_snapshot(cup).published[0].pods if 1 in one.seats)
    own = mine.locator(".own-board")
    before = own.inner_text()
    mine.get_by_text("Withdraw", exact=True).click()
    desk.evaluate("window.stayed = true")
    MatchDriver(table.came[0].code, now=timezone.now()).lay()
    desk.clock.fast_forward(RENEWED)
    expect(own).not_to_have_text(before, use_inner_text=True)
    assert desk.evaluate("window.stayed"), "the page was not loaded again"
    expect(mine.get_by_role("button", name="Withdraw from the tournament")).to_be_visible()
    expect(top).to_have_count(1)


@pytest.mark.once
@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_standings_start_at_the_latest_round_with_rank_name_and_points(
    live_site: str, visitor: Callable[..., Page], scripts: bool
) -> None:
    now = timezone.now()
    cup = tournament(Swiss(rounds=9, most=4, least=4), starts_at=now)
    bots(cup, 8)
    _look()
    for _round in range(7):
        decide_all(cup, now=now)
        _look()
    page = visitor(width=360, height=740, scripts=scripts)
    page.goto(f"{live_site}/tournaments/{cup.code}/standings/")
    heads, first = page.locator("thead .meeting"), page.locator("tbody tr").first
    expect(heads).to_have_count(8)
    points = _edges(first.locator(".points"))
    assert _edges(heads.last)[1] <= 360
    assert _edges(heads.nth(-3))[0] >= points[1] - 1, "three rounds are whole"
    assert _edges(heads.first)[1] < points[0], "older ones are behind the name"
    edges = [0.0, *(edge for part in (".place", ".who", ".points") for edge in _edges(first.locator(f"> {part}")))]
    assert edges == sorted(edges), "rank, name and points stand beside each other"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.once
def test_a_readers_own_place_is_one_line_above_the_standings(
    live_site: str, visitor: Callable[..., Page], ada: Any
) -> None:
    cup = tournament(Swiss(rounds=3, most=4, least=4))
    bots(cup, 7)
    entries.register_player(code=cup.code, player=ada, now=timezone.now())
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now())
    _look()
    decide_all(cup, now=timezone.now())
    _look()
    page = visitor()
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tournaments/{cup.code}/standings/")
    box = page.locator(".cup-own").bounding_box()
    assert box
    assert box["height"] <= 48


@pytest.mark.once
def test_on_a_phone_empty_standings_say_so_in_full(live_site: str, visitor: Callable[..., Page]) -> None:
    cup = tournament(Swiss(rounds=9, most=4, least=4), starts_at=timezone.now() + timedelta(days=1))
    page = visitor(width=345, height=740)
    page.goto(f"{live_site}/tournaments/{cup.code}/standings/")
    assert _edges(page.locator("#standings > p"))[0] >= 0


def _top(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def _edges(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"], box["x"] + box["width"]


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_a_tournament_violates_what_axe_checks(
    live_site: str,
    visitor: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
    player: Callable[[str], Any],
    ada: Any,
) -> None:
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    now = timezone.now()
    wide = player("W" * 24)
    cup = tournament(ROUND, Knockout(top=6, most=4, least=2, onward=1), name="Cup of the " + "W" * 40, by=ada)
    Tournament.objects.update(starts_at=now)
    for one in (ada, wide):
        entries.register_player(code=cup.code, player=one, now=now)
        talk.add_post(code=cup.code, user=one, text="w" * 200, now=now)
    for _ in range(10):
        entries.add_entrant(code=cup.code, player=None, by=None, now=now)
    found: list[str] = []
    for step in ("open", "running", "over"):
        if step == "running":
            _look()
            play.settle_due(now=now)
        elif step == "over":
            while cup.status != "over":
                now += timedelta(hours=12)
                scheduler.advance_tournaments(now=now)
                while play.settle_due(now=now, limit=1000):
                    pass
                cup.refresh_from_db()
        paths = [f"/tournaments/{cup.code}/{path}" for path in PAGES if step != "open" or path != "rounds/1/"]
        for path in ("/tournaments/", *paths):
            page.goto(live_site + path)
            found += [f"{step}: {each}" for each in in_both_looks(page)]
    assert not found, "\n".join(found)


@pytest.mark.once
def test_a_tournament_needs_neither_a_mouse_nor_scripts(live_site: str, visitor: Callable[..., Page], ada: Any) -> None:
    cup = tournament(ROUND, Knockout(top=4, most=4, least=2, onward=1), starts_at=timezone.now() + timedelta(days=3))
    page = visitor(width=360, scripts=False)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tournaments/{cup.code}/")
    tab_to(page, "register")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("You’re in.")
    page.get_by_text("Withdraw", exact=True).focus()
    page.keyboard.press("Enter")
    tab_to(page, "leave")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(gettext("You’ve withdrawn from the tournament."))
    for _ in range(8):
        entries.add_entrant(code=cup.code, player=None, by=None, now=timezone.now())
    lifecycle.start_tournament(code=cup.code, by=None, now=timezone.now())
    _look()
    for path in ("standings/", "bracket/"):
        page.goto(f"{live_site}/tournaments/{cup.code}/{path}")
        box = page.get_by_role("region")
        box.focus()
        expect(box).to_be_focused()


@pytest.mark.once
def test_entrants_talk_without_scripts_on_a_phone_in_the_dark(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    cup = tournament(ROUND, starts_at=timezone.now() + timedelta(days=3), name="W" * 40)
    for player in (ada, ben):
        entries.register_player(code=cup.code, player=player, now=timezone.now())
    page, other = (visitor(width=360, dark=True, scripts=False) for _each in range(2))
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tournaments/{cup.code}/")
    send(page.get_by_role("link", name="Chat", exact=True))
    page.get_by_label("Message to everyone following the tournament").fill("Who comes? " + "w" * 100)
    send(page.get_by_role("button", name="Send"))
    expect(page.get_by_text("Who comes?")).to_be_visible()
    page.get_by_label("Message to everyone following the tournament").fill("Who comes? " + "w" * 100)
    send(page.get_by_role("button", name="Send"))
    expect(page.get_by_role("alert")).to_contain_text("You’ve just said that.")
    expect(page.get_by_label("Message to everyone following the tournament")).to_have_value("Who comes? " + "w" * 100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    come_in(other, live_site, "ben")
    other.goto(f"{live_site}/tournaments/{cup.code}/talk/")
    send(other.get_by_role("link", name="Mute or report ada"))
    other.get_by_label("Something else").check()
    send(other.get_by_role("button", name="Send report"))
    expect(other.get_by_role("status")).to_contain_text("Thank you.")
    assert other.evaluate("document.documentElement.scrollWidth") <= 360


def _look() -> None:
    """Run the scheduler as Celery would; another thread can be running it, too."""
    for _ in range(3):
        scheduler.advance_tournaments(now=timezone.now())


def _until_over(cup: Tournament) -> None:
    end = time.monotonic() + 60
    while cup.status != Tournament.Status.OVER:
        assert time.monotonic() < end, "the tournament does not end"
        _look()
        cup.refresh_from_db()
        time.sleep(0.2)


def tab_to(page: Page, name: str) -> None:
    page.evaluate("document.getElementById('content').focus()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == name:
            return
    raise AssertionError(f"no way to {name} by keyboard")


@pytest.mark.once
def test_the_numbers_of_the_standings_stand_in_columns(
    live_site: str, visitor: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
    cup = tournament(Swiss(rounds=3, most=4, least=3))
    bots(cup, 11)
    decided(cup)
    page = visitor()
    page.goto(f"{live_site}/tournaments/{cup.code}/standings/")
    edges = page.evaluate(EDGES)
    assert len(edges) > 8
    assert {column: sorted(found) for column, found in edges.items() if len(found) > 1} == {}
