"""Tests that the Matchman's window, which standing orders answer by default, never reveals the holder."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.utils.translation import gettext, ngettext

from apps.games.fuse.cards import MATCHMAN, POINTS_BY_CARD, sum_points
from apps.games.fuse.state import Kindle, Lay, LetDie, Pass, Shuffled, Strike
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat
from apps.matches.engine.standing_orders import decode_orders
from apps.matches.models import Move, Question
from apps.matches.selectors import match_view
from apps.matches.services import play, seats
from tests.factories.matches import FUSE, MatchDriver, new_match

pytestmark = pytest.mark.django_db

HABIT = Kindle(at_least=15)


def burning(*players: Any, holds: bool = True, long: bool = True, **options: Any) -> MatchDriver:
    """Return a match in which three have played and the first can cut.

    The second or third has drawn the Matchman, or no one has.
    """
    for seed in count():
        truth = FUSE.deal(FUSE.setup(3, {"specials": True}), Chance(random.Random(seed).randbytes(SEED_BYTES), 0))
        drawn = next(fact for fact in truth if isinstance(fact, Shuffled)).pile[:3]
        if drawn[0] == MATCHMAN or (MATCHMAN in drawn) != holds:
            continue
        table = new_match(*players, seed=seed, habits=True, specials=True, **options)
        for _ in players:
            table.step(lays(max if long else min))
        if (sum_points(table.know().fuse) >= HABIT.at_least) == long:
            return table
    raise AssertionError


def lays(which: Callable[..., Lay]) -> Callable[[Any, Seat], Lay]:
    def choose(state: Any, seat: Seat) -> Lay:
        return which(
            (a for a in FUSE.legal(state, seat) if isinstance(a, Lay)), key=lambda lay: POINTS_BY_CARD[lay.card]
        )

    return choose


def holder(table: MatchDriver) -> Seat:
    return next(Seat(seat) for seat, hand in enumerate(table.know().hands) if MATCHMAN in hand)


def third(table: MatchDriver) -> Seat:
    """Return the seat that neither cuts nor holds the Matchman."""
    return next(seat for seat in map(Seat, range(3)) if seat not in (table.ask.seat, holder(table)))


def withdraw(table: MatchDriver, seat: Seat) -> None:
    for one in decode_orders(table.chair(seat).orders):
        play.withdraw_standing_order(code=table.code, seat=seat, order=one.ticket, now=table.now)


def waited_for(table: MatchDriver) -> set[int]:
    return set(Question.objects.filter(match__code=table.code, answered=False).values_list("seat", flat=True))


def seen(table: MatchDriver, *but: Seat) -> list[match_view.MatchView]:
    """Return all that these tables show to other seats, except codes; the server's next look is never shown."""
    observers: list[Observer] = [seat for seat in map(Seat, range(3)) if seat not in but]
    looks = [table.look(observer=observer) for observer in (*observers, PUBLIC)]
    return [replace(look, code="") for look in looks]


def test_everybody_sits_down_with_the_habit_where_the_matchman_is(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = new_match(ada, ben, specials=True, habits=True)
    assert [table.look(player).orders for player in (ada, ben)] == [(HABIT,)] * 2
    seats.replace_player(code=table.code, seat=Seat(1), player=cleo.pk, now=table.now)
    assert table.look(cleo).orders == (HABIT,)
    assert new_match(ada, ben, habits=True).look(ada).orders == ()


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("holds", [False, True])
def test_nobody_is_waited_for_whoever_holds_him(ada: Any, ben: Any, cleo: Any, holds: bool, long: bool) -> None:
    table = burning(ada, ben, cleo, holds=holds, long=long)
    before = len(table.facts())
    table.cut()
    ends = ["Relit", "Saw"] if holds and long else ["Died"]
    facts = [type(fact).__name__ for fact in table.facts()[before:]]
    assert facts == ["Snuffed", "Saw", "Replied", "Replied", *ends]
    assert [move.cause for move in table.moves()[-2:]] == [Move.Cause.ORDER] * 2
    assert [ask.about for ask in table.asks()] == ["turn"]


@pytest.mark.parametrize("fixed", [False, True])
def test_what_the_habit_of_the_holder_answers_shows_only_when_the_window_closes(
    ada: Any, ben: Any, cleo: Any, fixed: bool
) -> None:
    """Check that two tables that differ only in this answer look the same to others."""
    tables = []
    for order in (HABIT, LetDie()):
        table = burning(ada, ben, cleo, fixed_windows=fixed)
        other = third(table)
        withdraw(table, other)
        play.add_standing_order(code=table.code, seat=holder(table), order=order, now=table.now)
        table.cut()
        assert waited_for(table) == ({other, HOUSE} if fixed else {other})
        tables.append(table)
    struck, passed = tables
    mine = holder(struck)
    replies = [next(reply.strike for reply in table.know().replies if reply.seat == mine) for table in tables]
    assert replies == [True, False]
    assert seen(struck, mine) == seen(passed, mine)


def test_who_withdrew_the_habit_is_asked_and_the_others_see_that_somebody_is_waited_for(
    ada: Any, ben: Any, cleo: Any
) -> None:
    """Check that they can't see which seat it is, because answers by standing order are hidden, too.

    It is the same for the holder and for another seat.
    """
    for who in (holder, third):
        table = burning(ada, ben, cleo)
        cutter, asked = table.ask.seat, who(table)
        withdraw(table, asked)
        table.cut()
        assert waited_for(table) == {asked}
        for look in (table.look(observer=PUBLIC), table.look(observer=cutter)):
            assert [person.awaited for person in look.people] == [seat != cutter for seat in range(3)]
        table.answer(Pass(), seat=asked)
        assert table.ask.about == "turn"


def test_a_holder_who_is_asked_may_still_strike_what_the_habit_would_not(ada: Any, ben: Any, cleo: Any) -> None:
    table = burning(ada, ben, cleo, long=False)
    mine = holder(table)
    withdraw(table, mine)
    table.cut()
    table.answer(Strike(), seat=mine)
    assert table.know().fuse, "it burns again"


def test_the_page_of_orders_says_what_the_habit_answers_and_what_withdrawing_it_tells(
    at: Callable[..., Any], ada: Any, ben: Any
) -> None:
    table = new_match(ada, ben, specials=True, habits=True)
    address = f"/m/{table.code}/orders/"
    page = " ".join(at(ada).get(address).content.decode().split())
    said = ngettext(
        "If someone cuts a fuse worth at least %(points)s point and I hold the Matchman, play it. "
        "Otherwise, let the fuse die",
        "If someone cuts a fuse worth at least %(points)s points and I hold the Matchman, play it. "
        "Otherwise, let the fuse die",
        15,
    )
    assert said % {"points": 15} in page
    said = gettext(
        "If you withdraw it, you’ll be asked each time. The others will notice that someone wants to be asked. "
        "That gives a little away, especially if you’ve just drawn the Matchman."
    )
    assert said in page
    at(ada).post(address, {"order": "kindle", "at_least": "30"})
    assert table.look(ada).orders == (Kindle(at_least=30),), "it stands there once"
    at(ada).post(address, {"order": "let-die", "once": "false"})
    assert table.look(ada).orders == (LetDie(), Kindle(at_least=30)), "and is tried after all others"
    assert "kindle" not in at(ada).get(f"/m/{new_match(ada, ben).code}/orders/").content.decode()
