"""Tests that the bot of Fuse plays sensibly."""

from __future__ import annotations

import pytest

from apps.games.fuse import GAME
from apps.kernel.chance import Chance
from apps.kernel.table import Seat
from tests.games.fuse.table import ADA, BEN, CLEO, FULL, Table

LONG = " ".join(["3"] * 8 + ["7"] * 20 + ["10"] * 12 + ["timebomb"])


WHIM = Chance(bytes(32), 0)


def chosen(table: Table, seat: Seat = ADA) -> str:
    return table.say(GAME.bot(table.memory(seat), seat, WHIM))


def test_it_bombs_a_great_prize_and_leaves_a_small_one() -> None:
    assert chosen(Table(FULL, FULL, fuse="15 15 15 15 15 15", pile=LONG)) == "bomb"
    assert chosen(Table(FULL, FULL, fuse="3", pile=LONG)).startswith("lay")


def test_it_bombs_a_small_prize_when_there_may_be_no_other() -> None:
    assert chosen(Table(FULL, FULL, FULL, fuse="7", pile="3 3 timebomb 3")) == "bomb"


def test_without_bombs_it_cuts_a_prize_the_others_would_win() -> None:
    assert chosen(Table(FULL, FULL, fuse="15 15 15 15 15 15", bombs=(0, 3), pile=LONG)) == "cut boot"


def test_without_bombs_it_lets_a_small_fuse_burn() -> None:
    assert chosen(Table(FULL, FULL, fuse="3", bombs=(0, 3), pile=LONG)).startswith("lay")


def test_nobody_knows_for_how_much_it_waits() -> None:
    table = Table(FULL, FULL, fuse="15 15 7", pile=LONG)
    answers = {table.say(GAME.bot(table.memory(ADA), ADA, Chance(bytes(32), move))) for move in range(60)}
    assert len(answers) > 1


def test_it_cuts_rather_than_leave_a_ripe_prize_to_the_next() -> None:
    ripe = Table("15 15 15 15 15 boot", FULL, fuse="15 15 15 7 3", bombs=(0, 3), pile=LONG)
    assert chosen(ripe) == "cut boot"


def test_it_keeps_a_ripe_fuse_small_for_the_next_seat() -> None:
    early = Table(FULL, FULL, fuse="15 15 15 15 10", pile=LONG + " " + " ".join(["3"] * 20), bombs=(2, 3))
    assert chosen(early) in ("lay 3", "bomb")


def test_it_gets_rid_of_high_cards_when_the_end_is_near() -> None:
    assert chosen(Table(FULL, FULL, FULL, pile="3 3 timebomb 3")) == "lay 15"


def test_it_sheds_its_lowest_card_when_it_must() -> None:
    assert chosen(Table("bucket boot scissors", FULL)) == "shed boot"
    assert chosen(Table("bucket boot scissors", FULL, fuse="3", pile=LONG)) == "cut boot"


@pytest.mark.parametrize(("fuse", "reply"), [("15 15", "strike"), ("3", "pass")])
def test_it_strikes_the_matchman_for_a_fuse_worth_it(fuse: str, reply: str) -> None:
    table = Table(FULL, "3 3 matchman", FULL, fuse=fuse, specials=True)
    table.cuts(ADA, "boot")
    assert chosen(table, BEN) == reply
    assert chosen(table, CLEO) == "pass"


def test_it_does_not_dawdle() -> None:
    assert "dawdle" not in chosen(Table(FULL, FULL, fuse="3", penalty=True))
