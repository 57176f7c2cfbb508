"""Tests of the players that each gadget and each bomb hits: K47, with three and more seats (edges 13 and 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from apps.games.kobolds.apparatus import APPARATUS, get_left_neighbour, get_right_neighbour
from apps.games.kobolds.bombs import BOMBS, TITLE_BY_MECHANISM
from apps.games.kobolds.cards import APPARATUSES, MECHANISMS
from apps.games.kobolds.cards import BOMBS as BOMB_CARDS
from apps.games.kobolds.explosion import compute_payout, resolve_explosion
from apps.games.kobolds.state import Armed, Seats, Skip, Tinker
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, EVE, Table


def direct(apparatus: str, seats: int, gold: Sequence[int] = (), armer: Seat = BEN, bomb: str = "BO01") -> Seats:
    """Return the players affected directly if Ada holds the bomb."""
    return resolve_explosion(Table.armed(seats, apparatus=apparatus, gold=gold, armer=armer, bomb=bomb).state).direct


def test_every_card_has_an_entry() -> None:
    assert tuple(APPARATUS) == APPARATUSES
    assert tuple(BOMBS) == BOMB_CARDS
    assert tuple(TITLE_BY_MECHANISM) == MECHANISMS
    assert len(set(TITLE_BY_MECHANISM.values())) == 10


def test_left_is_the_next_clockwise() -> None:
    state = Table(5).state
    assert (
        get_left_neighbour(state, ADA),
        get_right_neighbour(state, ADA),
        get_left_neighbour(state, EVE),
        get_right_neighbour(state, BEN),
    ) == (BEN, EVE, ADA, ADA)


def test_without_an_apparatus_the_holder_is_affected() -> None:
    assert direct("", 5) == (ADA,)


def test_dead_rat_affects_the_left() -> None:
    assert direct("AP1", 5) == (BEN,)


def test_marbles_affect_everybody_but_the_holder() -> None:
    assert direct("AP2", 5) == (BEN, CLEO, DORA, EVE)


def test_kicking_boot_affects_the_right() -> None:
    assert direct("AP3", 5) == (EVE,)


def test_twin_barrels_affect_both_neighbours() -> None:
    assert direct("AP4", 5) == (BEN, EVE)


def test_extra_powder_keg_affects_the_holder_and_both_neighbours() -> None:
    assert direct("AP5", 5) == (ADA, BEN, EVE)


def test_gold_magnet_affects_all_who_have_the_most() -> None:
    assert direct("AP6", 5, gold=(1, 4, 2, 4, 0)) == (BEN, DORA)


def test_gold_magnet_affects_the_holder_too_if_they_have_the_most() -> None:
    assert direct("AP6", 3, gold=(4, 4, 2)) == (ADA, BEN)


def test_gold_magnet_affects_the_holder_alone_if_all_have_the_same() -> None:
    """Check edge 14."""
    assert direct("AP6", 4) == (ADA,)
    assert direct("AP6", 4, gold=(3, 3, 3, 3)) == (ADA,)


@pytest.mark.parametrize("armer", [ADA, BEN, DORA])
def test_return_spring_affects_whoever_armed_the_bomb(armer: Seat) -> None:
    assert direct("AP7", 4, armer=armer) == (armer,)


def test_return_spring_affects_the_holder_where_nobody_has_the_marker() -> None:
    """Check edge 14 as the page shows it before the bomb is armed."""
    assert resolve_explosion(Table(4, inside="AP7 ME ME").state).direct == (ADA,)


@pytest.mark.parametrize(("apparatus", "affected"), [("AP1", (BEN,)), ("AP2", (BEN, CLEO)), ("AP4", (BEN, CLEO))])
def test_with_three_at_the_table_both_neighbours_are_all_others(apparatus: str, affected: Seats) -> None:
    """Check edge 13."""
    assert direct(apparatus, 3) == affected


def test_an_apparatus_of_which_only_the_back_is_seen_counts_as_none() -> None:
    table = Table(4, inside="AP2 ME ME")
    assert resolve_explosion(table.memory(ADA)).direct == (BEN, CLEO, DORA)
    assert (resolve_explosion(table.memory(BEN)).direct, resolve_explosion(table.memory(BEN)).apparatus) == (
        (ADA,),
        None,
    )


# -- bombs ---------------------------------------------------------------------------------


def test_two_of_each_kind_of_bomb_differ_in_their_mechanisms() -> None:
    built = Counter((bomb.title, bomb.mechanisms) for bomb in BOMBS.values())
    assert built == {
        ("Human Bomb", 3): 2, ("Dwarf Bomb", 4): 2, ("Elf Bomb", 3): 2, ("Gnome Bomb", 5): 2, ("Fairy Bomb", 2): 2,
    }  # fmt: skip


def test_a_dwarf_bomb_pays_a_surviving_holder_double() -> None:
    dwarf, human = (Table.armed(3, apparatus="AP1", bomb=bomb).state for bomb in ("BO03", "BO01"))
    assert compute_payout(dwarf, resolve_explosion(dwarf)).hazard == (2, 0, 0)
    assert compute_payout(human, resolve_explosion(human)).hazard == (1, 0, 0)


@pytest.mark.parametrize(
    ("apparatus", "affected"), [("", (ADA, EVE)), ("AP1", (BEN, EVE)), ("AP3", (EVE,)), ("AP2", (BEN, CLEO, DORA, EVE))]
)
def test_an_elf_bomb_recoils_to_the_right_whatever_is_built_in(apparatus: str, affected: Seats) -> None:
    assert direct(apparatus, 5, bomb="BO05") == affected


@pytest.mark.parametrize(("bomb", "again"), [("BO07", True), ("BO01", False)])
def test_only_a_gnome_bomb_is_tinkered_with_twice(bomb: str, again: bool) -> None:
    table = Table(3, "TR10 TR11", bomb=bomb, phase="tinker")
    table.answers(ADA, Tinker("TR10", table.state.inside[0]))
    assert (table.state.phase == "tinker") is again
    if again:
        table.answers(ADA, Skip())
        assert table.state.phase != "tinker"


@pytest.mark.parametrize(("bomb", "blocked"), [("BO09", False), ("BO01", True)])
def test_only_a_fairy_bomb_does_not_block_the_draw_pile(bomb: str, blocked: bool) -> None:
    table = Table(3, "TR10", "TR", bomb=bomb, inside="ME TR", phase="tinker")
    facts = table.answers(ADA, Tinker("TR10", "ME01"))
    assert Armed(ADA, None, blocked) in facts
    assert table.state.blocked is blocked
