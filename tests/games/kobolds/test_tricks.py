"""Tests of every trick by example: its players, its targets, its effect, and where it ends up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from apps.games.kobolds import cards
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.state import (
    Armed,
    Drew,
    Event,
    Faces,
    Handed,
    Looked,
    Phased,
    Pinned,
    Play,
    Saw,
    Secured,
    Settled,
    Skip,
    Stole,
    Swapped,
    Tinker,
)
from apps.games.kobolds.tricks import (
    TRICKS,
    get_mission_key,
    get_trick,
    is_explosion_due,
    list_active_copies,
    list_trick_choices,
)
from apps.kernel.table import PUBLIC, Seat
from tests.games.board import tags
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, Table, everything

COPIES = {
    "GIMME": 4, "TAKE": 3, "TRY": 4, "NOWAY": 5, "MINE": 3, "NOTME": 2, "TROLL": 3, "STICK": 2, "UNDIES": 1,
    "FRIEND": 4, "CHAIN": 2, "SPLINTER": 2, "PICK": 2, "RUMMAGE": 2, "PEEK": 1, "QUICK": 2, "PIN": 1, "GETTINK": 1,
    "HANDSOFF": 1, "ABOUT": 1, "SLOW": 1,
}  # fmt: skip
CARRIED = {
    "TR01": "HOLD", "TR02": "LEFT", "TR05": "RIGHT", "TR08": "ARMSURV", "TR09": "RIGHT", "TR12": "SOLE", "TR13": "ONE",
    "TR17": "LEADER", "TR20": "NEIGH", "TR22": "NOMECH", "TR28": "HALF", "TR36": "DEADMECH", "TR38": "TWO",
    "TR40": "DEAD", "TR41": "NOAPP",
}  # fmt: skip
PLAYABLE = [key for key, face in TRICKS.items() if face.kind != "interrupt"]


def of(kind: type[Event], facts: list[Event]) -> list[Event]:
    return [fact for fact in facts if isinstance(fact, kind)]


def targets(table: Table, seat: Seat, word: str) -> set[Seat | None]:
    return {play.target for play in table.plays_of(seat, word)}


def swaps(table: Table, seat: Seat, word: str) -> set[tuple[str | None, str | None]]:
    return {(play.give, play.take) for play in table.plays_of(seat, word)}


def played(key: str, reply: str = "") -> tuple[Table, Play]:
    """Return a match in which Ada has played a trick with choices, and Ben can reply.

    Cleo holds the bomb if Ada must not.
    """
    holder = CLEO if key == "GIMME" else ADA
    late = key == "SLOW"
    make, inside = (Table.armed, "AP1 TR TR") if late else (Table, "AP1 TR ME")
    table = make(4, f"{key} ME", f"{reply} TR ME", "TR ME", "TR", inside=inside, holder=holder)
    play = table.plays_of(ADA, key)[0]
    table.answers(ADA, play)
    while not table.state.stack:
        table.passes()
    return table, play


# -- the deck ------------------------------------------------------------------------------


def test_k07_there_are_47_tricks_of_21_kinds_each_card_printed_once() -> None:
    printed = [card for face in TRICKS.values() for card in face.copies]
    assert sorted(printed) == sorted(cards.TRICKS)
    assert {key: len(face.copies) for key, face in TRICKS.items()} == COPIES
    kinds = Counter(get_trick(card).kind for card in printed)
    assert kinds == {"normal": 19, "temporary": 14, "permanent": 4, "interrupt": 10}


def test_k46_fifteen_cards_carry_a_mission() -> None:
    assert {card: get_mission_key(card) for card in cards.TRICKS if get_mission_key(card)} == CARRIED
    assert set(CARRIED.values()) == set(MISSIONS)


def test_k46_neither_mechanisms_nor_backs_carry_a_mission() -> None:
    assert [get_mission_key(card) for card in ("ME01", "AP1", "TR", "??")] == [""] * 4


@pytest.mark.parametrize("key", TRICKS)
def test_every_trick_does_something_or_lies_there_or_interrupts(key: str) -> None:
    face = TRICKS[key]
    assert (face.effect is not None) == (face.kind == "normal")
    assert bool(face.phases) == (face.kind != "interrupt")


# -- tricks that move the bomb -------------------------------------------------------------


def test_gimme_brings_the_bomb_to_whoever_plays_it() -> None:
    table = Table(4, "TR", "", "GIMME")
    facts = table.does(CLEO, "GIMME")
    assert facts[:2] == [Settled(CLEO, "TR03", None, works=True), Handed(ADA, CLEO, trick=True)]
    assert table.state.holder == CLEO
    assert table.state.turn == 2


def test_gimme_is_not_for_the_holder() -> None:
    table = Table(4, "GIMME", "TR")
    assert table.plays_of(ADA, "GIMME") == []


def test_take_by_another_brings_them_the_bomb() -> None:
    """Check the first half of K-A6."""
    table = Table(4, "TR", "TAKE")
    assert targets(table, BEN, "TAKE") == {None}
    table.does(BEN, "TAKE")
    assert table.state.holder == BEN


def test_take_by_the_holder_hands_it_to_another_of_their_choice() -> None:
    """Check the second half of K-A6."""
    table = Table(4, "TAKE")
    assert targets(table, ADA, "TAKE") == {BEN, CLEO, DORA}
    assert Handed(ADA, DORA, trick=True) in table.does(ADA, "TAKE", DORA)


def test_try_hands_the_bomb_to_anybody() -> None:
    table = Table(4, "TR", "TRY")
    assert targets(table, BEN, "TRY") == {ADA, BEN, CLEO, DORA}
    assert Handed(ADA, CLEO, trick=True) in table.does(BEN, "TRY", CLEO)


def test_try_on_the_holder_begins_a_new_turn_of_theirs() -> None:
    """Check K-A25 and edge 1."""
    table = Table(4, "TRY TR", phase="trick2")
    facts = table.does(ADA, "TRY", ADA)
    assert Handed(ADA, ADA, trick=True) in facts
    assert of(Drew, facts)
    assert (table.state.turn, table.state.phase) == (2, "trick1")


# -- tricks that protect or hit ------------------------------------------------------------


def test_troll_protects_its_owner_until_the_bomb_is_handed_on() -> None:
    table = Table.armed(4, "TROLL", "TRY", "TR")
    table.does(ADA, "TROLL")
    assert (resolve_explosion(table.state).affected, resolve_explosion(table.state).killed) == ((ADA,), ())
    table.does(BEN, "TRY", ADA)
    assert resolve_explosion(table.state).killed == (ADA,)


def test_stick_hits_another_and_protects_its_owner() -> None:
    table = Table.armed(4, "STICK", "TR")
    assert targets(table, ADA, "STICK") == {BEN, CLEO, DORA}
    table.does(ADA, "STICK", CLEO)
    assert (resolve_explosion(table.state).affected, resolve_explosion(table.state).killed) == ((ADA, CLEO), (CLEO,))


def test_stick_is_for_the_holder_alone() -> None:
    table = Table.armed(4, "TR", "STICK")
    assert table.plays_of(BEN, "STICK") == []


def test_undies_protect_and_stay_on_when_the_bomb_is_handed_on() -> None:
    table = Table.armed(4, "UNDIES", "TRY", "TR")
    table.does(ADA, "UNDIES")
    table.does(BEN, "TRY", ADA)
    assert (resolve_explosion(table.state).affected, resolve_explosion(table.state).killed) == ((ADA,), ())


def test_undies_come_off_when_the_bomb_is_secured() -> None:
    """Check rule K44."""
    table = Table.armed(4, "UNDIES PIN", "TR", inside="TR10 TR11 TR15")
    table.does(ADA, "UNDIES")
    table.does(ADA, "PIN", take="TR10")
    assert table.state.active == ()


def test_friend_hits_anybody() -> None:
    table = Table.armed(4, "TR", "FRIEND")
    assert targets(table, BEN, "FRIEND") == {ADA, BEN, CLEO, DORA}
    table.does(BEN, "FRIEND", DORA)
    assert resolve_explosion(table.state).killed == (ADA, DORA)


def test_chain_drags_another_along_and_outlasts_the_turn() -> None:
    table = Table.armed(4, "CHAIN", "TRY TRY")
    assert targets(table, ADA, "CHAIN") == {BEN, CLEO, DORA}
    table.does(ADA, "CHAIN", CLEO)
    assert resolve_explosion(table.state).killed == (ADA, CLEO)
    table.does(BEN, "TRY", ADA)
    assert resolve_explosion(table.state).killed == (ADA, CLEO)


def test_chain_pulls_one_way_only() -> None:
    table = Table.armed(4, "CHAIN", "TRY", "TR")
    table.does(ADA, "CHAIN", CLEO)
    table.does(BEN, "TRY", CLEO)
    assert resolve_explosion(table.state).killed == (CLEO,)


def test_splinter_hits_whoever_holds_a_mechanism() -> None:
    table = Table.armed(4, "SPLINTER", "ME TR", "", "ME ME")
    table.does(ADA, "SPLINTER")
    assert resolve_explosion(table.state).killed == (ADA, BEN, DORA)


# -- tricks that move cards ----------------------------------------------------------------


def test_pick_takes_a_random_card_that_only_the_two_see() -> None:
    table = Table(4, "PICK", "TR TR ME", "TR")
    facts = table.does(ADA, "PICK", BEN)
    seen, stole = facts[1:3]
    assert isinstance(seen, Faces)
    assert (seen.to, stole) == ((ADA, BEN), Stole(ADA, BEN, cards.get_card_kind(seen.cards[0])))
    assert table.state.hands[ADA] == seen.cards
    assert len(table.state.hands[BEN]) == 2
    assert all(map(cards.is_face, table.memory(BEN).hands[ADA]))
    assert table.memory(CLEO).hands[ADA] == (cards.get_card_kind(seen.cards[0]),)


def test_pick_takes_any_of_the_cards() -> None:
    def stolen(seed: int) -> str:
        table = Table(3, "PICK", "TR ME AP", "", seed=bytes([seed]) * 32)
        table.does(ADA, "PICK", BEN)
        return cards.get_card_kind(table.state.hands[ADA][0])

    assert {stolen(seed) for seed in range(20)} == {"TR", "ME", "AP"}


def test_pick_names_others_who_have_cards() -> None:
    table = Table(4, "PICK", "TR", "", "ME")
    assert targets(table, ADA, "PICK") == {BEN, DORA}


def test_pick_tells_nobody_of_what_kind_the_card_is_where_hands_are_closed() -> None:
    table = Table(3, "PICK", "TR ME", "TR", closed_hands=True)
    facts = table.does(ADA, "PICK", BEN)
    assert of(Stole, facts) == [Stole(ADA, BEN, "??")]


def test_pick_does_nothing_if_no_hand_is_left_when_it_takes_effect() -> None:
    """Check edge 15. Ben answers with his last card, in vain."""
    table = Table(3, "PICK NOWAY", "NOWAY")
    table.plays(ADA, "PICK", BEN)
    table.plays(BEN, "NOWAY")
    table.plays(ADA, "NOWAY")
    assert of(Settled, table.log) == [Settled(ADA, "TR37", BEN, works=False)]


def test_rummage_draws_two_though_the_pile_is_blocked() -> None:
    table = Table.armed(4, "RUMMAGE", "TR", deck="TR10 AP2 TR11")
    assert table.state.blocked
    facts = table.does(ADA, "RUMMAGE")
    assert of(Drew, facts) == [Drew(ADA, "TR10", "AP2"), Drew(ADA, "AP2", "TR11")]
    assert table.state.hands[ADA] == ("TR10", "AP2")


def test_rummage_goes_on_with_the_new_pile_when_the_old_one_is_used_up() -> None:
    """Check edge 7."""
    table = Table(3, "RUMMAGE", "TR", deck="TR10")
    facts = table.does(ADA, "RUMMAGE")
    assert tags(facts)[:5] == ["settled", "drew", "shuffled", "turned", "drew"]
    assert len(table.state.hands[ADA]) == 2
    assert everything(table.state) == everything(Table(3).state)


def test_peek_shows_the_bomb_and_a_hand_to_its_owner_only() -> None:
    table = Table(4, "TR", "PEEK", "TR10 ME01", inside="AP1 TR11 ME02")
    assert targets(table, BEN, "PEEK") == {ADA, BEN, CLEO, DORA}
    facts = table.does(BEN, "PEEK", CLEO)
    assert facts[1:] == [Looked((BEN,), ("AP1", "TR11", "ME02")), Saw((BEN,), CLEO, ("TR10", "ME01"))]
    assert table.memory(BEN).hands[CLEO] == ("TR10", "ME01")
    assert table.memory(BEN).inside == ("AP1", "TR11", "ME02")
    assert table.memory(DORA).inside == ("AP", "TR", "ME")


def test_quick_fingers_of_the_holder_take_what_they_see() -> None:
    table = Table(3, "QUICK TR10 ME04", "TR", inside="ME01 ME02 TR11")
    assert swaps(table, ADA, "QUICK") == {
        (give, take) for give in ("TR10", "ME04") for take in ("ME01", "ME02", "TR11")
    }
    facts = table.does(ADA, "QUICK", give="TR10", take="ME02")
    assert of(Swapped, facts) == [Swapped(ADA, "TR", "ME", tinkering=False)]
    assert table.state.hands[ADA] == ("ME04", "ME02")
    assert table.state.inside == ("ME01", "TR11", "TR10")


def test_quick_fingers_of_another_choose_by_back() -> None:
    table = Table(3, "TR", "QUICK TR10", inside="ME01 ME02 TR11")
    assert swaps(table, BEN, "QUICK") == {("TR10", "ME"), ("TR10", "TR")}
    table.does(BEN, "QUICK", give="TR10", take="ME")
    assert table.state.hands[BEN][0] in ("ME01", "ME02")
    assert table.memory(PUBLIC).hands[BEN] == ("ME",)


def test_quick_fingers_never_put_a_second_apparatus_in() -> None:
    """Check K32 and edge 4."""
    table = Table(3, "TR", "QUICK AP1 TR10", inside="AP2 ME01 ME02")
    assert swaps(table, BEN, "QUICK") == {("AP1", "AP"), ("TR10", "AP"), ("TR10", "ME")}


def test_quick_fingers_need_another_hand_card() -> None:
    assert Table(3, "QUICK", "TR").plays_of(ADA, "QUICK") == []


def test_quick_fingers_that_arm_the_bomb_make_their_owner_the_armer_and_it_waits_a_turn() -> None:
    """Check K-A14 and edge 3."""
    table = Table(3, "TR", "QUICK TR10", inside="ME01 TR11 TR15")
    facts = table.does(BEN, "QUICK", give="TR10", take="ME")
    assert of(Armed, facts) == [Armed(BEN, None, blocked=True)]
    assert (table.state.armer, is_explosion_due(table.state)) == (BEN, False)


def test_quick_fingers_may_secure_the_bomb() -> None:
    """Check edge 2."""
    table = Table.armed(3, "TR", "QUICK ME04")
    assert of(Secured, table.does(BEN, "QUICK", give="ME04", take="TR")) == [Secured(BEN)]
    assert (table.state.armer, table.state.blocked, is_explosion_due(table.state)) == (None, False, False)


def test_quick_fingers_do_nothing_once_the_card_to_give_is_played() -> None:
    table = Table(3, "QUICK NOWAY", "NOWAY")
    table.plays(ADA, "QUICK", give="TR14", take="ME01")
    table.plays(BEN, "NOWAY")
    table.plays(ADA, "NOWAY")
    assert of(Settled, table.log) == [Settled(ADA, "TR42", None, works=False)]


def test_pin_puts_a_mechanism_in_place_of_another_card_and_secures_the_bomb() -> None:
    table = Table.armed(3, "TR", "PIN", apparatus="AP1")
    assert swaps(table, BEN, "PIN") == {(None, "AP"), (None, "TR")}
    facts = table.does(BEN, "PIN", take="AP")
    assert of(Pinned, facts) == [Pinned(BEN, "AP", "ME")]
    assert of(Secured, facts) == [Secured(BEN)]
    assert "AP1" in table.state.discards
    assert Counter(map(cards.get_card_kind, table.state.inside)) == {"TR": 2, "ME": 1}
    assert everything(table.state) == everything(Table(3).state)


def test_pin_of_the_holder_takes_out_what_they_see() -> None:
    table = Table.armed(3, "PIN", "TR", apparatus="AP1", inside="AP1 TR10 TR11")
    assert swaps(table, ADA, "PIN") == {(None, "AP1"), (None, "TR10"), (None, "TR11")}


def test_pin_needs_something_to_take_out_and_a_mechanism_to_put_in() -> None:
    assert Table(3, "PIN", "TR", inside="ME ME ME").plays_of(ADA, "PIN") == []
    assert Table(3, "PIN", "ME ME ME ME ME ME ME ME ME", inside="TR ME").plays_of(ADA, "PIN") == []


# -- tricks about the turn -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "hand", "gives"),
    [
        (1, "TR10 ME01", {"TR10", "ME01"}),
        (2, "TR10 ME01", {"TR10"}),
        (2, "ME01 ME04", {"ME01", "ME04"}),
    ],
)
def test_get_tinkering_makes_the_holder_take_out_a_mechanism(edition: int, hand: str, gives: set[str]) -> None:
    """Check that swapping a mechanism for a mechanism (edge 5) counts only if the holder has no other card."""
    table = Table(3, hand, "GETTINK", inside="TR11 ME02 ME03", edition=edition)
    table.does(BEN, "GETTINK")
    table.passes()
    swapped = {(act.give, act.take) for act in table.legal(ADA) if isinstance(act, Tinker)}
    assert swapped == {(give, take) for give in gives for take in ("ME02", "ME03")}
    assert Skip() not in table.legal(ADA)


def test_the_only_swap_of_who_must_tinker_is_made_at_once() -> None:
    """Check a swap with a gadget inside, which excludes a second one. Everyone sees that only the trick can go in."""
    table = Table(3, "AP2 TR10", "GETTINK", inside="AP4 ME02")
    table.does(BEN, "GETTINK")
    assert of(Swapped, table.passes()) == [Swapped(ADA, "TR", "ME", tinkering=True)]


@pytest.mark.parametrize("more", [{"edition": 3}, {"closed_hands": True}])
def test_the_only_swap_is_asked_for_in_older_editions_and_with_closed_hands(more: dict[str, Any]) -> None:
    """Check that the holder is asked. With closed hands, an automatic swap would show that they have nothing else."""
    table = Table(3, "AP2 TR10", "GETTINK", inside="AP4 ME02", **more)
    table.does(BEN, "GETTINK")
    table.passes()
    assert table.state.phase == "tinker"
    assert [(act.give, act.take) for act in table.legal(ADA) if isinstance(act, Tinker)] == [("TR10", "ME02")]


def test_get_tinkering_asks_nothing_but_an_exchange_of_an_armed_bomb() -> None:
    table = Table(3, "TR10 ME01", "TR", inside="TR11 TR12", phase="tinker", armer=BEN, active=[("GETTINK", BEN)])
    swapped = {(act.give, act.take) for act in table.legal(ADA) if isinstance(act, Tinker)}
    assert swapped == {(give, take) for give in ("TR10", "ME01") for take in ("TR11", "TR12")}


def test_get_tinkering_asks_for_one_exchange_even_of_a_gnome_bomb() -> None:
    table = Table(3, "TR10 TR11", "TR", phase="tinker", bomb="BO07", active=[("GETTINK", BEN)])
    assert Skip() not in table.legal(ADA)
    table.answers(ADA, Tinker("TR10", table.state.inside[0]))
    assert table.state.phase == "tinker"
    assert Skip() in table.legal(ADA)


def test_hands_off_beats_get_tinkering() -> None:
    table = Table(3, "TR10", "GETTINK HANDSOFF")
    table.does(BEN, "GETTINK")
    table.does(BEN, "HANDSOFF")
    table.passes()
    assert table.state.phase == "trick2"
    assert not of(Swapped, table.log)


@pytest.mark.parametrize("key", ["GETTINK", "HANDSOFF"])
def test_what_is_about_the_tinkering_is_played_before_it(key: str) -> None:
    assert Table(3, "TR", key).plays_of(BEN, key)
    assert not Table(3, "TR", key, phase="trick2").plays_of(BEN, key)


def test_about_turn_sends_the_bomb_to_the_right_until_it_is_secured() -> None:
    table = Table(4, "ABOUT", phase="trick2")
    table.does(ADA, "ABOUT")
    assert table.state.holder == DORA
    assert list_active_copies(table.state, "ABOUT")
    table.happens(Phased("end"))
    assert table.state.holder == CLEO
    table.happens(Secured(CLEO), Phased("end"))
    assert table.state.holder == DORA


def test_slow_burner_puts_the_explosion_off_by_a_turn() -> None:
    table = Table.armed(3, "TR", "SLOW", "TR")
    table.does(BEN, "SLOW")
    table.passes()
    assert (table.state.holder, table.state.blasts, table.state.armer) == (BEN, 0, BEN)
    assert is_explosion_due(table.state)


def test_slow_burner_is_for_the_second_phase_of_a_turn_in_which_the_bomb_goes_off() -> None:
    assert Table.armed(3, "TR", "SLOW").plays_of(BEN, "SLOW")
    assert not Table.armed(3, "TR", "SLOW", phase="trick1").plays_of(BEN, "SLOW")
    assert not Table.armed(3, "TR", "SLOW", primed=False).plays_of(BEN, "SLOW")


# -- interrupts ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", PLAYABLE)
def test_no_way_cancels_every_trick(key: str) -> None:
    table, play = played(key, reply="NOWAY")
    holder = table.state.holder
    facts = table.plays(BEN, "NOWAY") + table.settles()
    assert Settled(ADA, play.card, play.target, works=False) in facts
    assert play.card in table.state.discards
    assert (table.state.holder, table.state.active) == (holder, ())


def test_no_way_cancels_no_way() -> None:
    """Check K-A8. The last one in is resolved first."""
    table = Table(3, "GIMME", "NOWAY TR", "GIMME NOWAY")
    table.plays(CLEO, "GIMME")
    table.plays(BEN, "NOWAY")
    table.plays(CLEO, "NOWAY")
    table.settles()
    assert table.state.holder == CLEO


@pytest.mark.parametrize("key", PLAYABLE)
def test_whoever_handles_a_trick_has_it_and_makes_all_its_choices(key: str) -> None:
    """Check K-A9. The choices depend neither on the original player nor on who can play the trick."""
    table, play = played(key, reply="MINE")
    mine = table.plays_of(BEN, "MINE")
    ways = {way for way in list_trick_choices(table.state, BEN, play.card) if way[1] != table.card(BEN, "MINE")}
    assert {(act.target, act.give, act.take) for act in mine} == ways
    assert ways
    facts = table.answers(BEN, mine[-1])
    while table.state.stack:
        facts += table.passes()
    settled = next(fact for fact in facts if isinstance(fact, Settled))
    assert (settled.seat, settled.card, settled.target) == (BEN, play.card, mine[-1].target)
    assert settled.works


def test_gimme_handled_by_the_holder_begins_a_new_turn_of_theirs() -> None:
    table = Table(3, "MINE TR", "GIMME TR")
    table.plays(BEN, "GIMME")
    table.plays(ADA, "MINE")
    table.settles()
    assert Handed(ADA, ADA, trick=True) in table.log


def test_take_handled_by_the_holder_names_another_and_by_another_names_nobody() -> None:
    table = Table(3, "MINE", "TAKE", "MINE")
    table.plays(BEN, "TAKE")
    assert targets(table, ADA, "MINE") == {BEN, CLEO}
    assert targets(table, CLEO, "MINE") == {None}


def test_stick_handled_by_another_protects_them_and_hits_whom_they_name() -> None:
    table = Table.armed(3, "STICK TR", "MINE")
    table.plays(ADA, "STICK", BEN)
    assert targets(table, BEN, "MINE") == {ADA, CLEO}
    table.plays(BEN, "MINE", CLEO)
    table.settles()
    exploded = resolve_explosion(table.state)
    assert (exploded.affected, exploded.killed) == ((ADA, CLEO), (ADA, CLEO))
    assert [lying.seat for lying in exploded.protected] == [BEN]


def test_not_me_names_another_whom_the_trick_may_name() -> None:
    table = Table.armed(4, "FRIEND TR", "NOTME", "TR")
    table.plays(ADA, "FRIEND", BEN)
    assert targets(table, BEN, "NOTME") == {ADA, CLEO, DORA}
    table.plays(BEN, "NOTME", CLEO)
    table.settles()
    assert list_active_copies(table.state, "FRIEND")[0].target == CLEO
    assert list_active_copies(table.state, "FRIEND")[0].seat == ADA


@pytest.mark.parametrize(("key", "others"), [("TRY", {ADA, CLEO}), ("STICK", {CLEO}), ("CHAIN", {CLEO})])
def test_not_me_leaves_the_trick_to_its_owner(key: str, others: set[Seat]) -> None:
    table = Table.armed(3, f"{key} TR", "NOTME", "TR")
    table.plays(ADA, key, BEN)
    assert targets(table, BEN, "NOTME") == others


def test_not_me_is_not_possible_where_nobody_else_can_be_named() -> None:
    """Check edge 16. Only Ben has cards to pick from."""
    table = Table(3, "PICK", "NOTME")
    table.plays(ADA, "PICK", BEN)
    assert table.plays_of(BEN, "NOTME") == []


def test_not_me_is_for_whoever_was_just_named() -> None:
    table = Table(3, "FRIEND TR", "NOTME", "NOTME")
    table.plays(ADA, "FRIEND", BEN)
    assert table.plays_of(CLEO, "NOTME") == []


@pytest.mark.parametrize("above", ["NOWAY", "NOTME"])
def test_nobody_handles_no_way_or_not_me(above: str) -> None:
    table = Table(3, "FRIEND TR", f"{above} TR", "MINE")
    table.plays(ADA, "FRIEND", BEN)
    table.plays(BEN, above, *([ADA] if above == "NOTME" else []))
    assert not [play for play in table.legal(CLEO) if isinstance(play, Play) and play.card == table.card(CLEO, "MINE")]


# -- knowledge ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", PLAYABLE)
@pytest.mark.parametrize("closed", [False, True])
def test_how_a_trick_may_be_played_can_be_told_from_what_its_player_knows(key: str, closed: bool) -> None:
    card = next(iter(TRICKS[key].copies))
    table = Table(4, "TR ME", "AP1 TR", "", "TR", inside="AP2 TR ME", closed_hands=closed)
    for seat in (ADA, BEN):
        assert list(list_trick_choices(table.memory(seat), seat, card)) == list(
            list_trick_choices(table.state, seat, card)
        )
