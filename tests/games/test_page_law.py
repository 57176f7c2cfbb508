"""Secrecy of pages as one law: secret acts and face-down cards change no page of other people.

Every game in the catalogue must meet it, and so must a draft. What is compared is everything that others could fetch:
pages, fragments, refusals, exports, feeds, the API, notices and an organiser's pages (`tests/games/onlookers.py`).
"""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.games import load_games
from apps.kernel.game import AnyGame, Illegal
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer
from apps.matches.engine import deadlines, visibility
from apps.matches.errors import Unreadable
from apps.matches.models import NO_ORDERS, Chair, Fact, Match, Memory, Move, Seed
from apps.matches.selectors import match_view
from tests.database import statements
from tests.factories.matches import SECOND, MatchDriver, sealed_match, standing
from tests.factories.people import browser
from tests.games.onlookers import (
    EVERYTHING,
    PAGES,
    SIGHT,
    Acts,
    Deal,
    Depth,
    Onlookers,
    Worlds,
    assert_alike,
    find_sealed_acts,
)
from tests.games.tables import GAMES, folder, options
from tests.luck import LUCK
from tests.matches.pages import addresses, desk, drawn, world

pytestmark = [pytest.mark.django_db, pytest.mark.once]
FIXED: Final = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])
BY_NAME: Final = {game.meta.slug: game for game in GAMES}


def list_secrets(game: AnyGame, kind: str) -> tuple[Callable[[Deal], Any], ...]:
    """Return what the game's `secret_acts.py` lists, or nothing."""
    home = folder(game)
    try:
        module = importlib.import_module(f"tests.{home.parent.name}.{home.name}.secret_acts")
    except ModuleNotFoundError:
        return ()
    return tuple(getattr(module, kind))


def each(kind: str, *, unless: tuple[Any, ...] = (), most: int | None = None) -> Any:
    """Run a test for each secret of each game, or for this one if a game lists none."""
    found = [
        pytest.param(slug, secret, id=f"{slug}-{secret.__name__}" if hasattr(secret, "__name__") else slug)
        for slug, game in BY_NAME.items()
        for secret in (list_secrets(game, kind) or unless)[:most]
    ]
    return pytest.mark.parametrize(("slug", "secret"), found)


FIRST: Final = [find_sealed_acts, *(acts for game in GAMES for acts in list_secrets(game, "ACTS")[:1])]
"""The acts after which everything that anyone could fetch is compared."""

each_game = pytest.mark.parametrize("slug", list(dict.fromkeys([*BY_NAME, "gulls"])))
each_act = each("ACTS", unless=(find_sealed_acts,))


@pytest.fixture
def deal(slug: str, monkeypatch: pytest.MonkeyPatch, gulls: AnyGame, ada: Any, ben: Any, cleo: Any, dora: Any) -> Deal:
    """Return a function that starts a match of three people (or `seats`) and bots, in the wall clock's time."""
    monkeypatch.setitem(load_games(), slug, {**BY_NAME, "gulls": gulls}[slug])
    return lambda seats=3, **more: sealed_match(slug, *(ada, ben, cleo, dora)[:seats], **more)


def give(acts: Acts, answer: Any) -> None:
    """Give an answer of the acting seat as a form or, if it is an action, directly."""
    if not isinstance(answer, dict):
        acts.table.says(acts.seat, answer)
        return
    assert acts.table.posts(browser(acts.table.people[acts.seat]), acts.seat, **answer).status_code == 303, answer


def require(acts: Acts | None) -> Acts:
    if acts is None:
        pytest.skip("in this game only one seat is asked at a time")
    return acts


# -- acts ------------------------------------------------------------------------------------


@each_act
@FIXED
def test_a_seats_secret_answers_and_orders_change_no_page_of_others(
    deal: Deal, secret: Callable[..., Acts | None], staff: Any, fixed: bool
) -> None:
    """Look before, after all answers and orders, after all orders are withdrawn, and when all have answered."""
    acts = require(secret(deal, fixed_windows=fixed))
    table, seat = acts.table, acts.seat
    client, others = browser(table.people[seat]), Onlookers(table, staff, seat)
    depth = EVERYTHING if not fixed and secret in FIRST else PAGES
    first, habits = others.look(depth), standing()
    assert {status for status, _, _ in first.pages.values()} >= {200, 204} | ({403} if depth == EVERYTHING else set())
    for answer in acts.answers:
        give(acts, answer)
        assert_alike(others.look(SIGHT), first)
    address = f"/m/{table.code}/orders/"
    for order in acts.orders:
        assert client.post(address, order).status_code == 302, order
        assert_alike(others.look(SIGHT), first)
    assert_alike(others.look(depth), first)
    tickets = re.findall(r'name="withdraw"\s+value="(\w+)"', client.get(address).content.decode())
    assert len(tickets) >= len(acts.orders)
    for ticket in tickets:
        assert client.post(address, {"withdraw": ticket}).status_code == 302
        assert_alike(others.look(SIGHT), first)
    assert table.chair(seat).orders == NO_ORDERS
    assert [order for order in standing() if order not in habits] == []
    assert_alike(others.look(PAGES), first)
    if fixed:
        for ask in table.asks():
            if ask.seat != HOUSE and not ask.answered:
                table.says(ask.seat, acts.quiet(table, ask.seat))
        assert {ask.seat for ask in table.asks() if not ask.answered} == {HOUSE}
        assert_alike(Onlookers(table, staff, *table.know().setup.everyone()).look(PAGES), first)


@each_act
@FIXED
def test_who_answered_last_or_by_an_order_is_told_to_nobody(
    deal: Deal, secret: Callable[..., Acts | None], staff: Any, fixed: bool
) -> None:
    """Check worlds with the same last two answers, in either order, by hand or in advance, after the window.

    Pages are compared for every second answer, in two of the worlds.
    """
    acts = require(secret(deal, seats=4, fixed_windows=fixed))
    for number, (said, order) in enumerate(acts.in_advance, start=1 - fixed):
        check(_close_window(acts, said, order, PAGES if number % 2 else SIGHT), staff)


def _close_window(acts: Acts, said: Any, order: Any, depth: Depth) -> Worlds:
    table, seat, key = acts.table, acts.seat, acts.table.question(acts.seat).key
    *early, last = [ask.seat for ask in table.asks() if ask.seat not in (HOUSE, seat) and not ask.answered]
    for other in early:
        table.says(other, acts.quiet(table, other))
    passed = acts.quiet(table, last)

    def way(*acted: Callable[[], Any], depth: Depth = depth) -> Callable[[MatchDriver], Iterator[Depth]]:
        def play_on(table: MatchDriver) -> Iterator[Depth]:
            for act in acted:
                act()
            table.close_window()
            assert key not in {ask.key for ask in table.asks()}, "the window is closed"
            yield depth

        return play_on

    by_hand, passes = partial(table.says, seat, said), partial(table.says, last, passed)
    if order is None:
        return Worlds(table, (seat, last), [way(by_hand, passes), way(passes, by_hand)])
    in_advance = partial(table.order, seat, order)
    ways = [way(by_hand, passes), way(passes, by_hand, depth=SIGHT), way(in_advance, passes, depth=SIGHT)]
    return Worlds(table, (seat, last), [*ways, way(passes, in_advance)])


@pytest.mark.parametrize("slug", BY_NAME)
@FIXED
def test_when_a_bot_has_answered_in_a_window_is_seen_by_nobody(
    deal: Deal, slug: str, staff: Any, fixed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BOT_PAUSE", 60 * SECOND)  # Fetching all pages can take longer than bots think.
    table = deal(seats=2, bots=2, fixed_windows=fixed) if slug != "fuse" else None
    if table is None or not all(ask.sealed or ask.seat == HOUSE for ask in table.asks()):
        pytest.skip("a match doesn't begin with a window")
    others, facts = Onlookers(table, staff), len(table.facts())
    first = others.look(PAGES)
    table.settle(after=61 * SECOND)
    assert len(table.facts()) == facts + 2, "both have answered"
    table.now -= 61 * SECOND
    assert_alike(others.look(PAGES), first)


# -- worlds ----------------------------------------------------------------------------------


@each("WORLDS")
def test_worlds_that_differ_in_a_secret_look_the_same_to_all_others(
    deal: Deal, secret: Callable[[Deal], Worlds], staff: Any
) -> None:
    check(secret(deal), staff)


def check(worlds: Worlds, staff: Any) -> None:
    """Play on in all ways, and check that those who don't know the secret see the same at each stop."""
    began, looks = worlds.table, []
    for way in worlds.ways:
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            others = Onlookers(table, staff, *worlds.knows)
            looks.append([others.look(depth, reveals=worlds.reveals) for depth in way(table)])
    assert looks[0]
    for other in looks[1:]:
        for one, another in zip(looks[0], other, strict=True):
            assert_alike(one, another)


# -- rows ------------------------------------------------------------------------------------


@each_game
def test_pages_need_nothing_that_their_reader_was_not_told(slug: str, deal: Deal, staff: Any) -> None:
    """Make everything unreadable that a reader was never told, and check that their pages stay as they are.

    That's facts, answers, others' memories and standing orders, and the seed. The match is played at random.
    """
    luck = random.Random(f"{LUCK} {slug}")
    game = load_games()[slug]
    table = _deal_at_random(deal, game, luck)
    hidden = 0
    for number in range(90):
        table.close_window()
        if table.match.status != Match.Status.PLAYING:
            break
        for who in (luck.choice(table.know().setup.everyone()), PUBLIC) if number in (3, 8, 20, 50) else ():
            others = Onlookers(table, staff, *[seat for seat in range(3) if seat != who])
            first = others.look(PAGES)
            with world():
                hidden += _make_unreadable(table, who)
                assert_alike(others.look(PAGES), first)
                with pytest.raises(Unreadable):
                    table.look(observer=REFEREE)
        table.step(lambda state, seat: luck.choice(tuple(game.legal(state, seat))))
    assert hidden


def _deal_at_random(deal: Deal, game: AnyGame, luck: random.Random) -> MatchDriver:
    while True:
        with suppress(Illegal):  # Some options are only for the live pace.
            return deal(**options(game, luck))


def _make_unreadable(table: MatchDriver, who: Observer) -> int:
    """Overwrite what the observer can't see, and return how many facts that is."""
    bit, seat = visibility.get_observer_bit(who), who if isinstance(who, int) else -1
    facts = [fact.pk for fact in Fact.objects.filter(match=table.match) if not fact.audience & bit]
    moves = [move.pk for move in Move.objects.filter(match=table.match) if not move.audience & bit]
    Fact.objects.filter(pk__in=facts).update(event="unreadable")
    Move.objects.filter(pk__in=moves).exclude(action="").update(action="unreadable")
    Chair.objects.filter(match=table.match).exclude(index=seat).update(orders="unreadable")
    Memory.objects.filter(match=table.match).exclude(observer=seat).update(state="unreadable")
    Memory.objects.filter(match=table.match, observer__gte=-1, observer=seat).delete()
    Seed.objects.filter(match=table.match).update(seed=bytes(32))
    return len(facts)


# -- standing orders -------------------------------------------------------------------------


@each("ACTS", most=1)
def test_orders_are_loaded_for_their_own_seat_only(deal: Deal, secret: Callable[..., Acts], staff: Any) -> None:
    acts = secret(deal)
    table, seat, other = acts.table, acts.seat, (acts.seat + 1) % 3
    address, mine, theirs = f"/m/{table.code}/orders/", browser(table.people[seat]), browser(table.people[other])
    Chair.objects.filter(match=table.match).update(orders=NO_ORDERS)
    for order in acts.orders:
        mine.post(address, order)
    assert mine.get(address).content.decode().count('name="withdraw"') == len(acts.orders) > 0
    for client in (browser(), theirs):
        assert 'name="withdraw"' not in client.get(f"{address}?as={seat}").content.decode()
    everyone = [(theirs, addresses(table, other)), (browser(), addresses(table, None)), (browser(staff), desk(table))]
    with CaptureQueriesContext(connection) as context:
        drawn(everyone)
    own = re.compile(r"CASE WHEN matches_seat.player_id = (\d+|NULL) THEN .*? END")
    asked = [sql for sql in statements(context) if "matches_seat" in sql]
    assert len([sql for sql in asked if own.search(sql)]) > 10
    assert not [sql for sql in asked if re.search(r"\borders\b", own.sub("", sql))]
    assert match_view.load_match(table.code, player=table.people[other].pk).orders == NO_ORDERS
    assert match_view.load_match(table.code).orders == NO_ORDERS
