"""Tests of the answers of standing orders in Kobold Bombs, which are always answers their seat could give."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from apps.games.kobolds import GAME
from apps.games.kobolds.foresight import find_bomb_receiver
from apps.games.kobolds.orders import HABITS, is_seat_named, obey
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import (
    Action,
    Fined,
    Order,
    Pass,
    Plan,
    Play,
    Profile,
    Reply,
    Skip,
    Soon,
    Tinker,
    Trick,
    Whom,
)
from apps.games.kobolds.tricks import get_trick
from apps.kernel.playout import play_out_match, play_silently
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, Table

When = Literal["always", "armed", "affected", "named"]
Replies = Literal["concerned", "any"]
PROFILES: tuple[When, ...] = ("always", "armed", "affected", "named")
HAND = "TR TR ME"


def answer(table: Table, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer, based on what the seat knows, after checking that it is legal."""
    action = GAME.obey(table.memory(seat), seat, order)
    assert action == obey(table.state, seat, order), "an order knows no more than its seat"
    assert action is None or action in table.legal(seat)
    return action


def wanting(table: Table, seat: Seat, replies: Replies = "concerned") -> set[str]:
    """Return the profiles under which the seat itself is asked."""
    answers = {when: answer(table, seat, Profile(when, replies)) for when in PROFILES}
    assert set(answers.values()) <= {None, Pass()}
    return {when for when, action in answers.items() if action is None}


def waiting(seat: Seat, word: str, target: Seat | None = None, *hands: str, make: Any = Table, **more: Any) -> Table:
    """Return a match in which the seat has played a trick that can be interrupted."""
    held = hands or (HAND, HAND, HAND, HAND)
    table: Table = make(4, *(f"{hand} {word}" if at == seat else hand for at, hand in enumerate(held)), **more)
    table.plays(seat, word, target)
    assert table.state.stack
    return table


# -- profiles: when to be asked ------------------------------------------------------------


def test_whoever_holds_the_bomb_is_asked_in_its_windows_whatever_the_profile() -> None:
    assert wanting(Table(4, HAND, HAND), ADA) == set(PROFILES)


def test_of_a_calm_window_nobody_else_hears_but_who_wants_to_be_asked_always() -> None:
    assert wanting(Table(4, HAND, HAND), BEN) == {"always"}


def test_an_armed_bomb_asks_the_affected_and_those_who_want_to_know_of_any() -> None:
    table = Table.armed(5, HAND, HAND, HAND, HAND, HAND, apparatus="AP1")
    assert wanting(table, BEN) == {"always", "armed", "affected"}, "the Dead Rat hits the holder's left"
    assert wanting(table, CLEO) == {"always", "armed"}


def test_whom_a_trick_names_is_asked_whatever_the_profile() -> None:
    table = waiting(BEN, "PICK", CLEO)
    assert wanting(table, CLEO) == set(PROFILES)
    assert wanting(table, DORA) == {"always"}


def test_whom_a_trick_would_give_the_bomb_or_take_it_from_is_asked_whatever_the_profile() -> None:
    table = waiting(BEN, "TRY", DORA)
    assert wanting(table, DORA) == wanting(table, ADA) == set(PROFILES)
    assert wanting(table, CLEO) == {"always"}
    assert wanting(waiting(BEN, "GIMME"), ADA) == set(PROFILES)


def test_of_a_trick_that_means_somebody_else_not_even_the_holder_hears() -> None:
    assert wanting(waiting(BEN, "PICK", CLEO), ADA) == {"always"}


def test_with_an_armed_bomb_its_holder_is_asked_about_every_trick_unless_only_a_name_counts() -> None:
    assert wanting(waiting(BEN, "PICK", CLEO, make=Table.armed), ADA) == {"always", "armed", "affected"}


def test_an_interrupt_changes_whom_the_trick_names() -> None:
    table = waiting(BEN, "PICK", CLEO, HAND, HAND, f"{HAND} NOTME", HAND)
    table.plays(CLEO, "NOTME", DORA)
    assert wanting(table, DORA) == set(PROFILES)
    assert wanting(table, ADA) == {"always"}


def test_whose_trick_was_answered_is_asked_whatever_the_profile() -> None:
    table = waiting(BEN, "PICK", CLEO, HAND, HAND, f"{HAND} NOWAY", HAND)
    table.plays(CLEO, "NOWAY")
    assert wanting(table, BEN) == set(PROFILES)


def test_an_armed_bomb_asks_nobody_whom_a_trick_does_not_concern() -> None:
    """Check edition 3 while the bomb hits Ada. Robbing Dora doesn't concern Cleo."""
    table = waiting(BEN, "PICK", DORA, make=Table.armed)
    assert wanting(table, CLEO) == {"always"}
    assert wanting(table, DORA) == set(PROFILES)


def test_who_wants_to_be_asked_about_any_trick_is() -> None:
    table = waiting(BEN, "PICK", DORA, make=Table.armed)
    assert wanting(table, CLEO, "any") == {"always", "armed"}


def test_by_older_editions_a_profile_asks_about_any_trick() -> None:
    table = waiting(BEN, "PICK", DORA, make=Table.armed, edition=2)
    assert wanting(table, CLEO) == wanting(table, CLEO, "any") == {"always", "armed"}
    answered = waiting(BEN, "PICK", CLEO, HAND, HAND, f"{HAND} NOWAY", HAND, edition=2)
    answered.plays(CLEO, "NOWAY")
    assert wanting(answered, BEN) == {"always"}


def test_whom_a_trick_would_kill_is_asked_about_it() -> None:
    """Check that Dora is asked. The Dead Rat hits the holder's left neighbour, so Dora once Cleo has the bomb."""
    table = waiting(BEN, "TRY", CLEO, make=Table.armed, apparatus="AP1")
    assert wanting(table, DORA) == {"always", "armed", "affected"}


def test_everybody_begins_with_the_habit_of_hearing_of_armed_bombs_and_of_what_concerns_them() -> None:
    assert GAME.habits == HABITS == (Profile("armed", "concerned"),)


def test_a_profile_is_tried_after_all_other_orders() -> None:
    assert Profile.last
    assert not any(getattr(order, "last", False) for order in (Plan, Reply, Trick))


# -- the next holder -----------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "word", "target", "to"), [
    (BEN, "GIMME", None, BEN),
    (ADA, "TAKE", DORA, DORA),
    (BEN, "TAKE", None, BEN),
    (BEN, "TRY", CLEO, CLEO),
    (BEN, "FRIEND", CLEO, None),
])  # fmt: skip
def test_it_is_known_whom_a_trick_hands_the_bomb(seat: Seat, word: str, target: Seat | None, to: Seat | None) -> None:
    state = waiting(seat, word, target).state
    item = find_effective_trick(state.stack)
    assert item is not None
    assert find_bomb_receiver(item) == to


def test_a_trick_that_was_stopped_names_nobody() -> None:
    table = waiting(BEN, "TRY", CLEO, HAND, HAND, f"{HAND} NOWAY", HAND)
    table.plays(CLEO, "NOWAY")
    assert not any(is_seat_named(table.state, seat) for seat in (ADA, BEN, CLEO, DORA))


# -- the holder's plan ---------------------------------------------------------------------


def planning(phase: Any = "tinker", **more: Any) -> Table:
    """Return a match in which Ada, in her first turn, holds a bomb of two mechanisms and a trick."""
    return Table(4, "TR01 TR02", HAND, inside="ME01 ME02 TR30", **({"phase": phase} | more))


def test_what_was_planned_is_exchanged() -> None:
    assert answer(planning(), ADA, Plan(1, "TR01", "ME01")) == Tinker("TR01", "ME01")


def test_a_plan_not_to_tinker_skips_it() -> None:
    assert answer(planning(), ADA, Plan(1)) == Skip()


def test_a_plan_to_be_asked_asks() -> None:
    assert answer(planning(), ADA, Plan(1, "ask")) is None


def test_a_plan_is_for_its_turn_and_for_who_holds_the_bomb() -> None:
    table = planning()
    assert answer(table, ADA, Plan(0)) is None
    assert answer(table, ADA, Plan(2, "TR01", "ME01")) is None
    assert answer(table, BEN, Plan(1)) is None


def test_after_the_planned_exchange_a_bomb_with_two_flaps_is_left_alone() -> None:
    table = planning(bomb="BO07")
    table.answers(ADA, Tinker("TR01", "ME01"))
    assert table.state.phase == "tinker"
    assert answer(table, ADA, Plan(1, "TR01", "ME01")) == Skip()


def test_a_planned_exchange_that_is_not_possible_any_more_is_a_question_again() -> None:
    """Check that an order's illegal answer counts as none."""
    table = planning()
    action = GAME.obey(table.memory(ADA), ADA, Plan(1, "TR47", "ME01"))
    assert action not in table.legal(ADA)


def test_after_tinkering_the_holder_passes_as_planned_while_the_bomb_is_calm() -> None:
    table = planning("trick2")
    assert answer(table, ADA, Plan(1)) == Pass()
    assert answer(table, ADA, Plan(1, after="ask")) is None
    assert answer(table, ADA, Plan(2)) is None
    assert answer(planning("trick1"), ADA, Plan(1)) is None, "what is planned comes after the first trick phase"


def test_a_plan_does_not_pass_for_an_armed_bomb_nor_for_a_trick() -> None:
    armed = Table.armed(4, HAND, HAND, HAND)
    assert answer(armed, ADA, Plan(1)) is None
    assert answer(waiting(BEN, "GIMME", phase="trick2"), ADA, Plan(1)) is None


# -- stored replies ------------------------------------------------------------------------


def reply(table: Table, seat: Seat, order: Reply) -> tuple[str, Seat | None] | None:
    """Return the interrupt and the player it names."""
    action = answer(table, seat, order)
    assert action is None or isinstance(action, Play)
    return (get_trick(action.card).key, action.target) if action else None


NO_WAY = ("NOWAY", None)


def facing(word: str, target: Seat | None, *, armed: bool = False, seat: Seat = BEN) -> Table:
    """Return a match in which a trick can be interrupted and Cleo holds all interrupts."""
    make = Table.armed if armed else Table
    return waiting(seat, word, target, HAND, HAND, f"{HAND} NOWAY MINE NOTME", HAND, make=make)


@pytest.mark.parametrize(("against", "word", "target", "armed", "fits"), [
    ("any", "RUMMAGE", None, False, True),
    ("RUMMAGE", "RUMMAGE", None, False, True),
    ("RUMMAGE", "ABOUT", None, False, False),
    ("gives me the bomb", "TRY", CLEO, False, True),
    ("gives me the bomb", "TRY", DORA, False, False),
    ("gives me the armed bomb", "TRY", CLEO, False, False),
    ("gives me the armed bomb", "TRY", CLEO, True, True),
    ("gives me the armed bomb", "TRY", DORA, True, False),
    ("hits me", "FRIEND", CLEO, True, True),
    ("hits me", "FRIEND", DORA, True, False),
    ("hits me", "CHAIN", CLEO, True, True),
    ("hits me", "PICK", CLEO, True, False),
    ("robs me", "PICK", CLEO, False, True),
    ("robs me", "PICK", DORA, False, False),
    ("robs me", "FRIEND", CLEO, False, False),
    ("names me", "PICK", CLEO, False, True),
    ("names me", "PEEK", DORA, False, False),
])  # fmt: skip
def test_a_stored_reply_answers_what_it_is_against(
    against: str, word: str, target: Seat | None, armed: bool, fits: bool
) -> None:
    table = facing(word, target, armed=armed)
    assert reply(table, CLEO, Reply("NOWAY", against)) == (NO_WAY if fits else None)


def test_a_stored_reply_needs_its_card() -> None:
    table = waiting(BEN, "RUMMAGE", None, HAND, HAND, "TR NOWAY", "TR01")
    assert reply(table, DORA, Reply("NOWAY")) is None
    assert reply(table, CLEO, Reply("MINE")) is None


def test_a_trick_is_taken_over_and_named_anew() -> None:
    table = facing("TRY", CLEO)
    assert reply(table, CLEO, Reply("MINE", "TRY", "player")) == ("MINE", BEN)
    assert reply(table, CLEO, Reply("MINE", "TRY", "holder")) == ("MINE", ADA)
    assert reply(table, CLEO, Reply("NOTME", "gives me the bomb", "left")) == ("NOTME", DORA)


def test_a_stored_reply_does_not_answer_ones_own_trick() -> None:
    table = facing("TRY", CLEO)
    table.plays(CLEO, "NOTME", DORA)
    assert reply(table, CLEO, Reply("NOWAY")) is None


# -- stored tricks -------------------------------------------------------------------------


def stored(table: Table, seat: Seat, key: str = "TROLL", **more: Any) -> bool:
    """Return whether the order plays the trick now."""
    action = answer(table, seat, Trick(key, **more))
    assert action is None or (isinstance(action, Play) and get_trick(action.card).key == key)
    return action is not None


def ready(**more: Any) -> Table:
    """Return a calm table where Ben can hide."""
    return Table(4, HAND, "TR TROLL", HAND, HAND, **more)


def primed(**more: Any) -> Table:
    """Return the same with a bomb that goes off in this turn and hits only its holder Ada."""
    return Table.armed(4, HAND, "TR TROLL", HAND, HAND, **more)


def test_a_stored_trick_is_played_in_the_first_window_that_fits() -> None:
    assert stored(ready(), BEN)
    assert not stored(Table(4, HAND, HAND), BEN), "Ben does not hold it"
    assert not stored(waiting(DORA, "RUMMAGE", None, HAND, "TR TROLL", HAND, HAND), BEN), "it is no interrupt"


@pytest.mark.parametrize(("holder", "held", "plays"), [
    ("any", BEN, True), ("me", ADA, False), ("me", BEN, True), ("others", ADA, True), ("others", BEN, False),
    ("0", ADA, True), ("2", ADA, False),
])  # fmt: skip
def test_a_stored_trick_waits_for_who_holds_the_bomb(holder: Any, held: Seat, plays: bool) -> None:
    assert stored(ready(holder=held), BEN, holder=holder) == plays


@pytest.mark.parametrize(("phase", "now", "plays"), [
    ("any", "trick1", True), ("1", "trick1", True), ("2", "trick1", False), ("1", "trick2", False),
    ("2", "trick2", True),
])  # fmt: skip
def test_a_stored_trick_waits_for_its_phase(phase: Any, now: Any, plays: bool) -> None:
    assert stored(ready(phase=now), BEN, phase=phase) == plays


def test_a_stored_trick_waits_for_an_armed_bomb_or_a_secured_one() -> None:
    assert (stored(ready(), BEN, bomb="armed"), stored(ready(), BEN, bomb="secured")) == (False, True)
    assert (stored(primed(), BEN, bomb="armed"), stored(primed(), BEN, bomb="secured")) == (True, False)


def test_a_stored_trick_may_wait_until_one_would_be_killed() -> None:
    assert stored(primed(apparatus="AP1"), BEN, doomed=True), "the Dead Rat hits the holder's left"
    assert not stored(primed(), BEN, doomed=True), "it hits Ada only"
    assert not stored(ready(), BEN, doomed=True), "the bomb is not armed"
    hidden = primed(apparatus="AP1", active=[("UNDIES", BEN)])
    assert not stored(hidden, BEN, doomed=True), "Ben is protected already"


def test_a_bomb_that_does_not_go_off_in_this_turn_kills_nobody_yet() -> None:
    fresh = primed(apparatus="AP1", primed=False)
    assert not stored(fresh, BEN, doomed=True)
    assert stored(fresh, BEN, bomb="armed")


def test_a_stored_trick_is_not_played_twice_in_a_turn() -> None:
    """Check that a permanent order plays one copy per turn, and not all of them at once."""
    table = Table(4, HAND, "TR RUMMAGE RUMMAGE", HAND, HAND)
    assert stored(table, BEN, "RUMMAGE", once=False)
    table.does(BEN, "RUMMAGE")
    assert not stored(table, BEN, "RUMMAGE", once=False)


def test_no_stored_trick_or_reply_costs_a_coin() -> None:
    """Check that Ben, a morning grouch and then tongue-tied, must decide himself what breaks his quirk."""
    grouch = Table(4, HAND, "TR TROLL", HAND, HAND, risen=(None, "RE06", None, None), gold=(3, 3, 3, 3))
    assert grouch.plays_of(BEN, "TROLL"), "he may, for a coin"
    assert not stored(grouch, BEN)
    tied = waiting(DORA, "RUMMAGE", None, HAND, "TR NOWAY", HAND, HAND, risen=(None, "RE05", None, None), gold=(3,) * 4)
    assert tied.plays_of(BEN, "NOWAY")
    assert reply(tied, BEN, Reply("NOWAY")) is None


@pytest.mark.parametrize(("target", "named"), [
    ("holder", ADA), ("leader", CLEO), ("left", CLEO), ("right", ADA), ("3", DORA), ("armer", DORA),
])  # fmt: skip
def test_an_order_knows_whom_it_means(target: Whom, named: Seat) -> None:
    table = Table(4, HAND, "TR FRIEND", HAND, HAND, gold=(1, 9, 4, 4), armer=DORA, inside="TR TR TR", phase="trick2")
    action = answer(table, BEN, Trick("FRIEND", target))
    assert isinstance(action, Play)
    assert action.target == named


def test_an_order_that_means_nobody_here_plays_nothing() -> None:
    table = Table(4, HAND, "TR FRIEND", HAND, HAND)
    for target in ("armer", "5", "player"):
        assert answer(table, BEN, Trick("FRIEND", target)) is None
    assert answer(Table(4, HAND, "TR PICK", HAND, HAND), BEN, Trick("PICK", "armer")) is None


# -- as soon as it fits --------------------------------------------------------------------


def soon(table: Table, seat: Seat, key: str, target: Whom = "leader") -> str:
    """Return the trick that the order plays now with the player it names, or an empty string."""
    action = answer(table, seat, Soon(key, target))
    assert action is None or isinstance(action, Play)
    if action is None:
        return ""
    return get_trick(action.card).key + (f" {action.target}" if action.target is not None else "")


def test_what_protects_waits_for_the_turn_in_which_one_would_be_killed() -> None:
    assert not soon(ready(), BEN, "TROLL")
    assert not soon(primed(), BEN, "TROLL"), "it hits Ada only"
    assert not soon(primed(apparatus="AP1", primed=False), BEN, "TROLL"), "it goes off in the next turn"
    assert soon(primed(apparatus="AP1"), BEN, "TROLL") == "TROLL"


def test_what_strikes_waits_until_it_hits_somebody_else() -> None:
    gold = (1, 4, 9, 4)
    assert not soon(Table(4, HAND, "TR FRIEND", HAND, HAND, gold=gold), BEN, "FRIEND")
    assert soon(Table.armed(4, HAND, "TR FRIEND", HAND, HAND, gold=gold), BEN, "FRIEND") == "FRIEND 2"
    assert not soon(Table.armed(4, HAND, "TR FRIEND", HAND, HAND, gold=gold), BEN, "FRIEND", "holder"), "hit already"


def test_whoever_would_be_killed_hands_the_bomb_on_but_takes_none_that_kills() -> None:
    assert soon(Table.armed(4, "TR TRY", HAND, HAND, HAND), ADA, "TRY", "left") == "TRY 1"
    assert not soon(Table.armed(4, "TR TRY", HAND, HAND, HAND), ADA, "TRY", "0")
    assert not soon(Table(4, "TR TRY", HAND, HAND, HAND), ADA, "TRY", "left"), "a calm bomb is no danger"
    assert soon(Table(4, HAND, "TR GIMME", HAND, HAND), BEN, "GIMME") == "GIMME"
    assert not soon(Table.armed(4, HAND, "TR GIMME", HAND, HAND), BEN, "GIMME")


def test_what_does_neither_is_played_at_the_first_legal_moment() -> None:
    assert soon(Table(4, HAND, "TR RUMMAGE", HAND, HAND), BEN, "RUMMAGE") == "RUMMAGE"
    assert not soon(waiting(DORA, "PICK", ADA, HAND, "TR RUMMAGE", HAND, HAND), BEN, "RUMMAGE"), "it is no interrupt"
    assert not soon(Table(4, HAND, HAND, HAND, HAND), BEN, "RUMMAGE"), "Ben does not hold it"


def test_an_interrupt_waits_for_a_trick_that_harms() -> None:
    assert soon(facing("PICK", CLEO), CLEO, "NOWAY") == "NOWAY"
    assert soon(facing("PICK", CLEO), CLEO, "NOTME", "player") == "", "whoever robs cannot rob themselves"
    assert not soon(facing("PICK", DORA), CLEO, "NOWAY")
    assert not soon(facing("TRY", CLEO), CLEO, "NOWAY"), "a calm bomb is no harm"
    assert soon(facing("TRY", CLEO, armed=True), CLEO, "NOTME", "player") == "NOTME 1"
    assert soon(facing("FRIEND", CLEO, armed=True), CLEO, "MINE", "player") == "MINE 1"
    assert not soon(facing("FRIEND", CLEO, armed=True), CLEO, "MINE", "2"), "that would help nobody"


def test_an_interrupt_defends_ones_own_trick() -> None:
    table = waiting(BEN, "PICK", CLEO, HAND, f"{HAND} NOWAY", f"{HAND} NOWAY", HAND)
    assert not soon(table, BEN, "NOWAY"), "nobody answers themselves"
    table.plays(CLEO, "NOWAY")
    assert soon(table, BEN, "NOWAY") == "NOWAY"


def test_an_order_answers_in_windows_that_concern_somebody_else() -> None:
    """Check edition 3. Dora is robbed and Cleo isn't awaited, but her No Way! is still played."""
    table = facing("PICK", DORA)
    assert [(ask.seat, ask.expected) for ask in GAME.asks(table.state)] == [(ADA, True), (CLEO, False), (DORA, True)]
    assert reply(table, CLEO, Reply("NOWAY")) == NO_WAY


def test_no_order_chooses_cards_of_the_bomb_or_knows_cards_that_are_none() -> None:
    assert not soon(Table(4, HAND, "TR QUICK", HAND, HAND), BEN, "QUICK")
    assert not soon(Table(4, HAND, "TR TR", HAND, HAND), BEN, "NOSUCH")
    assert Soon("TROLL").once


# -- bad input -----------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    {"order": "profile", "when": "sometimes"},
    {"order": "plan", "turn": -1},
    {"order": "plan", "turn": 1, "after": "explode"},
    {"order": "reply", "play": "TROLL"},
    {"order": "reply", "play": "NOWAY", "against": "whatever"},
    {"order": "trick", "play": "troll"},
    {"order": "trick", "play": "TROLL", "holder": "6"},
    {"order": "trick", "play": "TROLL", "target": "nobody"},
    {"order": "trick", "play": "TROLL", "unknown": 1},
    {"order": "profile", "replies": "sometimes"},
    {"order": "soon", "play": "troll"},
    {"order": "soon", "play": "TROLL", "once": False},
])  # fmt: skip
def test_an_order_that_is_none_is_refused(words: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(words, GAME.order)


def test_orders_play_whole_matches_and_never_pay() -> None:
    """Check players with many orders who pass otherwise. Quirks could be broken for gold, but never are."""
    many: tuple[Order, ...] = (
        *(Reply(play, "any", once=False) for play in ("NOWAY", "NOTME", "MINE")),
        *(Soon(key, "left") for key in ("NOWAY", "STICK", "TRY", "SPLINTER", "UNDIES", "SLOW")),
        *(Trick(key, "left", once=False) for key in ("TROLL", "FRIEND", "PICK", "RUMMAGE", "TRY", "CHAIN")),
        Profile("named"),
    )

    says_nothing = play_silently(GAME)

    def choose(state: Any, ask: Any, luck: Any) -> Any:
        for order in many:
            action = GAME.obey(state, ask.seat, order)
            if action is not None:
                assert action in GAME.legal(state, ask.seat)
                return action
        return GAME.bot(state, ask.seat, luck) if ask.about == "tinker" else says_nothing(state, ask, luck)

    seen: set[str] = set()
    for seed in range(4):
        luck = seed.to_bytes(32, "big")
        match = play_out_match(GAME, GAME.setup(4, {"gold": 5, "patience": 2, "resurrection": True}), luck, choose)
        for step in match.steps:
            if isinstance(step.action, Play):
                assert not any(isinstance(fact, Fined) for fact in step.facts)
        seen |= {type(fact).__name__ for fact in match.events()}
    assert {"Played", "Settled", "Exploded", "Risen"} <= seen
