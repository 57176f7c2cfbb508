"""Tests of interrupts in Kobold Bombs: their order, the trick's final owner, and the player it names.

(K45, K-A8–K-A10, edges 15–17, and the rules for taking over and renaming)
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.games.kobolds.cards import TRICKS, CardId, get_card_kind
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import (
    Active,
    Drew,
    Handed,
    Item,
    Looked,
    Pass,
    Pinned,
    Play,
    Saw,
    Settled,
    Stole,
    Swapped,
)
from apps.games.kobolds.tricks import get_trick
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, Table, everything

UPON = [card for card in TRICKS if get_trick(card).kind != "interrupt"]
"""The 37 cards that aren't interrupts."""
NAMING = [card for card in UPON if get_trick(card).targets is not None]
each_card = pytest.mark.parametrize("card", UPON)


def played(card: CardId, **hands: str) -> Table:
    """Return a match in which Ben has played this card, or Ada if only the holder can.

    Cleo and Dora hold the given cards. If the card names a player, it names Dora, and she has cards to pick from.
    """
    key = get_trick(card).key
    by = ADA if key in ("STICK", "TAKE") else BEN
    cards = {ADA: "TR ME", BEN: "TR ME", CLEO: "TR ME", DORA: "TR ME"}
    held = [
        " ".join([card if seat == by else "", hands.get(name, ""), cards[seat]])
        for name, seat in (("ada", ADA), ("ben", BEN), ("cleo", CLEO), ("dora", DORA))
    ]
    make, inside = (Table.armed, "AP1 TR TR") if key == "SLOW" else (Table, "AP1 TR ME")
    table: Table = make(4, *held, inside=inside)
    ways = [play for play in table.legal(by) if isinstance(play, Play) and play.card == card and not play.keep]
    table.answers(by, next((way for way in ways if way.target == DORA), ways[0]))
    table.passes()
    assert table.state.stack
    return table


def may(table: Table, seat: Seat) -> set[str]:
    """Return the interrupts that the seat can play now."""
    return {get_trick(play.card).key for play in table.legal(seat) if isinstance(play, Play)}


def whom(table: Table, seat: Seat, word: str) -> set[Seat | None]:
    return {play.target for play in table.plays_of(seat, word)}


# -- I’ll Handle That! ---------------------------------------------------------------------


@each_card
def test_whoever_handles_it_plays_it_as_their_own(card: CardId) -> None:
    """Check every card in the rules' table of taking over.

    Cleo doesn't hold the bomb, yet handles its holder's cards.
    """
    for way in played(card, cleo="MINE").plays_of(CLEO, "MINE"):
        table = played(card, cleo="MINE")
        facts = table.answers(CLEO, way)
        while table.state.stack:
            facts += table.passes()
        done = next(fact for fact in facts if isinstance(fact, Settled))
        assert (done.seat, done.card, done.target, done.works) == (CLEO, card, way.target, True)
        lies = next((each for each in table.state.active if each.card == card), None)
        match get_trick(card).key:
            case "GIMME" | "TAKE":
                assert way.target is None
                assert Handed(ADA, CLEO, trick=True) in facts
            case "TRY":
                assert Handed(ADA, way.target or ADA, trick=True) in facts
            case "PICK":
                assert [(f.seat, f.target) for f in facts if isinstance(f, Stole)] == [(CLEO, way.target)]
            case "RUMMAGE":
                assert [fact.seat for fact in facts if isinstance(fact, Drew)] == [CLEO, CLEO]
            case "PEEK":
                assert [fact.to for fact in facts if isinstance(fact, Looked)] == [(CLEO,)]
                assert [(f.to, f.seat) for f in facts if isinstance(f, Saw)] == [((CLEO,), way.target)]
            case "QUICK":
                swapped = next(fact for fact in facts if isinstance(fact, Swapped))
                assert (swapped.seat, swapped.gave, swapped.took) == (CLEO, get_card_kind(way.give or ""), way.take)
            case "PIN":
                assert [(f.seat, f.took) for f in facts if isinstance(f, Pinned)] == [(CLEO, way.take)]
            case _:
                assert isinstance(lies, Active)
                assert (lies.seat, lies.target) == (CLEO, way.target)
        assert everything(table.state) == everything(Table(3).state)


@each_card
def test_whoever_handles_it_may_name_whom_they_could_name_themselves(card: CardId) -> None:
    everybody, others = {ADA, BEN, CLEO, DORA}, {ADA, BEN, DORA}
    expected: dict[str, set[Seat | None]] = {
        "TRY": {*everybody}, "FRIEND": {*everybody}, "PEEK": {*everybody},
        "CHAIN": {*others}, "PICK": {*others}, "STICK": {*others},
    }  # fmt: skip
    assert whom(played(card, cleo="MINE"), CLEO, "MINE") == expected.get(get_trick(card).key, {None})


@pytest.mark.parametrize("card", [card for card in UPON if get_trick(card).key == "GIMME"])
def test_the_holder_who_handles_gimme_begins_a_new_turn(card: CardId) -> None:
    table = played(card, ada="MINE")
    table.plays(ADA, "MINE")
    facts = table.settles()
    assert Handed(ADA, ADA, trick=True) in facts
    assert (table.state.turn, table.state.phase) == (2, "trick1")
    assert any(isinstance(fact, Drew) and fact.seat == ADA for fact in facts)


def test_the_holder_who_handles_take_names_another_and_a_third_who_handles_that_takes_it_themselves() -> None:
    table = Table(4, "MINE TR", "TAKE TR", "MINE TR", "TR")
    table.plays(BEN, "TAKE")
    assert whom(table, ADA, "MINE") == {BEN, CLEO, DORA}
    table.plays(ADA, "MINE", DORA)
    assert whom(table, CLEO, "MINE") == {None}
    table.plays(CLEO, "MINE")
    table.settles()
    assert table.state.holder == CLEO


@pytest.mark.parametrize(("hand", "key"), [("PICK", "PICK"), ("QUICK TR", "QUICK")])
def test_whoever_has_nobody_to_name_or_nothing_to_give_handles_it_to_no_effect(hand: str, key: str) -> None:
    """Check edge 15. Only Cleo has cards to pick from, and she has none to give."""
    table = Table(3, hand, "", "MINE")
    table.answers(ADA, table.plays_of(ADA, key)[0])
    table.passes()
    assert table.plays_of(CLEO, "MINE") == [Play(table.card(CLEO, "MINE"))]
    (first,) = table.state.stack
    facts = table.plays(CLEO, "MINE") + table.settles()
    assert Settled(CLEO, first.card, None, works=False) in facts
    assert first.card in table.state.discards


def test_cards_that_were_handled_are_not_asked_again_who_may_play_them() -> None:
    """Check that Ben can handle a card he couldn't play himself, as he is late and doesn't hold the bomb."""
    table = Table.armed(3, "SLOW TR", "MINE TR", "TR")
    table.plays(ADA, "SLOW")
    assert whom(table, BEN, "MINE") == {None}


# -- Not Me, Them! -------------------------------------------------------------------------


@pytest.mark.parametrize("card", NAMING)
def test_whoever_was_named_names_another_whom_the_trick_may_name_and_its_owner_keeps_it(card: CardId) -> None:
    table = played(card, dora="NOTME")
    owner = table.state.stack[0].seat
    others: set[Seat | None] = {ADA, BEN, CLEO}
    if get_trick(card).key not in ("TRY", "FRIEND", "PEEK"):
        others -= {owner}
    assert whom(table, DORA, "NOTME") == others
    facts = table.plays(DORA, "NOTME", CLEO) + table.settles()
    done = next(fact for fact in facts if isinstance(fact, Settled))
    assert (done.seat, done.target, done.works) == (owner, CLEO, True)


@pytest.mark.parametrize("card", [card for card in UPON if card not in NAMING])
def test_nobody_is_named_by_a_trick_that_names_nobody(card: CardId) -> None:
    table = played(card, cleo="NOTME", dora="NOTME")
    for seat in (ADA, BEN, CLEO, DORA):
        assert "NOTME" not in may(table, seat)


def test_the_named_pass_it_on_and_on() -> None:
    table = Table(4, "FRIEND TR", "NOTME TR", "NOTME TR", "TR")
    table.plays(ADA, "FRIEND", BEN)
    table.plays(BEN, "NOTME", CLEO)
    assert whom(table, CLEO, "NOTME") == {ADA, BEN, DORA}
    table.plays(CLEO, "NOTME", ADA)
    table.settles()
    assert [(each.seat, each.target) for each in table.state.active] == [(ADA, ADA)]


def test_whoever_is_named_by_the_new_owner_may_name_another() -> None:
    table = Table(4, "FRIEND TR", "MINE TR", "NOTME TR", "TR")
    table.plays(ADA, "FRIEND", BEN)
    table.plays(BEN, "MINE", CLEO)
    assert whom(table, CLEO, "NOTME") == {ADA, BEN, DORA}
    assert "NOTME" not in may(table, ADA)


# -- No Way! -------------------------------------------------------------------------------


@each_card
def test_no_way_lets_nothing_happen(card: CardId) -> None:
    """Check K-A10. The card is gone all the same."""
    table = played(card, cleo="NOWAY")
    turn, gold, owner = table.state.turn, table.state.gold, table.state.stack[0].seat
    facts = table.plays(CLEO, "NOWAY") + table.settles()
    (at,) = [n for n, fact in enumerate(facts) if isinstance(fact, Settled)]
    done = facts[at]
    assert isinstance(done, Settled)
    assert (done.seat, done.works) == (owner, False)
    assert len(facts) == at + 1
    assert (table.state.turn, table.state.gold, table.state.active) == (turn, gold, ())
    assert card in table.state.discards


@pytest.mark.parametrize("number", range(6))
def test_no_way_upon_no_way_as_often_as_there_are_cards(number: int) -> None:
    """Check edge 17. An even number of them leaves the trick unchanged."""
    table = Table(3, "TR", "GIMME NOWAY NOWAY TR", "NOWAY NOWAY NOWAY TR")
    table.plays(BEN, "GIMME")
    for nth in range(number):
        table.plays((CLEO, BEN)[nth % 2], "NOWAY")
    table.settles()
    assert table.state.holder == (BEN if number % 2 == 0 else ADA)


# -- which interrupt can follow which -------------------------------------------------------


def test_upon_what_each_interrupt_may_lie() -> None:
    """Check by the top of the stack what Cleo, just named, and Dora, not named, can play."""
    table = Table(4, "FRIEND TR", "MINE NOTME TR", "NOTME NOWAY MINE", "NOWAY MINE NOWAY")
    table.plays(ADA, "FRIEND", CLEO)
    assert may(table, CLEO) == {"NOWAY", "MINE", "NOTME"}
    assert may(table, DORA) == {"NOWAY", "MINE"}
    assert may(table, ADA) == set(), "it is her own"
    table.plays(DORA, "MINE", CLEO)
    assert may(table, CLEO) == {"NOWAY", "MINE", "NOTME"}
    assert may(table, BEN) == {"MINE"}
    table.plays(CLEO, "NOTME", BEN)
    assert may(table, BEN) == {"NOTME"}, "nobody handles Not Me, Them!"
    assert may(table, DORA) == {"NOWAY"}
    table.plays(DORA, "NOWAY")
    assert may(table, CLEO) == {"NOWAY"}, "she is named again, but what lies on top is No Way!"
    assert may(table, BEN) == set()


def test_interrupts_lie_upon_tricks_only() -> None:
    table = Table(3, "NOWAY MINE NOTME", "TR", "TR")
    assert may(table, ADA) == set()


def test_nothing_but_interrupts_is_played_upon_a_trick() -> None:
    table = Table(3, "TROLL TR", "GIMME TROLL", "TR")
    table.plays(ADA, "TROLL")
    assert may(table, BEN) == set()


def test_an_interrupt_goes_before_what_others_wanted_to_play() -> None:
    """Check K45. Ben wanted to play Gimme! in the same window, but first the trick is answered and settled."""
    table = Table(3, "TROLL TR", "GIMME TR", "NOWAY TR")
    table.answers(BEN, Play(table.card(BEN, "GIMME"), keep=True))
    table.answers(CLEO, Pass())
    table.answers(ADA, Play(table.card(ADA, "TROLL")))
    table.plays(CLEO, "NOWAY")
    table.settles()
    assert table.state.active == ()
    table.passes()
    assert [get_trick(item.card).key for item in table.state.stack] == ["GIMME"]


# -- any chain -----------------------------------------------------------------------------


def chain(seed: int) -> tuple[Item, ...]:
    """Return a trick and legal interrupts on it, until no one can or wants to continue."""
    luck = random.Random(seed)
    spare = luck.sample(["NOWAY"] * 5 + ["MINE"] * 3 + ["NOTME"] * 2, 10)
    hands = {name: " ".join(spare[at::4]) for at, name in enumerate(("ada", "ben", "cleo", "dora"))}
    table = played(luck.choice(UPON), **hands)
    while legal := [(seat, act) for seat, _ in table.questions() for act in table.legal(seat) if isinstance(act, Play)]:
        if not luck.randrange(9):
            break
        seat, act = luck.choice(legal)
        table.plays(seat, act.card, act.target, give=act.give, take=act.take)
    return table.state.stack


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_no_way_brings_back_what_stood_before_the_card_it_lies_on(seed: int) -> None:
    """Compare the stack with a model in which each card's state follows from those after the two cards before it."""
    stack = chain(seed)
    assert stack
    stood: list[Item | None] = [None]
    for item in stack:
        match get_trick(item.card).key, stood[-1]:
            case "NOWAY", _:
                stood.append(stood[-2])
            case "MINE", Item(card):
                stood.append(Item(card, item.seat, item.target, item.give, item.take))
            case "NOTME", Item(card, owner, _, give, take):
                stood.append(Item(card, owner, item.target, give, take))
            case _:
                stood.append(item)
    assert find_effective_trick(stack) == stood[-1]
