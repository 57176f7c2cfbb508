"""Tests of every mission, fulfilled and failed, on each of its cards (K46, K53, K-A21, edge 20)."""

from __future__ import annotations

import pytest

from apps.games.kobolds.explosion import compute_payout, resolve_explosion
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.state import Claim, Mission, Paid
from apps.games.kobolds.tricks import TRICKS, get_mission_key
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, EVE, Table

CARDS = {
    key: [card for face in TRICKS.values() for card in face.copies if get_mission_key(card) == key] for key in MISSIONS
}


def cashed(table: Table) -> tuple[Mission, ...]:
    return compute_payout(table.state, resolve_explosion(table.state)).missions


def gets(key: str, seat: Seat, seats: int = 5, holds: str = "", **more: object) -> int:
    """Return the seat's pay for each of the mission's cards. Ada holds the armed bomb."""
    paid_for = set()
    for card in CARDS[key]:
        hands = [f"{card} {holds}" if each == seat else "" for each in range(seats)]
        found = cashed(Table.armed(seats, *hands, **more))  # type: ignore[arg-type]
        assert all((each.seat, each.card) == (seat, card) for each in found)
        paid_for.add(sum(each.gold for each in found))
    (gold,) = paid_for
    return gold


def test_hold_pays_whoever_holds_the_bomb_dead_or_alive() -> None:
    assert gets("HOLD", ADA) == 1
    assert gets("HOLD", ADA, apparatus="AP1") == 1
    assert gets("HOLD", BEN) == 0


def test_left_pays_if_the_left_dies() -> None:
    assert gets("LEFT", EVE) == 1
    assert gets("LEFT", BEN) == 0


def test_right_pays_if_the_right_dies() -> None:
    assert gets("RIGHT", BEN) == 1
    assert gets("RIGHT", EVE) == 0


def test_right_and_left_are_the_same_for_whoever_dies_as_well() -> None:
    assert gets("RIGHT", CLEO, apparatus="AP2") == 1
    assert gets("LEFT", CLEO, apparatus="AP2") == 1
    assert gets("LEFT", EVE, apparatus="AP2") == 0


def test_armsurv_pays_the_armer_who_survives() -> None:
    assert gets("ARMSURV", BEN) == 1
    assert gets("ARMSURV", ADA, armer=ADA) == 0
    assert gets("ARMSURV", CLEO) == 0


def test_sole_pays_the_only_survivor() -> None:
    assert gets("SOLE", ADA, apparatus="AP2") == 1
    assert gets("SOLE", ADA, apparatus="AP2", active=[("TROLL", BEN)]) == 0
    assert gets("SOLE", BEN, apparatus="AP2") == 0


def test_one_pays_if_exactly_one_other_dies() -> None:
    assert gets("ONE", BEN) == 1
    assert gets("ONE", ADA) == 0
    assert gets("ONE", BEN, active=[("FRIEND", EVE, CLEO)]) == 0
    assert gets("ONE", BEN, active=[("TROLL", ADA)]) == 0


def test_leader_pays_if_another_dies_who_had_most_gold() -> None:
    assert gets("LEADER", BEN, gold=(3, 1, 2, 0, 0)) == 1
    assert gets("LEADER", BEN, gold=(2, 1, 3, 0, 0)) == 0


def test_leader_pays_for_one_of_several_with_most_gold_but_not_for_oneself() -> None:
    assert gets("LEADER", BEN, gold=(3, 3, 2, 0, 0)) == 1
    assert gets("LEADER", ADA, gold=(3, 3, 2, 0, 0)) == 0
    assert gets("LEADER", ADA, gold=(3, 3, 2, 0, 0), active=[("FRIEND", EVE, BEN)]) == 1


def test_leader_asks_for_the_gold_before_the_explosion_is_paid() -> None:
    """Check edge 20. Ada, killed, was ahead; Ben would be once he is paid."""
    assert gets("LEADER", CLEO, holds="ME ME", gold=(2, 1, 0, 0, 0)) == 1


def test_neigh_pays_if_one_and_both_neighbours_survive() -> None:
    assert gets("NEIGH", CLEO) == 1
    assert gets("NEIGH", ADA) == 0
    assert gets("NEIGH", BEN) == 0
    assert gets("NEIGH", EVE) == 0


def test_nomech_pays_a_survivor_without_mechanisms() -> None:
    assert gets("NOMECH", BEN) == 1
    assert gets("NOMECH", BEN, holds="ME") == 0
    assert gets("NOMECH", ADA) == 0


def test_half_pays_two_if_half_of_all_or_more_die() -> None:
    assert gets("HALF", ADA, seats=4, active=[("FRIEND", DORA, BEN)]) == 2
    assert gets("HALF", CLEO, seats=5, active=[("FRIEND", DORA, BEN)]) == 0
    assert gets("HALF", CLEO, seats=5, active=[("FRIEND", DORA, BEN), ("FRIEND", DORA, CLEO)]) == 2


def test_deadmech_pays_whoever_dies_with_a_mechanism() -> None:
    assert gets("DEADMECH", ADA, holds="ME") == 1
    assert gets("DEADMECH", ADA) == 0
    assert gets("DEADMECH", BEN, holds="ME") == 0


def test_two_pays_two_if_exactly_two_die() -> None:
    assert gets("TWO", ADA, apparatus="AP4") == 2
    assert gets("TWO", BEN, apparatus="AP4") == 2
    assert gets("TWO", ADA) == 0
    assert gets("TWO", ADA, apparatus="AP5") == 0


def test_dead_pays_whoever_dies() -> None:
    assert gets("DEAD", ADA) == 1
    assert gets("DEAD", BEN) == 0


def test_noapp_pays_a_survivor_two_if_there_is_no_apparatus() -> None:
    assert gets("NOAPP", BEN) == 2
    assert gets("NOAPP", ADA) == 0
    assert gets("NOAPP", ADA, apparatus="AP1") == 0


def test_every_mission_has_a_card() -> None:
    assert all(CARDS.values())


def test_missions_are_paid_together_and_their_cards_discarded() -> None:
    table = Table.armed(4, "TR01 TR40 ME", "TR05")
    facts = table.passes()
    pay = next(fact for fact in facts if isinstance(fact, Paid))
    assert pay.missions == (Mission(ADA, "TR01", 1), Mission(ADA, "TR40", 1), Mission(BEN, "TR05", 1))
    assert table.state.gold == (2, 2, 1, 1)
    assert {"TR01", "TR40", "TR05"} <= set(table.state.discards)


def test_whoever_keeps_their_tricks_is_not_paid_for_them() -> None:
    """Check rule K-A21."""
    table = Table.armed(4, "TR", "TR05")
    table.answers(BEN, Claim(on=False))
    facts = table.passes()
    assert next(fact for fact in facts if isinstance(fact, Paid)).missions == ()
    assert "TR05" in table.state.hands[BEN]


def test_a_survivor_keeps_a_trick_whose_mission_failed() -> None:
    """Check rule K-A21."""
    table = Table.armed(4, "TR", "TR01")
    table.passes()
    assert "TR01" in table.state.hands[BEN]


@pytest.mark.parametrize("key", MISSIONS)
def test_what_a_mission_pays_is_one_or_two_gold(key: str) -> None:
    assert MISSIONS[key].gold == (2 if key in ("HALF", "TWO", "NOAPP") else 1)
