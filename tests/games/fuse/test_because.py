"""Tests that the reasons given for an answer in Fuse are true."""

from __future__ import annotations

import pytest

from apps.games.fuse import GAME
from apps.games.fuse.state import Bomb, Exploded
from apps.kernel.game import Reason
from tests.games.fuse.table import ADA, BEN, FULL, Table

LONG = "15 15 3"


def reason(table: Table, word: str) -> Reason:
    """Return the reason for an answer given in the words of the table."""
    memory = table.memory(ADA)
    action = next(each for each in GAME.legal(memory, ADA) if table.say(each) == word)
    return GAME.because(memory, ADA, action)


def test_a_bomb_takes_what_the_reason_says() -> None:
    table = Table(FULL, FULL, fuse=LONG, beside="boot")
    [exploded] = [fact for fact in table.answers(ADA, Bomb()) if isinstance(fact, Exploded)]
    assert reason(Table(FULL, FULL, fuse=LONG, beside="boot"), "bomb") == Reason("take", {"points": exploded.points})


@pytest.mark.parametrize(
    ("bombs", "kind"), [((3, 3), "take"), ((3, 0), "spoil"), ((1, 0), "last")], ids=["rivals", "alone", "last"]
)
def test_who_else_could_bomb_says_why_one_should_now(bombs: tuple[int, int], kind: str) -> None:
    assert reason(Table(FULL, FULL, fuse=LONG, bombs=bombs), "bomb").kind == kind


def test_the_lowest_card_leaves_least_and_a_high_one_costs_nothing_in_the_end() -> None:
    table = Table(FULL, FULL, fuse="15")
    assert reason(table, "lay 3") == Reason("little", {"points": 18})
    assert reason(table, "lay 10") == Reason("rid", {"points": 10})
    assert reason(Table(FULL, FULL, fuse="15", bombs=(3, 0)), "lay 10") == Reason("grow", {"points": 25})


def test_a_cut_takes_the_fuse_from_those_who_have_bombs() -> None:
    assert reason(Table(FULL, FULL, fuse=LONG, bombs=(0, 3)), "cut boot") == Reason("deny", {"points": 33})
    assert reason(Table(FULL, FULL, fuse=LONG, bombs=(3, 0)), "cut boot") == Reason("die")


def test_where_one_estimates_no_reason_tells_a_sum() -> None:
    for word in ("bomb", "cut boot", "lay 3"):
        assert not reason(Table(FULL, FULL, fuse=LONG, estimate=True), word).says


def test_whoever_holds_the_matchman_may_keep_him() -> None:
    table = Table(FULL, "3 7 10 15 15 boot matchman", fuse=LONG, matchman=True)
    table.answers(ADA, next(act for act in GAME.legal(table.state, ADA) if table.say(act) == "cut boot"))
    memory = table.memory(BEN)
    kinds = {GAME.because(memory, BEN, action).kind for action in GAME.legal(memory, BEN)}
    assert kinds == {"strike", "keep"}
