"""Tests that secret answers stay secret until their window closes, in every game that has such windows."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.games.bombe.state import Bid, Condition, Drop, Pick, Raise
from apps.games.frogs.state import Dice, Line, Mimic, Plan, Throw, Wait
from apps.games.kobolds.state import Pass
from apps.kernel.events import Announced
from apps.kernel.game import Illegal
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Seat
from apps.kernel.verify import verify_record
from apps.matches.engine import deadlines
from apps.matches.errors import Gone
from apps.matches.models import NO_ORDERS, Match, Seed
from apps.matches.selectors import match_export, match_view
from apps.matches.services import organiser, play
from tests.concurrency import together
from tests.database import statements
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, sealed_match, standing
from tests.matches.pages import addresses, alone, desk, different, drawn, plain, tokenless, world

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]

SHORT: dict[str, Any] = {"bombe": {}, "frogs": {"laps": 1}, "kobolds": {"gold": 5, "patience": 2}}
BOTH = pytest.mark.parametrize("slug", ["bombe", "frogs"])
ALL = pytest.mark.parametrize("slug", ["bombe", "frogs", "kobolds"])
CLOSING = {"opened", "landed", "played", "phased"}
"""The kinds of fact that close a window."""
FIXED = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])


def thrower(table: MatchDriver) -> int:
    """Return a seat that throws a card in this turn, or any seat at a table of bids."""
    return table.asked("throw")[0] if table.game.meta.slug == "frogs" else 0


def answers(table: MatchDriver) -> list[dict[str, Any]]:
    """Return answers that a person can send one after another to the open window, the last with orders."""
    if table.game.meta.slug == "frogs":
        return [
            {"type": "wait"},
            {"type": "throw", "card": "grey"},
            {"type": "throw", "card": "pink", "then": "blue"},
            {"type": "wait", "along__copy__whom": "last"},
        ]
    return [
        {"type": "bid", "amount": 1},
        {"type": "bid", "amount": 777},
        {"type": "bid", "amount": 777},
        {"type": "bid", "amount": 3, "along__pick__which": "better", "along__drop__first": "1:green"},
        {"type": "bid", "amount": 3, "along__pick__which": "ask", "along__drop__first": "2:red"},
    ]


def orders(table: MatchDriver) -> list[dict[str, Any]]:
    """Return standing orders that don't answer the current question."""
    if table.game.meta.slug == "frogs":
        return [{"order": "copy", "whom": "first"}, {"order": "plan", "last": "grey", "turn": 9}]
    if table.game.meta.slug == "kobolds":
        return [{"order": "profile", "when": "named"}, {"order": "reply", "play": "MINE", "against": "names me"}]
    return [
        {"order": "pick", "which": "better"},
        {"order": "bid", "amount": 777, "only.minus": 9000},
        {"order": "drop", "first": "leader"},
    ]


# -- what others see -------------------------------------------------------------------------


@pytest.mark.once
@BOTH
@FIXED
def test_whatever_a_seat_answers_changes_and_orders_nobody_else_sees_a_difference(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, slug: str, fixed: bool
) -> None:
    table = sealed_match(slug, ada, ben, cleo, fixed_windows=fixed)
    seat = thrower(table)
    client, other = at(table.people[seat]), (seat + 1) % 3
    clients = at(table.people[other]), at(), at(staff)

    def looked(*, often: bool) -> dict[Any, Any]:
        urls = addresses(table, other, often=often), addresses(table, None), desk(table, often=often)
        return drawn(list(zip(clients, urls, strict=True)))

    seen, pages = table.seen(seat), looked(often=False)
    assert {status for status, _, _ in pages.values()} == {200, 204, 403}

    def unchanged(*, often: bool) -> None:
        assert table.seen(seat) == seen
        found = looked(often=often)
        assert different({where: pages[where] for where in found}, found) == []

    for words in answers(table):
        assert table.posts(client, seat, **words).status_code == 303
        assert table.seen(seat) == seen, words
    unchanged(often=True)
    for words in orders(table):
        assert client.post(f"/m/{table.code}/orders/", words).status_code == 302
        assert table.seen(seat) == seen, words
    unchanged(often=False)
    address = f"/m/{table.code}/orders/"
    left = re.findall(r'name="withdraw"\s+value="(\w+)"', client.get(address).content.decode())
    assert len(left) >= len(orders(table))
    for order in left:
        assert client.post(address, {"withdraw": order}).status_code == 302
        assert table.seen(seat) == seen
    assert not standing()
    unchanged(often=True)


@pytest.mark.once
@FIXED
def test_how_the_dice_will_fall_changes_nothing_for_anybody_else(
    at: Browser, ada: Any, ben: Any, cleo: Any, fixed: bool
) -> None:
    table = sealed_match("frogs", ada, ben, cleo, fixed_windows=fixed)
    (seat,) = table.asked("dice")
    client, other = at(table.people[seat]), (seat + 1) % 3
    viewers = [(at(table.people[other]), addresses(table, other)), (at(), addresses(table, None))]
    seen, pages = table.seen(seat), drawn(viewers)
    for first, second, third in ((1, 1, 4), (4, 1, 1), (2, 3, 1)):
        assert table.posts(client, seat, type="dice", first=first, second=second, third=third).status_code == 303
        assert table.seen(seat) == seen
    assert client.post(f"/m/{table.code}/orders/", {"order": "copy", "whom": "last"}).status_code == 302
    assert table.seen(seat) == seen
    assert different(pages, drawn(viewers)) == []


@pytest.mark.once
@FIXED
def test_which_cards_lie_in_the_pile_is_the_same_to_all_others_until_it_is_turned_over(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, fixed: bool
) -> None:
    """Check two worlds that differ only in the cards of one seat, through all windows of a turn."""

    def turn(*kinds: str) -> list[Any]:
        (active,) = table.asked("dice")
        seat, third = table.asked("throw")
        clients = [(at(table.people[who]), who) for who in (active, third)] + [(at(), None)]
        found: list[Any] = []

        def look() -> None:
            viewers = [(client, addresses(table, who, often=True)) for client, who in clients]
            found.append((table.seen(seat), drawn([*viewers, (at(staff), desk(table, often=True))])))

        table.says(active, Dice(3, 2, 1))
        for window, card in enumerate((kinds[0], None, kinds[1], None)):
            if seat in table.asked("throw"):
                table.says(seat, Throw(card) if card else Wait())  # type: ignore[arg-type]
            if third in table.asked("throw"):
                table.says(third, Throw("grey", "yellow") if window == 3 else Wait())
            if fixed:
                table.hurry()
            if window in (0, 3):
                look()
        assert table.know().closed
        return found

    table = sealed_match("frogs", ada, ben, cleo, fixed_windows=fixed)
    worlds = []
    for kinds in (("blue", "pink"), ("grey", "blank")):
        with world():
            worlds.append(turn(*kinds))
    for (seen, pages), (others_seen, other_pages) in zip(*worlds, strict=True):
        assert seen == others_seen
        assert different(pages, other_pages) == []


@pytest.mark.once
@BOTH
def test_who_answered_last_or_by_an_order_is_told_to_nobody(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, slug: str
) -> None:
    """Check three worlds that close the window with the same answers, in another order, by hand or in advance."""
    table = sealed_match(slug, ada, ben, cleo, dora)
    frogs = slug == "frogs"
    one, two, third = table.asked("throw") if frogs else (0, 1, 2)
    fourth = table.asked("dice")[0] if frogs else 3
    says: Any = {third: Throw("grey"), fourth: Dice(2, 2, 2)} if frogs else {third: Bid(3), fourth: Bid(1)}
    says |= {one: Wait(), two: Wait()} if frogs else {one: Bid(777), two: Bid(5)}
    order = Plan("blue", one=Line("pink", window="3"), turn=1) if frogs else Raise(777)
    worlds = []
    for first, last, ordered in ((one, two, False), (two, one, False), (two, one, True)):
        with world():
            for seat in (third, fourth, first):
                table.says(seat, says[seat])
            if ordered:
                play.add_standing_order(code=table.code, seat=Seat(last), order=order, now=table.now)
            else:
                table.says(last, says[last])
            assert any(type(fact).__name__ in ("Opened", "Landed") for fact in table.facts()), "the window is closed"
            seen = [table.look(observer=who) for who in (Seat(third), PUBLIC)]
            viewers = [(at(table.people[third]), addresses(table, third, often=True)), (at(), addresses(table, None))]
            worlds.append((seen, drawn(viewers)))
    for seen, pages in worlds[1:]:
        assert seen == worlds[0][0]
        assert different(pages, worlds[0][1]) == []


@pytest.mark.once
@ALL
@FIXED
def test_when_a_bot_has_answered_in_a_window_is_seen_by_nobody(
    at: Browser, ada: Any, ben: Any, slug: str, fixed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BOT_PAUSE", 60 * SECOND)  # Fetching all pages can take longer than bots think.
    table = sealed_match(slug, ada, ben, bots=2, fixed_windows=fixed)
    viewers = [(at(ben), addresses(table, 1)), (at(), addresses(table, None))]

    def seen() -> Any:
        return [table.look(observer=who) for who in (Seat(0), Seat(1), PUBLIC)]

    before, pages, facts = seen(), drawn(viewers), len(table.facts())
    table.settle(after=61 * SECOND)
    assert len(table.facts()) == facts + 2, "both have answered"
    assert seen() == before
    assert different(pages, drawn(viewers)) == []


@pytest.mark.once
@ALL
def test_in_a_fixed_window_nobody_sees_that_all_have_answered(
    at: Browser, ada: Any, ben: Any, cleo: Any, slug: str
) -> None:
    table = sealed_match(slug, ada, ben, cleo, fixed_windows=True)
    viewers = [(at(), addresses(table, None))]
    seen, pages = table.look(), drawn(viewers)
    for seat in range(3):
        table.says(seat, sayings(table, seat)[1][0])
    assert {ask.seat for ask in table.asks() if not ask.answered} == {HOUSE}
    assert table.look() == seen
    assert different(pages, drawn(viewers)) == []


# -- canaries --------------------------------------------------------------------------------


REFUSED: list[dict[str, Any]] = [{"type": "bid", "amount": 1}, {"type": "throw", "card": "tea"}, {"type": "doze"}]


def search(
    table: MatchDriver, clients: dict[str, tuple[Client, list[str]]], canaries: list[re.Pattern[str]]
) -> dict[Any, list[int]]:
    """Count each canary on each page, fragment, feed, export and refusal, as small numbers count rows, too."""
    seed = bytes(Seed.objects.get(match=table.match).seed).hex()
    found = {}
    for viewer, (client, urls) in clients.items():
        responses = [client.get(url) for url in urls]
        responses += [client.get(f"/m/{table.code}/", headers={"HX-Request": "true"})]
        for words in REFUSED:
            sent = {"question": table.asks()[0].key, **words} if viewer in ("anonymous", "staff") else words
            responses.append(client.post(f"/m/{table.code}/answer/", sent, headers={"HX-Request": "true"}))
        for number, response in enumerate(responses):
            text = plain(response.content.decode()) + json.dumps(dict(response.headers))
            where = viewer, number, response.request["PATH_INFO"]
            assert seed not in text, where
            assert not alone(777).search(text), where
            found[where] = [len(canary.findall(text)) for canary in canaries]
    return found


BIDS = [alone(777), alone(39), *map(re.compile, (r"1:green", r"2:red", r"’s (red|green)\b"))]
PRECHOICE = {"along__pick__which": "better", "along__drop__first": "1:green", "along__drop__then": "2:red"}


@pytest.mark.once
@FIXED
def test_a_sealed_bid_and_what_came_along_are_found_by_nobody_else(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, staff: Any, caplog: Any, fixed: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    table = sealed_match("bombe", ada, ben, cleo, tie_numbers=True, fixed_windows=fixed)
    mine = at(ada)
    others = {
        "ben": (at(ben), addresses(table, 1)),
        "dora": (at(dora), addresses(table, None)),
        "anonymous": (at(), addresses(table, None)),
        "staff": (at(staff), [*desk(table), *addresses(table, None)]),
    }
    before = search(table, others, BIDS)
    assert table.posts(mine, 0, type="bid", amount=777, tie=39, **PRECHOICE).status_code == 303
    own = mine.get(f"/m/{table.code}/").content.decode()
    assert alone(777).search(plain(own)), "so that the search is known to find what it looks for"
    assert alone(39).search(plain(own))
    assert table.posts(mine, 0, type="bid", amount=777, tie=41, **PRECHOICE).status_code == 422
    assert table.posts(mine, 0, type="bid", amount=777, tie=39, along__pick__which="none").status_code == 400
    assert search(table, others, BIDS) == before
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert not any(canary.search(said) for canary in BIDS)


def outbid(table: MatchDriver) -> Callable[[Any, Seat], Any]:
    """Return a player by whose bids Ada is always outbid and wins nothing; everything else is left to bots."""
    return lambda know, seat: Bid(1 + seat) if getattr(know, "bidders", ()) else table.as_bot(seat)


@pytest.mark.once
@ALL
def test_an_orders_page_shows_its_own_seat_only(at: Browser, ada: Any, ben: Any, cleo: Any, slug: str) -> None:
    table = sealed_match(slug, ada, ben, cleo)
    address = f"/m/{table.code}/orders/"
    seat = thrower(table)
    other = (seat + 1) % 3
    before = tokenless(at(table.people[other]).get(address).content.decode())
    for words in orders(table):
        at(table.people[seat]).post(address, words)
    own = at(table.people[seat]).get(address).content.decode()
    assert own.count('name="withdraw"') == len(orders(table))
    assert tokenless(at(table.people[other]).get(address).content.decode()) == before
    for client, left in ((at(), 0), (at(table.people[other]), before.count('name="withdraw"'))):
        assert client.get(f"{address}?as={seat}").content.decode().count('name="withdraw"') == left


@ALL
def test_whoever_looks_loads_no_orders_but_their_own(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, slug: str
) -> None:
    table = sealed_match(slug, ada, ben, cleo)
    seat = thrower(table)
    for words in orders(table):
        at(table.people[seat]).post(f"/m/{table.code}/orders/", words)
    other = (seat + 1) % 3
    viewers = [
        (at(table.people[other]), addresses(table, other)),
        (at(), addresses(table, None)),
        (at(staff), desk(table)),
    ]
    with CaptureQueriesContext(connection) as context:
        drawn(viewers)
    own = re.compile(r"CASE WHEN matches_seat.player_id = (\d+|NULL) THEN .*? END")
    asked = [sql for sql in statements(context) if "matches_seat" in sql]
    assert len([sql for sql in asked if own.search(sql)]) > 10
    assert not [sql for sql in asked if re.search(r"\borders\b", own.sub("", sql))]
    assert match_view.load_match(table.code, player=table.people[other].pk).orders == table.chair(other).orders
    assert match_view.load_match(table.code).orders == NO_ORDERS


@pytest.mark.once
@BOTH
def test_orders_nobody_needed_leave_no_trace_in_a_match_that_is_over(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, slug: str
) -> None:
    """Check two worlds, with and without these orders, in which everything readable at the end is the same."""
    unused: dict[str, list[Any]] = {
        "bombe": [Pick("better"), Drop("1:green", "2:red"), Raise(777, tie=39, only=Condition(minus=9000))],
        "frogs": [Mimic(Seat(7)), Plan("blank", turn=77, one=Line("grey", window="2"))],
    }
    began = sealed_match(slug, ada, ben, cleo, **SHORT[slug])
    found = []
    for ordered in (False, True):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            for order in unused[slug] if ordered else ():
                play.add_standing_order(code=table.code, seat=Seat(0), order=order, now=table.now)
            assert len(standing()) == ordered * len(unused[slug])
            table.finish(outbid(table))
            assert not standing()
            full = [f"/m/{table.code}/record.jsonl?as=referee", f"/m/{table.code}/record/?as=referee&at=9"]
            viewers = [(at(player), addresses(table, seat, often=True)) for seat, player in enumerate((ada, ben, cleo))]
            viewers += [(at(), full), (at(staff), desk(table))]
            found.append((table.facts(), drawn(viewers)))
    (facts, pages), (others_facts, other_pages) = found
    assert facts == others_facts
    assert different(pages, other_pages) == []
    export = pages[3, f"/m/{began.code}/record.jsonl?as=referee"][2]
    assert '"cause":"order"' not in export
    assert not alone(777).search(export)
    assert not re.search("1:green|2:red|better", export)


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
