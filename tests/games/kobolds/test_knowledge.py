"""Tests that all beliefs about the cards of Kobold Bombs are true, and that no one knows a face they never saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.games.kobolds import GAME
from apps.games.kobolds.cards import (
    BASE_CARDS,
    BLINDFOLD,
    CLOSED,
    GLASS_POCKETS,
    MECHANISM,
    MECHANISMS,
    Cards,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.state import (
    Dealt,
    Drew,
    Faces,
    Handed,
    Lift,
    Pass,
    Play,
    Shown,
    Shuffled,
    State,
    Swapped,
    Tinker,
    Turned,
)
from apps.kernel.chance import SEED_BYTES
from apps.kernel.events import Event, known_to
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, Table
from tests.games.tables import observers, played, positions

SWITCHES = [
    dict(zip(("resurrection", "closed_hands", "fixed_windows"), on, strict=True))
    for on in product((False, True), repeat=3)
]
SHORT: dict[str, Any] = {"gold": 5, "patience": 2}

each_table = pytest.mark.parametrize("options", SWITCHES, ids=lambda on: "-".join(key for key in on if on[key]) or "-")
few = settings(max_examples=2)


def places(state: State) -> dict[str, Cards]:
    """Return the cards of all places that an observer can know something about."""
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    return {**hands, "bomb": state.inside, "mechanisms": state.mechanisms, "discards": state.discards}


def faces(state: State) -> set[str]:
    """Return all faces the observer knows that are hidden from someone, including the face-up card."""
    cards = [card for place in places(state).values() for card in place]
    return {card for card in (*cards, *state.deck, state.top or "") if is_face(card)}


class Oracle:
    """The faces shown to each observer, by the facts alone. Cards dealt face down are new to everyone else."""

    def __init__(self, everybody: tuple[Observer, ...]) -> None:
        self.told: dict[Observer, set[str]] = {who: set(MECHANISMS) for who in everybody if who != REFEREE}
        self._top: str | None = None

    def hears(self, facts: tuple[Event, ...]) -> None:
        before: Event | None = None
        for fact in facts:
            match fact:
                case Shuffled():
                    self._forget(fact.pile)
                case Turned() | Drew():
                    self._top = fact.top
                case Dealt():
                    assert isinstance(before, Faces)
                    assert before.to == (fact.seat,)
                    assert set(filter(is_face, fact.cards)) <= {self._top}
                    self._forget(before.cards, but=fact.seat)
            before = fact
            said = set(BASE_CARDS) & set(words(msgspec.to_builtins(fact)))
            for who, told in self.told.items():
                if known_to(fact, who):
                    told.update(said)

    def _forget(self, cards: Cards, but: Observer | None = None) -> None:
        for who, told in self.told.items():
            if who != but:
                told.difference_update(cards)


def words(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from words(list(value.values()))
        case list() | tuple():
            for each in value:
                yield from words(each)


@pytest.mark.slow
@each_table
@few
@given(seats=st.sampled_from(GAME.meta.seats), seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
def test_what_an_observer_believes_is_true_and_was_told_and_their_own_is_no_riddle(
    options: dict[str, bool], seats: int, seed: bytes
) -> None:
    setup = GAME.setup(seats, {**SHORT, **options})
    everybody = observers(setup)
    oracle = Oracle(everybody)
    for position in positions(GAME, played(GAME, setup, seed)):
        oracle.hears(position.facts)
        lying = places(position.truth)
        for who in everybody:
            memory = position.memories[who]
            assert (memory.left, memory.top) == (position.truth.left, position.truth.top)
            for where, believed in places(memory).items():
                true_of(believed, lying[where])
            if who == REFEREE:
                continue
            assert faces(memory) <= oracle.told[who], who
            assert not memory.deck
            if isinstance(who, int):
                whole(memory, position.truth, who)
        for seat, card in enumerate(position.truth.risen):
            if card == GLASS_POCKETS:
                assert sorted(position.memories[PUBLIC].hands[seat]) == sorted(position.truth.hands[seat])


@lru_cache(1_000)  # From one move to the next, nearly all cards stay in place.
def true_of(believed: Cards, cards: Cards) -> None:
    """Check that the belief has the right number of cards, no wrong face, and no surplus backs of a kind."""
    assert len(believed) == len(cards)
    assert not Counter(filter(is_face, believed)) - Counter(cards)
    seen = Counter(get_card_kind(card) for card in believed if get_card_kind(card) != CLOSED)
    assert not seen - Counter(map(get_card_kind, cards))


def whole(memory: State, truth: State, seat: Seat) -> None:
    """Check that everyone knows their own hand, and that the bomb's viewers know it card by card."""
    assert memory.hands[seat] == truth.hands[seat]
    if seat == truth.holder and (truth.lifted or truth.risen[seat] != BLINDFOLD):
        assert memory.inside == truth.inside


# -- by example ----------------------------------------------------------------------------


def test_whoever_handed_the_bomb_on_remembers_what_they_saw_last() -> None:
    table = Table(3, "TR", "TR", "TR", inside="TR AP2 ME ME", phase="trick2")
    saw = table.state.inside
    table.passes()
    assert table.state.holder == BEN
    assert table.memory(ADA).inside == saw
    assert set(table.memory(CLEO).inside) == {"TR", "AP", "ME"}


def test_a_former_holder_is_no_longer_sure_of_the_kind_that_was_exchanged() -> None:
    table = Table(3, "TR", "TR", "TR", inside="TR TR AP2 ME", phase="trick2")
    tricks = [card for card in table.state.inside if get_card_kind(card) == "TR"]
    table.passes()
    table.passes()
    give = table.state.hands[BEN][0]
    table.answers(BEN, Tinker(give, tricks[0]))
    (mechanism,) = (card for card in table.state.inside if get_card_kind(card) == MECHANISM)
    assert sorted(table.memory(ADA).inside) == ["AP2", mechanism, "TR", "TR"]
    assert sorted(table.memory(BEN).inside) == sorted(table.state.inside)


def test_the_only_card_of_its_kind_is_known_wherever_it_goes() -> None:
    """Check the Marbles that Ada saw: the only gadget that Ben can have removed."""
    table = Table(3, "TR", "TR", "TR", inside="TR TR AP2 ME ME", phase="trick2")
    table.passes()
    table.passes()
    table.answers(BEN, Tinker(table.state.hands[BEN][0], "AP2"))
    assert "AP2" in table.memory(ADA).hands[BEN]
    assert "AP2" not in table.memory(CLEO).hands[BEN]


def test_the_thief_and_the_robbed_know_the_card_and_nobody_else() -> None:
    table = Table(3, "PICK TR", "TR TR TR", "TR")
    had = set(table.state.hands[BEN])
    table.does(ADA, "PICK", BEN)
    (stolen,) = had - set(table.state.hands[BEN])
    watching: tuple[Observer, ...] = (ADA, BEN, CLEO, PUBLIC)
    assert [stolen in table.memory(who).hands[ADA] for who in watching] == [True, True, False, False]


def test_what_the_peephole_showed_stays_known_until_it_may_have_gone() -> None:
    table = Table(4, "PEEK TR", "TR TR", "PICK", "TR")
    table.does(ADA, "PEEK", BEN)
    assert table.memory(ADA).hands[BEN] == table.state.hands[BEN]
    table.does(CLEO, "PICK", BEN)
    assert table.memory(ADA).hands[BEN] == ("TR",)
    assert table.memory(ADA).hands[CLEO] == ("TR",)


def test_glass_pockets_are_shown_again_after_a_theft() -> None:
    table = Table(4, "PICK TR", "TR TR ME", resurrection=True, risen=(None, "RE04", None, None))
    facts = table.does(ADA, "PICK", BEN)
    assert Shown(BEN, table.state.hands[BEN]) in facts
    assert sorted(table.memory(PUBLIC).hands[BEN]) == sorted(table.state.hands[BEN])


def test_a_blindfolded_holder_sees_backs_until_they_pay() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2", inside="TR ME ME", gold=(0, 1, 0), resurrection=True,
                  risen=(None, "RE13", None))  # fmt: skip
    table.passes()
    assert not any(map(is_face, table.memory(BEN).inside))
    table.answers(BEN, Lift())
    assert table.memory(BEN).inside == table.state.inside
    assert table.state.gold == (0, 0, 0)


def test_a_blindfolded_holder_knows_what_they_put_in_and_took_out() -> None:
    table = Table(3, "TR", "TR", phase="tinker", inside="TR ME ME", resurrection=True, risen=("RE13", None, None))
    give = table.state.hands[ADA][0]
    (*_, swapped) = [fact for fact in table.answers(ADA, Tinker(give, "ME")) if isinstance(fact, Swapped)]
    assert (swapped.gave, swapped.took) == ("TR", "ME")
    assert table.state.hands[ADA][0] in MECHANISMS
    faced = next(fact for fact in table.log if isinstance(fact, Faces))
    assert faced.to == (ADA,)


def test_the_holder_sees_what_quick_fingers_change_in_the_bomb() -> None:
    table = Table(3, "TR", "QUICK TR", "TR", inside="TR ME ME")
    give = next(card for card in table.state.hands[BEN] if card != table.card(BEN, "QUICK"))
    table.does(BEN, "QUICK", give=give, take="ME")
    assert give in table.memory(ADA).inside
    assert give not in table.memory(CLEO).inside


def test_what_is_sealed_stays_unseen_and_only_what_is_played_is_told() -> None:
    table = Table(4, "TR", "GIMME TR", "TROLL TR", "TR")
    table.answers(BEN, Play(table.card(BEN, "GIMME")))
    table.answers(CLEO, Play(table.card(CLEO, "TROLL")))
    for who in (ADA, PUBLIC):
        assert table.memory(who).sealed == ()
    table.passes()
    assert [item.card for item in table.memory(PUBLIC).stack] == [table.state.stack[0].card]
    assert not any(isinstance(each.said, Play) for each in table.memory(CLEO).sealed)
    assert table.memory(PUBLIC).hands[CLEO] == ("TR", "TR")


def test_an_unseen_exchange_in_closed_hands_tells_the_kinds_of_the_bomb_only() -> None:
    table = Table(3, "TR AP1", "TR", phase="tinker", inside="TR ME ME", closed_hands=True)
    give = next(card for card in table.state.hands[ADA] if get_card_kind(card) == "TR")
    table.answers(ADA, Tinker(give, table.state.inside[-1]))
    assert table.memory(BEN).hands[ADA] == (CLOSED, CLOSED)
    assert sorted(table.memory(BEN).inside) == ["ME", "TR", "TR"]


def test_handed_to_a_new_holder_the_bomb_shows_itself_to_them_alone() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2")
    facts = table.answers(ADA, Pass()) + table.passes()
    at = next(n for n, fact in enumerate(facts) if isinstance(fact, Handed))
    assert [who for who in (ADA, BEN, CLEO, PUBLIC) if known_to(facts[at + 1], who)] == [BEN]
