"""Tests of windows, in every game that has them: repeated silence, whole matches, and many answers at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.test import Client

from apps.games.bombe.state import Bid
from apps.games.frogs.state import Dice, Throw, Wait
from apps.games.kobolds.state import Pass
from apps.kernel.events import Announced
from apps.kernel.game import Illegal
from apps.kernel.table import HOUSE, REFEREE, Seat
from apps.kernel.verify import verify_record
from apps.matches.errors import Gone
from apps.matches.models import Match
from apps.matches.selectors import match_export, match_view
from apps.matches.services import organiser, play
from tests.concurrency import together
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, sealed_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]

SHORT: dict[str, Any] = {"bombe": {}, "frogs": {"laps": 1}, "kobolds": {"gold": 5, "patience": 2}}
BOTH = pytest.mark.parametrize("slug", ["bombe", "frogs"])
ALL = pytest.mark.parametrize("slug", ["bombe", "frogs", "kobolds"])
CLOSING = {"opened", "landed", "played", "phased"}
"""The kinds of fact that close a window."""
FIXED = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])


# -- repeated silence ------------------------------------------------------------------------


@pytest.mark.once
@BOTH
@FIXED
def test_three_missed_deadlines_and_a_bot_plays(
    at: Browser, ada: Any, ben: Any, cleo: Any, slug: str, fixed: bool
) -> None:
    """Check one of three players who never answers.

    Waiting silently is allowed, so only the last window of the throws counts.
    """
    table = sealed_match(slug, ada, ben, cleo, fixed_windows=fixed)
    silent, missed = 2, []
    while not table.chair(silent).autopilot:
        for ask in table.asks():
            if ask.seat not in (silent, HOUSE) and not ask.answered:
                table.says(ask.seat, least(table, ask.seat))
        duty = any(ask.seat == silent and ask.duty and not ask.answered for ask in table.asks())
        before = table.chair(silent).missed
        if any(ask.seat in (silent, HOUSE) and ask.waits for ask in table.asks()):
            table.lapse()
            assert table.chair(silent).missed - before == duty
            missed += [duty] * duty
        assert len(table.facts()) < 300
    assert len(missed) == 3
    assert [table.chair(seat).missed for seat in (0, 1)] == [0, 0]
    told = [fact for fact in table.facts() if isinstance(fact, Announced)]
    assert [(fact.what, fact.seat) for fact in told] == [("autopilot", silent)]
    assert 'id="reclaim"' in at(cleo).get(f"/m/{table.code}/").content.decode()
    assert table.finish().match.status == Match.Status.OVER


def least(table: MatchDriver, seat: int) -> Any:
    """Return an answer that wins no card, so that silent players are asked often."""
    know = table.know(Seat(seat))
    return Bid(5 + seat) if getattr(know, "bidders", ()) else table.as_bot(seat)


@ALL
@FIXED
def test_a_match_in_which_nobody_ever_answers_ends(
    at: Browser, ada: Any, ben: Any, cleo: Any, slug: str, fixed: bool
) -> None:
    table = sealed_match(slug, ada, ben, cleo, fixed_windows=fixed)
    while table.match.status == Match.Status.PLAYING:
        table.lapse()
        assert table.match.moves < 3000
    assert right(table)
    assert at().get(f"/m/{table.code}/").status_code == 200


@ALL
@FIXED
def test_people_bots_and_sleepers_finish_a_match_together(
    at: Browser, ada: Any, ben: Any, slug: str, fixed: bool
) -> None:
    """Check a match in which Ada answers, Ben sleeps, and two bots play."""
    table = sealed_match(slug, ada, ben, bots=2, fixed_windows=fixed, **SHORT[slug])
    while table.match.status == Match.Status.PLAYING:
        for ask in table.asks():
            if ask.seat == 0 and not ask.answered and table.match.status == Match.Status.PLAYING:
                table.says(0, table.as_bot(0))
        if table.match.status == Match.Status.PLAYING:
            table.lapse()
        assert table.match.moves < 500
    assert right(table)
    assert not table.chair(0).autopilot
    causes = set(table.match.log.values_list("cause", "seat"))
    assert {("seat", 0), ("bot", 2), ("bot", 3)} <= causes
    assert ("seat", 1) not in causes


def right(table: MatchDriver) -> bool:
    """Return whether a rerun from the seed gives every fact."""
    verdict = verify_record(
        table.game, match_export.build_match_record(match_view.load_match(table.code), observer=REFEREE)
    )
    assert verdict.right, verdict.wrong
    return verdict.facts == table.match.facts


# -- concurrency -----------------------------------------------------------------------------


@ALL
@FIXED
@pytest.mark.django_db(transaction=True)
def test_everybody_answers_and_edits_while_two_sweepers_come_by(
    ada: Any, ben: Any, cleo: Any, dora: Any, slug: str, fixed: bool
) -> None:
    """Check a deadline that has passed for sweepers but not for players. Any of them closes a window only once."""
    people, options = (ada, ben, cleo, dora), {**SHORT[slug], "fixed_windows": fixed}
    tables = [sealed_match(slug, *people, seed=n, now=NOW, **options) for n in range(4)]
    said = {(table.code, seat): sayings(table, seat) for table in tables for seat in range(4)}

    def sweep() -> None:
        while play.settle_due(now=NOW + HOUR, limit=2):
            pass

    def person(seat: int) -> None:
        for table in tables[seat:] + tables[:seat]:
            key, actions = said[table.code, seat]
            for action in actions:
                with suppress(Gone, Illegal):  # Dice that have been rolled can no longer be planned.
                    play.answer_question(
                        code=table.code, seat=Seat(seat), key=key, action=action, now=NOW + HOUR - SECOND
                    )

    assert together(sweep, sweep, *(partial(person, seat) for seat in range(4))) == [None] * 6
    while tables[0].match.status == Match.Status.PLAYING:
        tables[0].lapse()
    for table in tables:
        while not closings(table):  # Dice rolled before the deadline restarted the first window.
            table.lapse()
        if table.match.status == Match.Status.PLAYING:
            organiser.end_match(code=table.code, now=table.now)
        match = table.match
        assert [move.number for move in table.moves()] == list(range(match.moves))
        assert list(match.logged.order_by("n").values_list("n", flat=True)) == list(range(match.facts))
        assert len(closings(table)) == len(set(closings(table))), "a window closes once"
        assert right(table)


def closings(table: MatchDriver) -> list[str]:
    """Return the windows that have closed, in order."""
    return [key for key, kinds in story(table) if kinds & CLOSING]


def sayings(table: MatchDriver, seat: int) -> tuple[str, tuple[Any, ...]]:
    """Return what a seat answers in its first window, and what it answers instead."""
    ask = table.question(seat)
    about: dict[str, tuple[Any, ...]] = {
        "bid": (Bid(10 + seat), Bid(20 - seat)),
        "dice": (Dice(2, 2, 2), Dice(1, 1, 4)),
        "throw": (Throw("blue"), Wait()),
        "trick": (Pass(), Pass(keep=True)),
    }
    return ask.key, about[ask.about]


def story(table: MatchDriver) -> list[tuple[str, set[str]]]:
    """Return for each move the window that was open before it, and the kinds of its facts."""
    game, state, found = table.game, table.game.blank(table.know().setup), []
    told: dict[int, list[str]] = {}
    for number, text in table.match.logged.order_by("n").values_list("move", "event"):
        told.setdefault(number, []).append(text)
    for move in table.moves():
        texts = told.get(move.number, [])
        keys = {ask.key for ask in game.asks(state) if ask.about in ("bid", "throw", "trick", "reply")}
        found.append((min(keys, default=move.key), {json.loads(text)["type"] for text in texts}))
        state = game.learn(state, [game.fact.decode(text) for text in texts])
    return found
