"""Tests of every state of a match's page on phone and desktop: nothing overlaps, and the header stays at the top."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.kernel.table import Seat
from apps.lessons import services as lessons
from apps.matches.models import Chair
from apps.matches.services import organiser, proposals, sandboxes
from tests.factories.matches import MatchDriver, sealed_match
from tests.journeys.conftest import come_in, forget_visits
from tests.journeys.flaws import HIDDEN, SETTLED, entwined

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

_BOXES = """() => {
    const wrong = [];
    const box = each => each.getBoundingClientRect();
    const bar = document.querySelector(".live-bar");
    const above = [...bar.parentElement.children].filter(each => box(each).height && box(each).top < box(bar).top - 1);
    if (above.length) wrong.push(`${above[0].className} stands above the header`);
    const parts = [...document.querySelectorAll(":is(.live, .first-screen, .near, .notices, .far, .question) > *")]
        .filter(each => each.checkVisibility() && box(each).width > 1 && box(each).height > 1)
        .filter(each => !["fixed", "absolute", "sticky"].includes(getComputedStyle(each).position));
    const sticks = each => getComputedStyle(each.parentElement).position === "sticky";
    parts.forEach((one, n) => {
        for (const other of parts.slice(n + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            // What sticks to the lower edge of a phone has the rest of the page pass beneath it.
            if (one.parentElement !== other.parentElement && [one, other].some(sticks)) continue;
            const across = Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left);
            const down = Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top);
            if (across > 2 && down > 2) wrong.push(`.${one.className} lies over .${other.className}`);
        }
    });
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) wrong.push(`${wide} px too wide`);
    return wrong;
}"""
"""Returns what overlaps something else, is above the header, or extends beyond the edge of the page."""


def _propose(table: MatchDriver) -> str:
    proposals.agree_to_proposal(code=table.code, seat=Seat(1), what="pause", about=3, now=table.now)
    return ".proposal"


def _propose_myself(table: MatchDriver) -> str:
    proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="live", now=table.now)
    return ".proposal.own"


def _come_back_to(propose: Callable[[MatchDriver], str]) -> Callable[[MatchDriver], str]:
    """Return a state in which Ada has news to read, and a proposal above them, before she answers."""

    def return_to(table: MatchDriver) -> str:
        steps = 0
        while steps < 12 or not any(ask.seat == 0 and not ask.answered for ask in table.asks()):
            table.step()
            steps += 1
        shown = propose(table)
        forget_visits(Chair.objects.get(match__code=table.code, index=0))
        return f".live:has(section.since) {shown}"

    return_to.__name__ = f"return_to{propose.__name__}"
    return return_to


def _pause(table: MatchDriver) -> str:
    organiser.pause_match(code=table.code, now=table.now)
    return ".live:has(#state:has-text('Paused')):not(:has(.plate.awaited)) .near"


def _leave_to_a_bot(table: MatchDriver) -> str:
    Chair.objects.filter(match__code=table.code, index=0).update(autopilot=True)
    return "#reclaim"


def _miss(table: MatchDriver) -> str:
    Chair.objects.filter(match__code=table.code, index=1).update(autopilot=True, absent_at=table.now)
    return ".missing"


def _rest(table: MatchDriver) -> str:
    day = timedelta(days=1)
    table.people[1].vacations.create(begins_at=timezone.now() - day, ends_at=timezone.now() + 4 * day)
    return ".away"


def _end(table: MatchDriver) -> str:
    table.finish()
    return ".result"


def _try(table: MatchDriver) -> str:
    table.finish()
    table.code = sandboxes.start_sandbox(code=table.code, player=table.people[0].pk, move=2, now=timezone.now())
    return ".live:has(#yours)"


def _learn(table: MatchDriver) -> str:
    table.code = lessons.start_lesson(player=table.people[0], game=table.game.meta.slug, now=timezone.now())
    return ".live:has(#yours)"


RETURNS = [_come_back_to(_propose), _come_back_to(_propose_myself)]
STATES = [_propose, _propose_myself, *RETURNS, _pause, _leave_to_a_bot, _miss, _rest, _end, _try, _learn]
_SEND_NONSENSE = """() => {
    const form = document.querySelector("#question form[hx-post]");
    form.noValidate = true;
    form.requestSubmit();
}"""


def _check(page: Page, *, whole: bool = False, returning: bool = False) -> list[str]:
    """Return what's wrong at both sizes; if `whole`, also what of the table can't be seen without scrolling."""
    found = []
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)  # Cards that are being dealt fly over each other.
        covered = page.evaluate(HIDDEN, returning) if whole else []
        found += [f"{width}: {each}" for each in (*page.evaluate(_BOXES), *entwined(page), *covered)]
    return found


@pytest.mark.parametrize(
    "game", [*(pytest.param(game, marks=pytest.mark.slow) for game in ("fuse", "bombe", "frogs")), "kobolds"]
)
def test_nothing_overlaps_in_any_state_of_the_page(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], game: str
) -> None:
    sitters = [player(name) for name in ("ada", "ben", "cleo", "dora", "eve")]
    page = visitor()
    come_in(page, house, "ada")
    found = {}
    for state in STATES:
        returning = state in RETURNS
        # Five players leave the least room.
        table = sealed_match(game, *(sitters if returning else sitters[:3]))
        shown = state(table)
        page.goto(f"{house}/m/{table.code}/")
        expect(page.locator(shown).first).to_be_visible()
        whole = returning or state in (_propose, _propose_myself)
        found[state.__name__] = _check(page, whole=whole, returning=returning)
        table.people[1].vacations.all().delete()
    page.goto(f"{house}/m/{sealed_match(game, *sitters[:3]).code}/")
    page.evaluate(_SEND_NONSENSE)
    expect(page.locator("#error")).to_be_visible()
    found["refused"] = _check(page)
    assert not any(found.values()), found
