"""Tests of the explosion: players affected, protected, killed and paid, and what follows (K39–K60, K62)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from apps.games.kobolds.cards import HAND_SIZE, MECHANISM, RESURRECTIONS, get_card_kind
from apps.games.kobolds.explosion import compute_payout, is_explosion_due, resolve_aftermath, resolve_explosion
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.state import (
    Active,
    Began,
    Built,
    Dealt,
    Event,
    Paid,
    Phased,
    Risen,
    Seats,
    Swept,
)
from apps.kernel.chance import Chance
from apps.kernel.table import PUBLIC, Seat
from tests.games.board import tags
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, EVE, Lying, Table, everything


def hit(seats: int, *active: Lying, hands: Sequence[str] = (), **more: Any) -> tuple[Seats, Seats]:
    """Return the players affected and killed if Ada holds the bomb."""
    exploded = resolve_explosion(Table.armed(seats, *hands, active=active, **more).state)
    return exploded.affected, exploded.killed


def pay(*hands: str, **more: Any) -> Paid:
    state = Table.armed(len(hands), *hands, **more).state
    return compute_payout(state, resolve_explosion(state))


def goes_off(table: Table) -> list[Event]:
    """Explode the bomb and return all facts up to the first question of the next turn."""
    return table.happens(Phased("end"))


def of(wanted: type[Event], facts: Sequence[Event]) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, wanted)]


# -- when ----------------------------------------------------------------------------------


def test_k40_a_bomb_that_was_armed_when_the_turn_began_is_due() -> None:
    assert is_explosion_due(Table.armed(3).state)
    assert not is_explosion_due(Table.armed(3, primed=False).state)
    assert not is_explosion_due(Table(3).state)


def test_slow_burner_puts_it_off() -> None:
    assert not is_explosion_due(Table.armed(3, active=[("SLOW", BEN)]).state)


# -- who -----------------------------------------------------------------------------------


def test_k47_without_anything_else_the_holder_dies() -> None:
    assert hit(4) == ((ADA,), (ADA,))


@pytest.mark.parametrize(
    ("active", "affected", "killed"),
    [
        ([("FRIEND", ADA, CLEO)], (ADA, CLEO), (ADA, CLEO)),
        ([("FRIEND", DORA, DORA)], (ADA, DORA), (ADA, DORA)),
        ([("FRIEND", BEN, ADA), ("FRIEND", CLEO, ADA)], (ADA,), (ADA,)),
        ([("STICK", ADA, BEN)], (ADA, BEN), (BEN,)),
        ([("STICK", ADA, BEN), ("TROLL", BEN)], (ADA, BEN), ()),
        ([("TROLL", ADA)], (ADA,), ()),
        ([("TROLL", CLEO)], (ADA,), (ADA,)),
        ([("UNDIES", ADA), ("FRIEND", BEN, ADA)], (ADA,), ()),
        ([("ABOUT", ADA), ("GETTINK", BEN)], (ADA,), (ADA,)),
    ],
)
def test_k48_tricks_add_and_protect(active: list[Lying], affected: Seats, killed: Seats) -> None:
    assert hit(5, *active) == (affected, killed)


def test_splinters_hit_whoever_holds_a_mechanism() -> None:
    assert hit(4, ("SPLINTER", BEN), hands=("TR", "ME", "TR", "ME ME")) == ((ADA, BEN, DORA), (ADA, BEN, DORA))


def test_whoever_is_hit_several_times_needs_one_protection() -> None:
    """Check edge 12."""
    hands = ("", "ME")
    active = (("FRIEND", ADA, BEN), ("SPLINTER", ADA), ("CHAIN", ADA, BEN), ("TROLL", BEN))
    assert hit(3, *active, hands=hands) == ((ADA, BEN), (ADA,))


@pytest.mark.parametrize(
    ("active", "affected"),
    [
        ([("CHAIN", ADA, CLEO)], (ADA, CLEO)),
        ([("CHAIN", CLEO, ADA)], (ADA,)),
        ([("CHAIN", ADA, CLEO), ("CHAIN", CLEO, DORA)], (ADA, CLEO, DORA)),
        ([("CHAIN", CLEO, DORA), ("CHAIN", ADA, CLEO)], (ADA, CLEO, DORA)),
        ([("CHAIN", ADA, CLEO), ("CHAIN", CLEO, ADA)], (ADA, CLEO)),
        ([("CHAIN", BEN, CLEO), ("CHAIN", CLEO, BEN)], (ADA,)),
        ([("CHAIN", BEN, CLEO), ("FRIEND", DORA, BEN)], (ADA, BEN, CLEO)),
    ],
)
def test_chains_pull_one_way_and_one_another_in_whatever_order_they_lie(active: list[Lying], affected: Seats) -> None:
    assert hit(4, *active)[0] == affected


def test_a_protected_player_still_drags_along_whom_they_are_chained_to() -> None:
    """Check edge 12. Protection applies after everything that affects players."""
    assert hit(4, ("TROLL", ADA), ("CHAIN", ADA, CLEO)) == ((ADA, CLEO), (CLEO,))


def test_a_splinter_drags_along_the_chained() -> None:
    active = (("CHAIN", BEN, DORA), ("SPLINTER", CLEO))
    assert hit(4, *active, hands=("", "ME"))[0] == (ADA, BEN, DORA)


def test_nobody_is_affected_by_a_gold_magnet_but_the_richest_and_the_added() -> None:
    assert hit(4, ("FRIEND", ADA, DORA), apparatus="AP6", gold=(0, 5, 0, 0)) == ((BEN, DORA), (BEN, DORA))


def test_a_return_spring_hits_the_armer_who_may_be_protected() -> None:
    assert hit(4, ("TROLL", CLEO), apparatus="AP7", armer=CLEO) == ((CLEO,), ())


def test_the_explosion_tells_what_added_and_what_protected_whom_chains_last() -> None:
    active = (("CHAIN", BEN, CLEO), ("SPLINTER", ADA), ("TROLL", CLEO), ("FRIEND", CLEO, BEN))
    exploded = resolve_explosion(Table.armed(4, "ME", "", "", "ME", apparatus="AP3", active=active).state)
    assert (exploded.holder, exploded.bomb, exploded.apparatus, exploded.direct) == (ADA, "BO01", "AP3", (DORA,))
    assert exploded.added == (
        Active("TR34", ADA, "temporary", ADA),
        Active("TR34", ADA, "temporary", DORA),
        Active("TR29", CLEO, "temporary", BEN),
        Active("TR32", BEN, "permanent", CLEO),
    )
    assert exploded.protected == (Active("TR23", CLEO, "temporary"),)
    assert (exploded.affected, exploded.killed) == ((ADA, BEN, CLEO, DORA), (ADA, BEN, DORA))


@pytest.mark.parametrize(
    ("active", "affected", "killed"),
    [
        ([], (DORA,), (DORA,)),
        ([("FRIEND", DORA, CLEO)], (CLEO, DORA), (CLEO, DORA)),
        ([("FRIEND", DORA, CLEO), ("STICK", CLEO, BEN)], (BEN, CLEO, DORA), (BEN, DORA)),
    ],
)
def test_k70_the_third_example_of_the_rules(active: list[Lying], affected: Seats, killed: Seats) -> None:
    """Check the example with Cleo holding the Dead Rat (K-A5)."""
    assert hit(5, *active, holder=CLEO, armer=DORA, apparatus="AP1") == (affected, killed)


def test_k73_the_fourth_example_is_paid_and_cleo_goes_on() -> None:
    hands = ("ME", "TR", "ME TR", "ME ME TR", "TR05 ME")
    table = Table.armed(5, *hands, apparatus="AP2", holder=BEN, armer=DORA, active=[("TROLL", ADA)])
    facts = goes_off(table)
    exploded = table.exploded()
    assert (exploded.affected, exploded.killed) == ((ADA, CLEO, DORA, EVE), (CLEO, DORA, EVE))
    assert table.state.gold == (2, 2, 0, 0, 1)
    assert table.state.holder == CLEO
    assert [(fact.seat, len(fact.cards)) for fact in of(Dealt, facts)] == [
        (CLEO, 4), (DORA, 4), (EVE, 4), (ADA, 1), (BEN, 1),
    ]  # fmt: skip


# -- pay -----------------------------------------------------------------------------------


def test_k50_each_survivor_gets_one_gold() -> None:
    assert pay("", "", "").survival == (0, 1, 1)


def test_k51_a_surviving_holder_gets_one_more() -> None:
    assert pay("", "", "").hazard == (0, 0, 0)
    assert pay("", "", "", apparatus="AP1").hazard == (1, 0, 0)


def test_k52_survivors_get_one_gold_for_each_mechanism_in_hand() -> None:
    assert pay("ME", "ME ME", "TR", "").rescue == (0, 2, 0, 0)


def test_k52_a_protected_holder_is_paid_like_everybody_else() -> None:
    """Check edge 21."""
    found = pay("ME ME", "", "", active=[("TROLL", ADA)])
    assert (found.survival, found.hazard, found.rescue) == ((1, 1, 1), (1, 0, 0), (2, 0, 0))


def test_underpants_cost_the_survival_gold_only() -> None:
    found = pay("ME TR01", "", "", active=[("UNDIES", ADA)])
    assert (found.survival, found.hazard, found.rescue) == ((0, 1, 1), (1, 0, 0), (1, 0, 0))
    assert [mission.gold for mission in found.missions] == [1]


def test_if_nobody_dies_everybody_is_paid() -> None:
    """Check edge 10."""
    assert pay("", "", "", active=[("TROLL", ADA)]).survival == (1, 1, 1)


def test_if_everybody_dies_only_missions_pay() -> None:
    """Check edge 11."""
    found = pay("TR40 ME", "ME", "", apparatus="AP5")
    assert (found.survival, found.hazard, found.rescue) == ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert sum(mission.gold for mission in found.missions) == 1


# -- remaining cards -----------------------------------------------------------------------


def test_k54_all_mechanisms_return_to_their_pile_from_bomb_and_hands() -> None:
    """Check K-A2 and K-A3. Survivors and killed players alike return them, never to the discard pile."""
    table = Table.armed(4, "ME ME TR", "ME TR", "TR", "ME")
    swept = of(Swept, goes_off(table))
    assert swept == [Swept((2, 1, 0, 1))]
    assert not any(get_card_kind(card) == MECHANISM for hand in table.state.hands for card in hand)
    assert not any(get_card_kind(card) == MECHANISM for card in table.state.discards)
    assert len(table.state.mechanisms) + len(table.state.inside) == 10


def test_k55_hands_of_the_killed_and_active_tricks_and_the_bomb_are_discarded() -> None:
    active = [("FRIEND", BEN, DORA), ("CHAIN", CLEO, ADA)]
    table = Table.armed(4, "TR10 AP2", "TR11", "", "TR15", apparatus="AP3", inside="AP3 TR06 TR07", active=active)
    goes_off(table)
    assert table.state.active == ()
    gone = {"TR10", "AP2", "TR15", "AP3", "TR06", "TR07", "TR29", "TR32"}
    assert gone - {"TR10", "AP2"} <= set(table.state.discards)
    assert {"TR10", "AP2"} & set(table.state.hands[ADA])
    assert "TR11" in table.state.hands[BEN]


def test_both_markers_go_back() -> None:
    """Check rule K-A4."""
    table = Table.armed(4, "TR")
    goes_off(table)
    assert (table.state.armer, table.state.blocked, is_explosion_due(table.state)) == (None, False, False)


@pytest.mark.parametrize("apparatus", ["", "AP1", "AP2", "AP5"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_card_is_lost_or_doubled_at_any_fact(seats: int, apparatus: str) -> None:
    hands = ["TR ME TR AP", "TR40 TR ME ME", "ME TR", "TR TR", "AP", ""][:seats]
    table = Table.armed(seats, *hands, apparatus=apparatus, active=[("CHAIN", ADA, BEN)], deck="TR TR", gold=[])
    state, box = table.state, everything(table.state)
    assert len(box) == 64
    for fact in goes_off(table):
        state = evolve(state, fact)
        assert everything(state) == box, fact


# -- how play continues --------------------------------------------------------------------


def test_k56_a_new_bomb_is_built_from_all_ten() -> None:
    built = set()
    for seed in range(60):
        table = Table.armed(3, "TR", "TR", seed=bytes([seed]) * 32)
        (new,) = of(Built, goes_off(table))
        assert all(get_card_kind(card) == MECHANISM for card in new.inside)
        built.add(new.bomb)
    assert len(built) == 10


def test_k57_the_killed_are_dealt_four_cards_and_survivors_one_from_the_bottom_left_of_the_bomb_first() -> None:
    """Check edge 8."""
    deck = "TR30 TR31 TR15 TR16 TR18 TR19 TR43 TR44 TR45 TR46"
    table = Table.armed(4, "", "TR10", holder=BEN, armer=ADA, deck=deck)
    facts = goes_off(table)
    assert [(fact.seat, len(fact.cards)) for fact in of(Dealt, facts)] == [
        (CLEO, 1),
        (DORA, 1),
        (ADA, 1),
        (BEN, HAND_SIZE),
    ]
    assert table.state.hands[DORA] == ("TR45",)
    assert table.state.hands[ADA] == ("TR44",)
    assert table.state.hands[BEN] == ("TR43", "TR19", "TR18", "TR16")
    assert table.state.hands[CLEO] == ("TR46", "TR30")


def test_k57_nobody_sees_what_is_dealt_to_others() -> None:
    table = Table.armed(3, "", "TR", deck="TR TR TR TR TR TR TR TR TR TR")
    goes_off(table)
    assert table.memory(PUBLIC).hands[ADA] == ("TR",) * 4
    assert table.memory(ADA).hands[ADA] == table.state.hands[ADA]


def test_k57_what_is_discarded_is_shuffled_in_between_if_cards_run_short() -> None:
    """Check edge 8 with two cards in the pile and six to deal."""
    table = Table.armed(3, "TR10 TR11", deck="TR30 TR31")
    facts = goes_off(table)
    dealing = [tag for tag in tags(facts) if tag in ("dealt", "shuffled", "turned")]
    assert dealing[:4] == ["dealt", "dealt", "shuffled", "turned"]
    assert sum(len(fact.cards) for fact in of(Dealt, facts)) == 6


def test_k57_what_is_there_is_dealt_if_there_are_no_more() -> None:
    """Check edge 8. Survivors hold and keep all tricks and gadgets except the three in the bomb."""
    most = " ".join(f"TR{number:02}" for number in range(1, 45))
    table = Table.armed(3, "", most, "AP1 AP2 AP3 AP4 AP5 AP6 AP7", inside="TR45 TR46 TR47", deck="")
    table.state = replace(table.state, claims=(False,) * 3)
    facts = goes_off(table)
    assert [len(fact.cards) for fact in of(Dealt, facts)] == [1, 1, 1]
    assert table.state.left == 0


@pytest.mark.parametrize(("holder", "following"), [(ADA, BEN), (DORA, ADA)])
def test_k58_the_player_to_the_left_goes_on_though_the_bomb_went_the_other_way(holder: Seat, following: Seat) -> None:
    """Check rule K-A18."""
    table = Table.armed(4, "TR", "TR", "TR", "TR", holder=holder, active=[("ABOUT", BEN)])
    assert of(Began, goes_off(table)) == [Began(following)]


# -- resurrection --------------------------------------------------------------------------


def test_k62_all_discard_their_resurrection_card_and_each_killed_draws_a_new_one_before_cards_are_dealt() -> None:
    """Check rule K-A27b."""
    risen = ("RE05", "RE06", None, "RE07")
    table = Table.armed(4, apparatus="AP4", risen=risen, resurrection=True)
    facts = goes_off(table)
    drawn = of(Risen, facts)
    assert [fact.seat for fact in drawn] == [BEN, DORA]
    assert not {fact.card for fact in drawn} & {"RE05", "RE06", "RE07"}
    assert [table.state.risen[seat] is not None for seat in (ADA, BEN, CLEO, DORA)] == [False, True, False, True]
    order = [tag for tag in tags(facts) if tag in ("paid", "swept", "risen", "built", "dealt", "began")]
    assert order == ["paid", "swept", "risen", "risen", "built", "dealt", "dealt", "dealt", "dealt", "began"]
    assert set(table.state.buried) == {"RE05", "RE06", "RE07"}


def test_k61_without_the_option_nobody_draws_one() -> None:
    assert of(Risen, goes_off(Table.armed(4, apparatus="AP5"))) == []


def test_used_up_resurrection_cards_are_shuffled_anew() -> None:
    """Check edge 22 with one card left and three players killed."""
    table = Table.armed(4, apparatus="AP2", resurrection=True)
    buried = tuple(card for card in RESURRECTIONS if card != "RE11")
    table.state = replace(table.state, buried=buried)
    drawn = [fact.card for fact in of(Risen, goes_off(table))]
    assert drawn[0] == "RE11"
    assert len(set(drawn)) == 3
    assert table.state.buried == ()


# -- the end -------------------------------------------------------------------------------


def end(*gold: int, **more: Any) -> Table:
    """Return the match after a bomb exploded in Ada's hands. Each survivor gets a coin."""
    table = Table.armed(len(gold), gold=gold, **more)
    goes_off(table)
    return table


def test_k59_whoever_has_ten_gold_after_an_explosion_wins() -> None:
    table = end(3, 9, 2)
    assert (table.state.gold, table.state.winners, table.state.phase) == ((3, 10, 3), (BEN,), "over")
    assert end(3, 8, 2).state.winners == ()


@pytest.mark.parametrize("wanted", [5, 7])
def test_a_table_may_agree_on_less(wanted: int) -> None:
    assert end(0, wanted - 1, 0, target=wanted).state.winners == (BEN,)
    assert end(0, wanted - 2, 0, target=wanted).state.winners == ()


def test_k60_the_most_gold_wins_if_several_have_ten() -> None:
    """Check K-A11. All gold is paid before anyone wins."""
    assert end(10, 10, 9).state.winners == (BEN,)


def test_k60_equals_win_together() -> None:
    """Check edge 19."""
    assert end(10, 9, 9).state.winners == (ADA, BEN, CLEO)
    assert end(2, 10, 10).state.winners == (BEN, CLEO)


def test_the_killed_may_win() -> None:
    assert end(12, 9, 2).state.winners == (ADA,)


def test_nothing_is_swept_or_dealt_after_the_last_explosion() -> None:
    table = end(3, 9, 2)
    assert tags(table.log) == ["phased", "exploded", "paid", "won"]
    assert table.questions() == []


def test_the_aftermath_follows_an_explosion_only() -> None:
    assert resolve_aftermath(Table(3).state, Chance(b"k" * 32, 1)) == []
