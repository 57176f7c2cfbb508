"""Tests of how a player who thinks ahead models the others.

Some play like Cinder, and some simply wait for a number of points.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from apps.games.fuse import GAME, patience
from apps.games.fuse.bot import choose
from apps.games.fuse.patience import compute_opening_aim, would_leave_prize
from apps.games.fuse.state import Exploded, Leaving
from apps.games.fuse.strangers import Plays, measure_daring, stranger
from apps.kernel.chance import Chance
from apps.kernel.game import next_of
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import HOUSE, Seat
from tests.games.fuse.table import ADA, BEN, FULL, Table

LONG = " ".join(["3"] * 8 + ["7"] * 20 + ["10"] * 12 + ["timebomb"])


def strangers(table: Table, many: int = 200) -> Iterator[tuple[Plays, Chance]]:
    """Yield possible players of the other seat, each with its randomness."""
    for number in range(many):
        luck = Chance(bytes(32), number)
        yield stranger(table.state, BEN, luck), luck


def alike(table: Table) -> int:
    """Return how many of two hundred play like Cinder."""
    return sum(plays is choose for plays, _ in strangers(table))


def test_more_than_half_of_those_one_does_not_know_play_like_the_house() -> None:
    assert 100 <= alike(Table(FULL, FULL)) <= 140


def test_who_left_more_than_the_house_would_is_hardly_of_the_house() -> None:
    table = Table(FULL, "15 15 7 3 3 boot scissors", fuse="15 15 15 15 7", seat=BEN, pile=LONG, bombs=(1, 1))
    table.lays(BEN, "15")
    assert measure_daring(table.state, BEN) == 82
    assert alike(table) <= 10


def test_who_has_not_for_long_probably_is() -> None:
    table = Table(FULL, FULL)
    table.state = replace(table.state, played=((), tuple(range(16))))
    assert alike(table) >= 150


def test_what_the_house_would_leave_says_nothing_of_anybody() -> None:
    table = Table(FULL, "15 15 7 3 3 boot scissors", fuse="15 15 15 15", seat=BEN, pile=LONG, bombs=(1, 1))
    table.lays(BEN, "15")
    assert [left.points for left in table.state.leavings[BEN]] == [75]
    assert measure_daring(table.state, BEN) == 0


def test_on_a_short_fuse_three_cards_of_five_players_tell_already() -> None:
    table = Table("15 7", "10", "10", "10", "10", fuse="7 7", pile=LONG, short_fuse=True)
    table.lays(ADA, "15")
    assert measure_daring(table.state, ADA) == 29


def test_what_is_kept_does_not_depend_on_how_the_house_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that snapshots and stored tables hold what happened, never what a bot thinks of it."""
    setup = GAME.setup(3)
    facts = play_out_match(GAME, setup, bytes(32), by_bots(GAME)).events()
    kept = GAME.recall(setup, facts[:40])
    assert any(kept.leavings)
    monkeypatch.setattr(patience, "_FULL_FUSE_TEMPERS", (patience.Temper(0.1, 10, 0.1, 0.1),) * 5)
    assert GAME.recall(setup, facts[:40]) == kept


def test_who_begins_a_fuse_dares_nothing() -> None:
    table = Table("15 7", "10", "10", "10", "10", "10", pile=LONG, short_fuse=True)
    table.lays(ADA, "15")
    assert table.state.leavings == ((),) * 6


def test_others_at_one_table_are_drawn_apart() -> None:
    state = Table(FULL, FULL, FULL, FULL).state
    kinds = {
        tuple(stranger(state, seat, Chance(bytes(32), n)) is choose for seat in map(Seat, (1, 2, 3)))
        for n in range(200)
    }
    assert len(kinds) > 3


def test_where_few_bombs_share_a_long_pile_the_house_leaves_more_and_later_nobody_is_blamed_for_it() -> None:
    table = Table("15 7", "10", "10", "10", "10", fuse="15 15 7", pile=LONG, bombs=(1, 1, 0, 0, 0))
    table.lays(ADA, "15")
    assert measure_daring(table.state, ADA) == 0
    (left,) = table.state.leavings[ADA]
    assert left == Leaving(52, len(LONG.split()), bombs=2)
    assert not would_leave_prize(table.state.setup, Leaving(52, 12, bombs=2))


@pytest.mark.parametrize("bombs", [(1, 0), (0, 1)])
def test_what_is_left_where_nobody_fears_a_bomb_says_nothing_of_what_one_waits_for(bombs: tuple[int, int]) -> None:
    table = Table(FULL, "15 15 7 3 3 boot scissors", fuse="15 15 15 15 7", seat=BEN, pile=LONG, bombs=bombs)
    table.lays(BEN, "15")
    assert table.state.leavings == ((), ())


def test_nobody_is_expected_to_bomb_far_less_than_they_left() -> None:
    """Check that a player who left 82 points, and so waits for at least 72, doesn't bomb for 65."""
    table = Table(FULL, FULL, fuse="15 15 15 10 10", pile=LONG, bombs=(1, 1))
    table.state = replace(table.state, leavings=((), (Leaving(82, 40, bombs=2),)))
    assert "bomb" not in {
        table.say(plays(table.memory(ADA), ADA, luck)) for plays, luck in strangers(table) if plays is not choose
    }


def test_a_table_kept_before_this_was_counted_is_played_on() -> None:
    table = Table(FULL, FULL, seat=BEN)
    table.state = replace(table.state, leavings=())
    table.lays(BEN, "15")
    assert table.state.leavings == ()
    assert 100 <= alike(table) <= 140


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_the_house_waits_for_in_the_beginning_is_what_it_then_waits_for(seats: int) -> None:
    """Check by the first bomb of a match, within the bot's randomness."""
    setup = GAME.setup(seats)
    first = next(
        fact.points
        for seed in range(9)
        for fact in play_out_match(GAME, setup, bytes([seed]) * 32, by_bots(GAME)).events()
        if isinstance(fact, Exploded)
    )
    assert 0.7 * compute_opening_aim(setup) <= first <= 1.3 * compute_opening_aim(setup)


def test_some_bomb_what_the_house_would_leave() -> None:
    """Check a fuse of sixty points. Cinder would wait for eighty with this many cards to come."""
    table = Table(FULL, FULL, fuse="15 15 15 15", pile=LONG, bombs=(1, 1))
    said = [table.say(plays(table.memory(ADA), ADA, luck)) for plays, luck in strangers(table)]
    assert 3 < said.count("bomb") < 30
    assert all(
        table.say(plays(table.memory(ADA), ADA, luck)) != "bomb" for plays, luck in strangers(table) if plays is choose
    )


def test_none_bombs_a_prize_that_nobody_waits_for() -> None:
    table = Table(FULL, FULL, fuse="15 15", pile=LONG, bombs=(1, 1))
    assert {table.say(plays(table.memory(ADA), ADA, luck)) for plays, luck in strangers(table)} <= {"lay 15", "lay 3"}


@pytest.mark.parametrize("seats", range(2, 7))
def test_whatever_they_answer_is_legal(seats: int) -> None:
    setup = GAME.setup(seats, {"matchman": True, "extinguisher": True})
    for number in range(12):
        luck = Chance(bytes(32), number)
        table = GAME.recall(setup, tuple(GAME.deal(setup, luck)))
        people = [stranger(table, seat, Chance(bytes([seat]) * 32, number)) for seat in setup.everyone()]
        while asked := GAME.asks(table):
            ask = next_of(asked)
            if ask.seat == HOUSE:
                action = ask.default
            else:
                action = people[ask.seat](GAME.seen(table, ask.seat), ask.seat, luck)
                assert action in GAME.legal(table, ask.seat)
            _, table = GAME.after(table, ask.seat, action, luck)
