"""Journeys of tournament makers: an organiser's of eight, from template to end without scripts, and a player's own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from playwright.sync_api import Page, expect

from apps.matches.services import play
from apps.tournaments.models import Round, Tournament
from apps.tournaments.services import hosting, scheduler
from tests.factories.tournaments import tournament
from tests.journeys.conftest import come_in, log_in
from tests.journeys.flaws import in_both_looks, violations
from tests.tournaments.admin_pages import staff

pytestmark = pytest.mark.once


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["phone and desktop", "phone, no scripts"])
def test_an_organiser_runs_a_tournament_of_eight(
    house: str, visitor: Callable[..., Page], player: Any, scripts: bool
) -> None:
    staff(player, "olga", "add_tournament")
    page = visitor(width=360, height=740, dark=True, scripts=scripts)
    found: list[str] = []
    log_in(page, house, "olga")
    for path in ("", "tournaments/tournament/", "tournaments/tournament/add/"):
        page.goto(f"{house}/admin/{path}")
        found += in_both_looks(page, _complaints) if scripts else []
    page.get_by_label("Game:").select_option(label="Fuse")
    page.get_by_label("An evening of Swiss rounds").check()
    page.get_by_role("button", name="Next").first.click()
    page.get_by_label("Name", exact=True).fill("Club Evening")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Runs automatically").uncheck()
    expect(page.get_by_label("Point tables")).to_be_hidden()
    page.get_by_label("Points per table").select_option(label="Custom points")
    page.get_by_label("Point tables").fill("4: 5 3 1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is for a table of 4. Give points for that many places, not 3.")).to_be_visible()
    found += in_both_looks(page, _complaints) if scripts else []
    page.get_by_label("Point tables").fill("4: 5 3 1 0")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("has been created. No one else can see it yet.")).to_be_visible()

    _press(page, "Add bots", {"Number of bots": "8"})
    expect(page.get_by_text(ngettext("%(n)d bot added.", "%(n)d bots added.", 8) % {"n": 8})).to_be_visible()
    _press(page, "Open registration")
    _press(page, "Start")
    expect(page.get_by_role("heading", name="Round 1 (proposed)")).to_be_visible()
    found += in_both_looks(page, _complaints) if scripts else []
    for number in (1, 2):
        _press(page, "Publish the round")
        expect(page.get_by_text(f"Round {number} was published.").first).to_be_visible()
        _play()
        page.reload()
    expect(page.get_by_text("The tournament is over. There’s nothing left to do.")).to_be_visible()
    assert Tournament.objects.get().status == Tournament.Status.OVER
    found += in_both_looks(page, _complaints) if scripts else []
    assert not found, "\n".join(found)


def test_the_tournaments_in_play_stand_in_the_same_columns(
    house: str, visitor: Callable[..., Page], player: Any
) -> None:
    staff(player, "olga", "view_tournament")
    now = timezone.now()
    for name, rounds in (("A", 0), ("Very Long Name of a Winter Cup", 12), ("B", 1)):
        cup = tournament(name=name)
        for number in range(rounds):
            Round.objects.create(
                tournament=cup,
                number=number,
                stage=0,
                within=number,
                field=[],
                proposal={},
                proposed_at=now,
                changed_at=now,
                ends_at=now + timedelta(days=30 * rounds),
                state=Round.State.PUBLISHED,
            )
    Tournament.objects.update(status=Tournament.Status.RUNNING)
    page = visitor(width=1280)
    log_in(page, house, "olga")
    page.goto(f"{house}/admin/")
    starts = "(spans) => spans.map((span) => Math.round(span.getBoundingClientRect().left))"
    lefts = page.locator(".running .course").evaluate_all(starts)
    assert (len(lefts), len(set(lefts))) == (3, 1), lefts


def _press(page: Page, deed: str, typed: dict[str, str] | None = None) -> None:
    """Press an action on the dashboard, then on the page that announces it."""
    page.get_by_role("link", name=deed, exact=True).click()
    expect(page.get_by_role("heading", level=1, name=deed)).to_be_visible()
    for label, value in (typed or {}).items():
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name=deed, exact=True).click()


def _play() -> None:
    for _look in range(6):
        scheduler.advance_tournaments(now=timezone.now())
        while play.settle_due(now=timezone.now(), limit=1000):
            pass


def _complaints(page: Page) -> list[str]:
    """Return what axe finds in our part of the page, whether it's too wide, and whether a field hides an action."""
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    said = violations(page, within="#content")
    hidden = page.evaluate(
        "['matches', 'closest', 'submit', 'remove'].filter(able => [...document.forms].some(form => !form[able].call))"
    )
    said += [f"{page.url}: a field is called {name}, as is what scripts ask of its form" for name in hidden]
    return [*said, *([f"{page.url} is too wide"] if wide else [])]


@pytest.mark.slow
def test_who_never_ran_one_makes_a_tournament_with_six_clicks(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MIN_FINISHED_MATCHES", 0)
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(house)
    main = page.get_by_role("main")
    for number, step in enumerate(
        (
            page.get_by_role("banner").get_by_role("link", name="Tournaments"),
            main.get_by_role("link", name="Create a tournament"),
            main.get_by_role("link", name="Fuse"),
            main.get_by_text("Table knockout"),
            main.get_by_text("Anyone with the link"),
            main.get_by_role("button", name="Open registration"),
        ),
        start=1,
    ):
        step.click()
        if number == 4:
            expect(page.locator("#outlook")).to_contain_text("With 16 entrants: 3 rounds, 1–3 matches each")
        if number in (2, 3, 5):
            assert in_both_looks(page) == []
    opened = gettext("Registration is open. Share the link to this page to invite players.")
    expect(page.get_by_role("status")).to_contain_text(opened)
    assert in_both_looks(page) == []
    made = Tournament.objects.get()
    assert (made.status, made.listed, made.game) == (Tournament.Status.OPEN, False, "fuse")
    _somebody_comes_and_it_is_called_off(page, visitor(width=1280, dark=True, scripts=False), house)


def _somebody_comes_and_it_is_called_off(host: Page, guest: Page, house: str) -> None:
    come_in(guest, house, "ben")
    guest.goto(host.url)
    guest.get_by_role("button", name="Register").click()
    expect(guest.get_by_text("You’re in.").first).to_be_visible()
    expect(guest.get_by_text("Manage tournament")).to_have_count(0)
    host.get_by_role("button", name="Add a bot").click()
    expect(host.get_by_text("3 of 16 entrants")).to_be_visible()
    host.locator("details:has(#call-off) > summary").click()
    host.locator("#call-off").click()
    expect(host.get_by_text("This tournament was cancelled.")).to_be_visible()
