"""The rules of Kobold Bombs by example, in order: K1–K46 and K61–K64, and what the rules leave open.

Explosions (K47–K60) are in `test_explosion`, tricks one by one in `test_tricks`, breaches of resurrection cards in
`test_penalties`, and the example of the rules (K65–K73) in `test_example`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from apps.games.kobolds import GAME
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import (
    APPARATUSES,
    BASE_CARDS,
    MECHANISM,
    MECHANISMS,
    RESURRECTIONS,
    TRICKS,
    CardId,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.penalties import PENALTIES
from apps.games.kobolds.state import (
    Armed,
    Bared,
    Began,
    BoughtOff,
    Built,
    BuyOff,
    Dealt,
    Demanded,
    Drew,
    Drop,
    Dropped,
    Event,
    Exploded,
    Faces,
    Fined,
    Handed,
    Lift,
    Looked,
    Obey,
    Pass,
    Pay,
    Phased,
    Play,
    Secured,
    Settled,
    Shown,
    Shuffled,
    Skip,
    State,
    Swapped,
    Tinker,
    Turned,
    Warned,
)
from apps.games.kobolds.tricks import list_active_copies
from apps.kernel.chance import Chance
from apps.kernel.playout import play_out_match, play_silently
from apps.kernel.table import PUBLIC, Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, SEED, Table, everything

SEEDS = [bytes([number]) * 32 for number in range(12)]


def dealt(seats: int, seed: bytes = SEED) -> list[Event]:
    return list(GAME.deal(GAME.setup(seats), Chance(seed, 0)))


def begun(seats: int, seed: bytes = SEED) -> State:
    state: State = GAME.recall(GAME.setup(seats), dealt(seats, seed))
    return state


def of(wanted: type[Event], facts: list[Event]) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, wanted)]


def phases(facts: list[Event]) -> list[str]:
    return [fact.phase for fact in of(Phased, facts)]


def tinkers(table: Table) -> list[Tinker]:
    return [act for act in table.legal(table.state.holder) if isinstance(act, Tinker)]


def tinker(table: Table, give: str, take: str) -> list[Event]:
    """Exchange the holder's first card of this kind (or name) for the first of that."""
    act = next(act for act in tinkers(table) if act.give.startswith(give) and act.take.startswith(take))
    return table.answers(table.state.holder, act)


def quirked(card: CardId, *hands: str, **more: Any) -> Table:
    """Return a match in which Ada follows this resurrection card and holds the bomb. Everyone has 3 gold."""
    seats = max(3, len(hands))
    given = {"gold": (3,) * seats, **more}
    return Table(seats, *hands, resurrection=True, risen=(card, *(None,) * (seats - 1)), **given)


def begins(table: Table) -> list[Event]:
    """Hand Ada the bomb, as if it had just come to her."""
    return table.happens(Handed(Seat(2), ADA, trick=False))


# -- aim, material, set-up -----------------------------------------------------------------


def test_k01_kobolds_tinker_until_it_explodes_and_gold_is_paid() -> None:
    table = Table(3, "TR", "TR", "TR", phase="tinker", inside="TR TR ME")
    assert of(Armed, tinker(table, "TR", "ME"))
    table.passes()
    facts = table.passes()  # Ben's first trick phase
    facts += table.answers(BEN, Skip()) + table.passes()
    assert of(Exploded, facts)
    assert sum(table.state.gold) > 0


def test_k02_the_first_with_ten_gold_wins() -> None:
    table = Table.armed(3, "TR", "TR", "TR", gold=(9, 9, 0))
    table.passes()
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 1, 3), (9, 10, 1))


def test_k03_ten_bomb_cards_say_how_a_bomb_is_built() -> None:
    assert len(BOMBS) == 10
    assert Counter(bomb.mechanisms for bomb in BOMBS.values()) == {3: 4, 4: 2, 5: 2, 2: 2}


def test_k04_seven_apparatuses_of_which_one_is_in_a_bomb_at_most() -> None:
    assert len(APPARATUSES) == 7
    table = Table(3, "AP1", phase="tinker", inside="AP2 ME ME")
    assert [get_card_kind(act.take) for act in tinkers(table)] == ["AP"]


def test_k05_eighteen_resurrection_cards_are_no_part_of_the_game_unless_agreed() -> None:
    assert len(PENALTIES) == len(RESURRECTIONS) == 18
    table = Table.armed(3, "TR", "TR", "TR")
    table.passes()
    assert table.state.risen == (None, None, None)


def test_k06_ten_mechanisms_of_which_one_after_the_other_leaves_the_bomb() -> None:
    assert len(MECHANISMS) == 10
    table = Table(3, "TR", phase="tinker", inside="ME ME ME")
    tinker(table, "TR", "ME")
    assert sum(get_card_kind(card) == MECHANISM for card in table.state.inside) == 2
    assert get_card_kind(table.state.hands[ADA][-1]) == MECHANISM


def test_k07_a_trick_in_the_bomb_does_nothing_but_take_up_room() -> None:
    table = Table(3, "TROLL", phase="tinker", inside="ME ME ME")
    tinker(table, "TR", "ME")
    assert table.state.active == ()
    assert len(TRICKS) == 47


def test_k08_gold_is_never_used_up_and_markers_lie_with_whoever_armed_it() -> None:
    table = Table.armed(3, "TR", "TR", "TR", gold=(60, 60, 60), target=10, active=[("TROLL", ADA)])
    table.passes()
    assert sum(table.state.gold) > 180


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_k09_bombs_and_mechanisms_are_piles_of_their_own(seats: int) -> None:
    state = begun(seats)
    assert not [card for card in (*state.deck, *state.discards) if get_card_kind(card) in ("BO", MECHANISM)]
    assert len(state.mechanisms) == 10 - len(state.inside)
    assert sorted(everything(state)) == sorted(card for card in BASE_CARDS if get_card_kind(card) != "BO")


@pytest.mark.parametrize("seed", SEEDS)
def test_k10_the_first_bomb_is_built_as_its_card_says(seed: bytes) -> None:
    built = of(Built, dealt(3, seed))[0]
    assert len(built.inside) == BOMBS[built.bomb].mechanisms
    assert {get_card_kind(card) for card in built.inside} == {MECHANISM}


def test_k10_chance_draws_the_bomb() -> None:
    assert len({of(Built, dealt(3, seed))[0].bomb for seed in SEEDS}) > 3


def test_k11_everybody_sees_what_kind_of_bomb_it_is_and_a_new_one_hides_nothing() -> None:
    facts = dealt(3)
    setup = GAME.setup(3)
    watching = GAME.recall(setup, [fact for fact in facts if not of(Faces, [fact])], PUBLIC)
    assert (watching.bomb, watching.inside) == (begun(3).bomb, begun(3).inside)


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_k12_everybody_is_dealt_four_of_the_others(seats: int) -> None:
    deals = of(Dealt, dealt(seats))
    assert [fact.seat for fact in deals] == list(range(seats))
    assert {len(fact.cards) for fact in deals} == {4}
    assert not any(map(is_face, (card for fact in deals for card in fact.cards)))


def test_k13_the_next_card_lies_open_and_only_that_one() -> None:
    state = begun(4)
    watching = GAME.recall(GAME.setup(4), dealt(4), PUBLIC)
    assert watching.top == state.deck[0]
    assert watching.deck == ()
    assert watching.left == len(state.deck) == 54 - 16 - 1, "the first holder has drawn"


def test_k14_the_discard_pile_becomes_the_draw_pile_the_moment_that_is_used_up() -> None:
    table = Table(3, "TR", "TR", "TR", deck="AP1", phase="draw")
    thrown = len(table.state.discards)
    facts = table.happens(Handed(CLEO, ADA, trick=False))
    drew = of(Drew, facts)[0]
    assert (drew.card, drew.top) == ("AP1", None)
    assert of(Turned, facts) == [Turned(table.state.deck[0], thrown)]
    assert of(Shuffled, facts)[0].pile == table.state.deck
    assert table.state.discards == ()


def test_k14_nobody_sees_what_is_discarded() -> None:
    table = quirked("RE08", "TR TR", gold=(0, 0, 0))
    begins(table)
    assert table.memory(BEN).discards == ("TR",)


def test_k15_luck_says_who_looks_like_a_kobold() -> None:
    assert {of(Began, dealt(4, seed))[0].seat for seed in SEEDS} == {0, 1, 2, 3}


# -- the turn ------------------------------------------------------------------------------


def test_k16_a_turn_lasts_from_one_handover_to_the_next() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2")
    table.passes()
    assert (table.state.turn, table.state.holder) == (2, BEN)


def test_k17_clockwise_unless_a_card_says_otherwise() -> None:
    for lying, to in (((), BEN), ((("ABOUT", CLEO),), CLEO)):
        table = Table(3, "TR", "TR", "TR", phase="trick2", active=lying)
        assert Handed(ADA, to, trick=False) in table.passes()


def test_k18_a_stolen_bomb_leaves_out_what_was_to_come() -> None:
    table = Table(3, "TR", "GIMME TR", "TR")
    facts = table.does(BEN, "GIMME")
    assert "tinker" not in phases(facts[: facts.index(Handed(ADA, BEN, trick=True))])
    assert phases(facts) == ["draw", "trick1"]


@pytest.mark.parametrize("phase", ["trick1", "trick2"])
@pytest.mark.parametrize("to", [ADA, BEN, CLEO])
def test_k19_a_new_turn_begins_with_its_first_phase_for_whomever_it_is_handed_to(phase: Any, to: Seat) -> None:
    table = Table(3, "TR", "TRY TR", "TR", phase=phase)
    facts = table.does(BEN, "TRY", to)
    assert (table.state.holder, table.state.turn, table.state.phase) == (to, 2, "trick1")
    assert [fact.seat for fact in of(Drew, facts)] == [to]


def test_k19_whoever_gets_it_back_may_tinker_again() -> None:
    table = Table(3, "TR TR TRY", "TR", "TR", phase="tinker")
    tinker(table, "TR", "ME")
    table.does(ADA, "TRY", ADA)
    table.passes()
    assert table.state.phase == "tinker"
    assert tinkers(table)


def test_k20_the_holder_looks_into_the_bomb_and_others_see_backs() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2", inside="TR AP1 ME")
    facts = table.passes()
    assert Looked((BEN,), table.state.inside) in facts
    assert table.memory(CLEO).inside == ("TR", "AP", "ME")
    assert table.memory(BEN).inside == table.state.inside


def test_k21_six_phases() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2")
    facts = table.passes()
    assert phases(facts) == ["end", "draw", "trick1"]
    assert phases(table.passes()) == ["tinker"]
    assert phases(table.answers(BEN, Skip())) == ["trick2"]


# -- 1 draw --------------------------------------------------------------------------------


def test_k22_the_holder_draws_the_open_card() -> None:
    table = Table(3, "TR", deck="AP1 AP2")
    facts = begins(table)
    assert of(Drew, facts) == [Drew(ADA, "AP1", "AP2")]


def test_k23_nobody_draws_while_the_bomb_is_armed() -> None:
    table = Table.armed(3, "TR TRY", "TR", "TR")
    facts = table.does(ADA, "TRY", BEN)
    assert of(Drew, facts) == []
    assert table.state.blocked


def test_k23_fairies_block_nothing() -> None:
    table = Table(3, "TR", "TR", "TR", bomb="BO09", phase="tinker", inside="TR ME")
    facts = tinker(table, "TR", "ME")
    assert Armed(ADA, None, blocked=False) in facts
    assert of(Drew, table.passes()), "Ben draws though it is armed"
    assert table.state.primed


def test_k24_a_hand_has_no_limit() -> None:
    table = Table(3, "TR " * 20)
    begins(table)
    assert len(table.state.hands[ADA]) == 21


# -- 2 tricks before the tinkering ---------------------------------------------------------


def test_k25_everybody_may_play_as_many_tricks_as_they_like_one_at_a_time() -> None:
    table = Table(3, "TROLL", "TROLL SPLINTER", "FRIEND TR")
    table.does(BEN, "TROLL")
    table.does(CLEO, "FRIEND", CLEO)
    table.does(BEN, "SPLINTER")
    assert [each.seat for each in table.state.active] == [BEN, CLEO, BEN]


def test_k26_a_card_is_discarded_once_it_is_followed() -> None:
    table = Table(3, "RUMMAGE TR", "TR", "TR")
    card = table.card(ADA, "RUMMAGE")
    table.does(ADA, "RUMMAGE")
    assert card in table.state.discards


def test_k27_of_several_at_a_time_the_first_clockwise_from_the_holder_plays() -> None:
    table = Table(3, "TR", "GIMME TR", "GIMME TR", holder=ADA)
    table.answers(CLEO, Play(table.card(CLEO, "GIMME")))
    table.answers(BEN, Play(table.card(BEN, "GIMME")))
    table.answers(ADA, Pass())
    assert [item.seat for item in table.state.stack] == [BEN]


def test_k28_it_ends_when_nobody_plays_or_the_bomb_must_be_handed_on() -> None:
    table = Table(3, "TR", "TROLL GIMME", "TR")
    table.does(BEN, "TROLL")
    assert table.state.phase == "trick1"
    assert of(Handed, table.does(BEN, "GIMME"))


def test_k29_of_the_phases_left_only_the_handover_takes_place() -> None:
    """Check that the armed bomb doesn't go off for the player handing it on, and temporary cards are gone."""
    table = Table.armed(3, "TR", "GIMME TR", "TR", active=[("TROLL", ADA), ("UNDIES", CLEO)])
    facts = table.does(BEN, "GIMME")
    assert of(Exploded, facts) == []
    assert [each.seat for each in table.state.active] == [CLEO]


# -- 3 tinkering ---------------------------------------------------------------------------


def test_k30_the_holder_may_exchange_one_card_once_in_this_phase() -> None:
    table = Table(3, "TR AP1", "TR", "TR", phase="tinker")
    assert Skip() in table.legal(ADA)
    assert {(act.give, act.take) for act in tinkers(table)} == {
        (give, take) for give in table.state.hands[ADA] for take in table.state.inside
    }
    assert phases(tinker(table, "AP1", "ME")) == ["trick2"]
    assert not tinkers(table)
    assert not Table(3, "TR", "TR", phase="tinker").legal(BEN)


def test_k30_gnomes_let_the_holder_tinker_twice_one_exchange_after_the_other() -> None:
    table = Table(3, "TR TR TR", "TR", "TR", bomb="BO07", phase="tinker", inside="ME ME ME ME ME")
    assert phases(tinker(table, "TR", "ME")) == []
    assert Skip() in table.legal(ADA)
    assert any(get_card_kind(act.give) == MECHANISM for act in tinkers(table)), "what just came out may go in again"
    assert phases(tinker(table, "TR", "ME")) == ["trick2"]


def test_k30_nobody_is_asked_without_cards() -> None:
    """Check edge 6."""
    table = Table(3, "", "TR", "TR")
    assert phases(table.passes()) == ["tinker", "trick2"]


def test_k31_the_bomb_card_stays() -> None:
    table = Table(3, "TR", phase="tinker")
    assert not [act for act in tinkers(table) if get_card_kind(act.take) == "BO"]


def test_k32_a_second_apparatus_takes_the_place_of_the_first() -> None:
    """Check edge 4."""
    table = Table(3, "AP1 TR", phase="tinker", inside="AP2 ME ME")
    assert {(act.give, act.take) for act in tinkers(table) if get_card_kind(act.give) == "AP"} == {("AP1", "AP2")}
    assert {get_card_kind(act.take) for act in tinkers(table) if get_card_kind(act.give) == "TR"} == {"AP", "ME"}


def test_k33_the_bomb_is_armed_by_the_last_mechanism_out_and_secured_by_one_in() -> None:
    table = Table(3, "TR", phase="tinker", inside="TR TR ME")
    assert of(Armed, tinker(table, "TR", "ME"))
    table = Table.armed(3, "ME", phase="tinker")
    assert of(Secured, tinker(table, "ME", "TR"))


def test_k33_a_mechanism_for_the_last_mechanism_arms_nothing() -> None:
    """Check edge 5."""
    table = Table(3, "ME", phase="tinker", inside="TR TR ME")
    facts = tinker(table, "ME", "ME")
    assert not of(Armed, facts) + of(Secured, facts) + of(Warned, facts)


def test_k34_who_armed_it_lays_both_markers_and_says_what_will_happen() -> None:
    table = Table(3, "AP3 TR", phase="tinker", inside="TR TR ME")
    assert Armed(ADA, "AP3", blocked=True) in tinker(table, "AP3", "ME")
    assert (table.state.armer, table.state.blocked) == (ADA, True)
    assert "AP3" in table.memory(PUBLIC).inside


def test_k34_a_trick_draws_from_a_blocked_pile() -> None:
    table = Table.armed(3, "TR", "RUMMAGE TR", "TR")
    assert [fact.seat for fact in of(Drew, table.does(BEN, "RUMMAGE"))] == [BEN, BEN]


def test_k35_whoever_changes_an_armed_bomb_says_it_anew() -> None:
    table = Table.armed(3, "AP3", "TR", apparatus="AP1", phase="tinker")
    assert Warned(ADA, "AP3") in tinker(table, "AP3", "AP1")
    assert table.state.armer == BEN, "the marker stays where it is"


def test_k36_it_goes_off_in_the_turn_after_the_one_in_which_it_was_armed() -> None:
    table = Table(3, "TR", "TR", "TR", phase="tinker", inside="TR TR ME")
    tinker(table, "TR", "ME")
    facts = table.passes()
    assert of(Exploded, facts) == []
    assert Handed(ADA, BEN, trick=False) in facts
    table.passes()
    table.answers(BEN, Skip())
    assert of(Exploded, table.passes())


def test_k36_a_new_turn_of_the_same_holder_counts() -> None:
    table = Table(3, "TR TRY TR", "TR", "TR", phase="tinker", inside="TR TR ME")
    tinker(table, "TR", "ME")
    table.does(ADA, "TRY", ADA)
    table.passes()
    table.answers(ADA, Skip())
    assert of(Exploded, table.passes())


def test_k37_securing_it_ends_permanent_tricks_and_takes_both_markers_away() -> None:
    """Check edge 2. The bomb doesn't go off, and the next holder draws again."""
    table = Table.armed(3, "ME", "TR", "TR", phase="tinker", active=[("UNDIES", BEN), ("CHAIN", CLEO, ADA)])
    facts = tinker(table, "ME", "TR")
    assert Secured(ADA) in facts
    assert table.state.active == ()
    assert (table.state.armer, table.state.blocked, table.state.primed) == (None, False, False)
    facts = table.passes()
    assert of(Exploded, facts) == []
    assert [fact.seat for fact in of(Drew, facts)] == [BEN]


# -- 4 to 6 --------------------------------------------------------------------------------


def test_k38_tricks_after_the_tinkering_go_like_those_before() -> None:
    table = Table(3, "TR", "TROLL GIMME", "TR", phase="trick2")
    table.does(BEN, "TROLL")
    assert table.state.phase == "trick2"
    assert of(Handed, table.does(BEN, "GIMME"))


@pytest.mark.parametrize("inside", ["TR TR ME", "TR TR TR"])
def test_k39_nothing_happens_to_a_secured_bomb_or_one_armed_in_this_turn(inside: str) -> None:
    armer = ADA if inside.endswith("TR") else None
    table = Table(3, "TR", "TR", "TR", inside=inside, phase="trick2", armer=armer, primed=False)
    assert of(Exploded, table.passes()) == []


def test_k40_it_explodes_if_it_was_armed_at_the_beginning_and_never_secured() -> None:
    assert of(Exploded, Table.armed(3, "TR", "TR", "TR").passes())


def test_k40_secured_and_armed_again_in_one_turn_it_does_not_explode() -> None:
    """Check K-A15 with both exchanges of a gnome bomb."""
    table = Table.armed(3, "ME TR", "TR", "TR", bomb="BO07", phase="tinker")
    assert of(Secured, tinker(table, "ME", "TR"))
    assert of(Armed, tinker(table, "TR", "ME"))
    assert table.state.armer == ADA
    facts = table.passes()
    assert of(Exploded, facts) == []
    assert table.state.primed, "but in the next turn it does"


def test_k41_the_bomb_goes_to_the_next_player() -> None:
    table = Table(4, "TR", "TR", "TR", "TR", phase="trick2", holder=DORA)
    assert Handed(DORA, ADA, trick=False) in table.passes()


def test_k42_k43_temporary_tricks_lie_until_the_handover_and_k44_permanent_ones_stay() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2", active=[("TROLL", BEN), ("ABOUT", CLEO)])
    troll, about = (each.card for each in table.state.active)
    table.passes()
    assert [each.card for each in table.state.active] == [about]
    assert troll in table.state.discards
    assert about not in table.state.discards


def test_k45_an_interrupt_answers_the_trick_before_it_happens() -> None:
    table = Table(3, "NOWAY", "GIMME TR", "TR")
    table.plays(BEN, "GIMME")
    assert table.state.holder == ADA
    table.plays(ADA, "NOWAY")
    table.settles()
    assert table.state.holder == ADA
    assert table.state.phase == "trick1"


def test_k46_a_mission_is_paid_though_its_trick_was_never_played() -> None:
    table = Table.armed(3, "TR40", "TR", "TR")
    table.passes()
    assert table.state.gold == (1, 1, 1)


# -- resurrection --------------------------------------------------------------------------


def test_k61_k62_whoever_is_killed_comes_back_with_a_card_for_all_to_see() -> None:
    table = Table.armed(3, "TR", "TR", "TR", resurrection=True)
    table.passes()
    assert [card is not None for card in table.state.risen] == [True, False, False]
    assert table.memory(PUBLIC).risen == table.state.risen


def test_k63_a_breach_costs_a_coin_when_it_is_carried_out_not_when_it_is_sealed() -> None:
    table = Table(3, "TROLL TR", "GIMME TR", "TR", resurrection=True, risen=(None, "RE06", None), gold=(0, 1, 0))
    table.answers(BEN, Play(table.card(BEN, "GIMME")))
    table.answers(CLEO, Pass())
    table.answers(ADA, Play(table.card(ADA, "TROLL")))
    assert table.state.gold == (0, 1, 0), "Ada's trick came first"
    table.settles()
    facts = table.plays(BEN, "GIMME")
    assert of(Fined, facts) == [Fined(BEN, "RE06")]
    assert table.state.gold == (0, 0, 0)


def test_k64_two_gold_buy_it_off_while_the_question_stays_open() -> None:
    table = quirked("RE01", "TR", "TR", "TR", phase="tinker", gold=(2, 0, 0))
    key = GAME.asks(table.state)[0].key
    assert BoughtOff(ADA, "RE01") in table.answers(ADA, BuyOff())
    assert (table.state.gold, table.state.risen, table.state.buried) == ((0, 0, 0), (None,) * 3, ("RE01",))
    assert GAME.asks(table.state)[0].key == key
    assert of(Fined, tinker(table, "TR", "ME")) == []


def test_k64_one_gold_does_not() -> None:
    assert BuyOff() not in quirked("RE01", "TR", phase="tinker", gold=(1, 0, 0)).legal(ADA)


@pytest.mark.parametrize(("card", "phase"), [("RE08", "draw"), ("RE15", "draw"), ("RE03", "end"), ("RE09", "end")])
def test_k64_it_is_bought_off_in_the_very_moment_it_asks_something(card: str, phase: str) -> None:
    table = quirked(card, "TR TR TR TR TR TR", "TR", "TR", phase="trick2")
    table.passes() if phase == "end" else begins(table)
    assert table.questions() == [(ADA, "quirk")]
    before = table.state.hands[ADA]
    facts = table.answers(ADA, BuyOff())
    assert table.questions() != [(ADA, "quirk")]
    assert of(Fined, facts) == of(Dropped, facts) == []
    assert table.state.gold[ADA] == 1
    if phase == "end":
        assert Handed(ADA, BEN, trick=False) in facts
    else:
        assert table.state.hands[ADA][:-1] == before, "she draws"


def test_wrong_way_brain_hands_it_on_the_wrong_way_or_pays() -> None:
    table = quirked("RE03", "TR", "TR", "TR", "TR", phase="trick2")
    table.passes()
    assert Handed(ADA, DORA, trick=False) in table.answers(ADA, Obey())
    table = quirked("RE03", "TR", "TR", "TR", "TR", phase="trick2")
    table.passes()
    facts = table.answers(ADA, Pay())
    assert facts[:2] == [Fined(ADA, "RE03"), Handed(ADA, BEN, trick=False)]


def test_wrong_way_is_against_the_way_play_goes() -> None:
    table = quirked("RE03", "TR", "TR", "TR", "TR", phase="trick2", gold=(0,) * 4, active=[("ABOUT", CLEO)])
    assert Handed(ADA, BEN, trick=False) in table.passes(), "without gold there is nothing to ask"


def test_a_trick_hands_it_on_whatever_way_the_brain_goes() -> None:
    table = quirked("RE03", "TR", "GIMME TR", "TR", "TR")
    facts = table.does(BEN, "GIMME")
    assert Handed(ADA, BEN, trick=True) in facts
    assert of(Fined, facts) == []


def test_butterfingers_drop_a_card_in_every_turn_before_drawing_or_pay() -> None:
    table = quirked("RE08", "TR TR", deck="AP1 AP2")
    assert phases(begins(table)) == []
    facts = table.answers(ADA, Obey())
    assert [type(fact) for fact in facts[:4]] == [Faces, Dropped, Phased, Drew]
    assert len(table.state.hands[ADA]) == 2
    begins(table)
    facts = table.answers(ADA, Pay())
    assert [type(fact) for fact in facts[:3]] == [Fined, Phased, Drew]
    assert len(table.state.hands[ADA]) == 3


def test_a_dropped_mechanism_goes_back_to_its_pile() -> None:
    """Check rule K-A3."""
    table = quirked("RE08", "ME", gold=(0, 0, 0), closed_hands=True)
    before = len(table.state.mechanisms)
    begins(table)
    assert len(table.state.mechanisms) == len(table.memory(BEN).mechanisms) == before + 1
    assert table.state.hands[ADA] == (of(Drew, table.log)[0].card,)


def test_a_small_rucksack_is_emptied_card_by_card_before_the_bomb_is_handed_on() -> None:
    table = quirked("RE09", "TR TR TR TR TR TR", "TR", "TR", phase="trick2")
    table.passes()
    assert GAME.asks(table.state)[0].default == Drop(table.state.hands[ADA][0]), "silence drops the oldest"
    facts = table.answers(ADA, Drop(table.state.hands[ADA][2]))
    assert of(Handed, facts) == []
    facts = table.answers(ADA, Drop(table.state.hands[ADA][0]))
    assert of(Handed, facts)
    assert len(table.state.hands[ADA]) == 4


@pytest.mark.parametrize("phase", ["trick1", "trick2"])
@pytest.mark.parametrize(("word", "to"), [("GIMME", BEN), ("TRY", ADA), ("TRY", CLEO)])
def test_a_small_rucksack_is_emptied_at_the_end_of_a_turn_that_a_trick_ends(phase: Any, word: str, to: Seat) -> None:
    """Check that RE09 asks at the end of each turn. Nothing else of the turn precedes the handover (K29)."""
    table = quirked("RE09", "TR TR TR TR TR TR", f"{word} TR", "TR", phase=phase)
    facts = table.does(BEN, word, None if word == "GIMME" else to)
    assert Demanded(ADA, to) in facts
    assert of(Handed, facts) == []
    assert table.questions() == [(ADA, "quirk")]
    assert {who: table.memory(who).bound_for for who in (ADA, BEN, CLEO, PUBLIC)} == dict.fromkeys(
        (0, 1, 2, PUBLIC), to
    )
    assert of(Handed, table.answers(ADA, Drop(table.state.hands[ADA][1]))) == []
    facts = table.answers(ADA, Drop(table.state.hands[ADA][0]))
    assert of(Handed, facts) == [Handed(ADA, to, trick=True)]
    assert (table.state.holder, table.state.bound_for, table.state.turn) == (to, None, 2)


def test_a_coin_or_being_rid_of_it_hands_the_demanded_bomb_on_at_once() -> None:
    for act in (Pay(), BuyOff()):
        table = quirked("RE09", "TR TR TR TR TR TR", "GIMME TR", "TR")
        table.does(BEN, "GIMME")
        assert of(Handed, table.answers(ADA, act)) == [Handed(ADA, BEN, trick=True)]
        assert len(table.state.hands[ADA]) == 6


def test_a_primed_bomb_that_is_demanded_does_not_go_off_while_a_rucksack_is_emptied() -> None:
    """Check K29. The explosion is skipped with all other phases."""
    table = Table.armed(3, "TR " * 6, "GIMME TR", "TR", resurrection=True, risen=("RE09", None, None), gold=(0, 0, 0))
    table.does(BEN, "GIMME")
    outlook = GAME.board(table.state, PUBLIC).outlook
    assert outlook.when == "next"
    for _ in range(2):
        assert of(Exploded, table.answers(ADA, Drop(table.state.hands[ADA][0]))) == []
    assert (table.state.holder, table.state.primed) == (BEN, True)


def test_a_rucksack_with_room_lets_the_bomb_go_at_once() -> None:
    table = quirked("RE09", "TR TR TR TR", "GIMME TR", "TR")
    facts = table.does(BEN, "GIMME")
    assert (of(Demanded, facts), of(Handed, facts)) == ([], [Handed(ADA, BEN, trick=True)])


def test_by_the_first_edition_a_trick_takes_the_bomb_past_a_rucksack() -> None:
    table = quirked("RE09", "TR TR TR TR TR TR", "GIMME TR", "TR", edition=1)
    assert Handed(ADA, BEN, trick=True) in table.does(BEN, "GIMME")
    assert len(table.state.hands[ADA]) == 6


def test_a_coin_keeps_the_rucksack_full_for_one_turn() -> None:
    table = quirked("RE09", "TR TR TR TR TR TR TR", "TR", "TR", phase="trick2")
    table.passes()
    facts = table.answers(ADA, Pay())
    assert (len(of(Fined, facts)), len(of(Handed, facts))) == (1, 1)
    assert len(table.state.hands[ADA]) == 7


def test_without_gold_a_rucksack_must_be_emptied() -> None:
    table = quirked("RE09", "TR TR TR TR TR", "TR", "TR", phase="trick2", gold=(0, 0, 0))
    table.passes()
    assert set(table.legal(ADA)) == set(map(Drop, table.state.hands[ADA]))


def test_nothing_is_asked_of_a_rucksack_or_a_brain_in_which_the_bomb_goes_off() -> None:
    for card in ("RE03", "RE09"):
        table = Table.armed(3, "TR " * 6, "TR", "TR", resurrection=True, risen=(card, None, None), gold=(3, 0, 0))
        assert of(Exploded, table.passes())


def test_a_blindfold_is_lifted_for_one_turn() -> None:
    table = quirked("RE13", "TR TRY", "TR", "TR", inside="TR ME ME")
    assert table.answers(ADA, Lift())[1:] == [Fined(ADA, "RE13"), Looked((ADA,), table.state.inside)]
    assert Lift() not in table.legal(ADA)
    table.does(ADA, "TRY", ADA)
    assert Lift() in table.legal(ADA)
    assert of(Looked, table.log) == [Looked((ADA,), table.state.inside)]


def test_whoever_is_blindfolded_chooses_by_back_and_luck_says_which() -> None:
    taken = set()
    for seed in SEEDS:
        table = quirked("RE13", "TR", phase="tinker", inside="ME ME ME TR", seed=seed)
        assert {act.take for act in tinkers(table)} == {"ME", "TR"}
        tinker(table, "TR", "ME")
        taken.add(table.state.hands[ADA])
    assert len(taken) == 3


def test_whoever_buys_the_blindfold_off_looks_at_once() -> None:
    table = quirked("RE13", "TR", phase="tinker")
    assert Looked((ADA,), table.state.inside) in table.answers(ADA, BuyOff())


def test_a_chatterbox_shows_a_card_that_is_left_or_pays() -> None:
    table = quirked("RE14", "TROLL AP1", "TR", "TR")
    facts = table.plays(ADA, "TROLL")
    assert Shown(ADA, ("AP1",)) in facts
    table = quirked("RE14", "TROLL AP1", "TR", "TR")
    facts = table.plays(ADA, "TROLL", hush=True)
    assert of(Shown, facts) == []
    assert of(Fined, facts) == [Fined(ADA, "RE14")]


def test_a_chatterbox_without_another_card_has_nothing_to_pay_for() -> None:
    table = quirked("RE14", "TROLL", "TR", "TR")
    assert table.plays_of(ADA, "TROLL") == [Play(table.card(ADA, "TROLL"))]


def test_weak_arms_do_not_draw_or_pay() -> None:
    table = quirked("RE15", "TR", deck="AP1 AP2")
    begins(table)
    assert of(Drew, table.answers(ADA, Obey())) == []
    table = quirked("RE15", "TR", deck="AP1 AP2")
    begins(table)
    facts = table.answers(ADA, Pay())
    assert (of(Fined, facts), of(Drew, facts)) == ([Fined(ADA, "RE15")], [Drew(ADA, "AP1", "AP2")])


def test_weak_arms_are_asked_nothing_where_nobody_draws() -> None:
    table = Table.armed(3, "TR", "GIMME TR", "TR", resurrection=True, risen=(None, "RE15", None), gold=(0, 3, 0))
    table.does(BEN, "GIMME")
    assert table.state.phase == "trick1"


def test_a_show_tinkerer_shows_both_cards_or_pays_each_time() -> None:
    table = quirked("RE18", "AP1 AP2", phase="tinker", bomb="BO07")
    took = table.state.inside[0]
    facts = table.answers(ADA, Tinker("AP1", took))
    assert facts[:2] == [Bared(ADA, ("AP1", took)), Swapped(ADA, "AP", "ME", tinkering=True)]
    assert "AP1" in table.memory(PUBLIC).inside
    facts = table.answers(ADA, Tinker("AP2", "AP1", hush=True))
    assert facts[:2] == [Fined(ADA, "RE18"), Faces((ADA,), ("AP2", "AP1"))]


@pytest.mark.parametrize("card", RESURRECTIONS)
def test_silence_never_pays(card: str) -> None:
    """Check a turn of the player who follows the card, for everything that cards forbid or demand."""
    table = quirked(card, "TR TR TR TR ME AP1", "TR", "TR")
    begins(table)
    while table.state.holder == ADA:
        ask = next(ask for ask in GAME.asks(table.state) if ask.waits)
        assert ask.default is not None
        table.answers(ask.seat, ask.default)
    assert table.state.gold == (3, 3, 3)


# -- gaps in the rules ---------------------------------------------------------------------


def test_ka10_a_cancelled_card_is_gone() -> None:
    table = Table(3, "GIMME", "GIMME TR", "NOWAY")
    card = table.card(BEN, "GIMME")
    table.plays(BEN, "GIMME")
    table.plays(CLEO, "NOWAY")
    table.settles()
    assert card in table.state.discards


def test_ka14_whoever_takes_the_last_mechanism_out_by_a_trick_is_the_armer() -> None:
    """Check edge 3. Armed before the tinkering of someone else's turn, it doesn't go off in that turn."""
    table = Table(3, "TR", "QUICK TR", "TR", inside="TR TR ME")
    give = next(card for card in table.state.hands[BEN] if card != table.card(BEN, "QUICK"))
    facts = table.does(BEN, "QUICK", give=give, take="ME")
    assert Armed(BEN, None, blocked=True) in facts
    table.passes()
    table.answers(ADA, Skip())
    assert of(Exploded, table.passes()) == []


@pytest.mark.parametrize("patience", [2, 4, 8])
def test_ka28_a_bomb_that_went_round_too_often_must_lose_a_mechanism(patience: int) -> None:
    before = Table(3, "TR ME", phase="tinker", rounds=patience * 3 - 1, patience=patience)
    assert Skip() in before.legal(ADA)
    table = Table(3, "TR ME", phase="tinker", rounds=patience * 3, patience=patience)
    assert {(get_card_kind(act.give), get_card_kind(act.take)) for act in tinkers(table)} == {("TR", "ME")}
    assert Skip() not in table.legal(ADA)
    silence = GAME.asks(table.state)[0].default
    assert isinstance(silence, Tinker)
    assert get_card_kind(silence.take) == MECHANISM


def test_ka28_handovers_are_counted_from_the_building_and_from_every_arming() -> None:
    table = Table(3, "TR", "TR", "TR", phase="trick2", rounds=5)
    table.passes()
    assert table.state.rounds == 6
    table = Table(3, "TR", phase="tinker", inside="TR TR ME", rounds=7)
    tinker(table, "TR", "ME")
    assert table.state.rounds == 0


def test_ka28_nobody_must_tinker_with_an_armed_bomb_or_where_hands_off_lies() -> None:
    assert Skip() in Table.armed(3, "TR", phase="tinker", rounds=99).legal(ADA)
    table = Table(3, "TR", "TR", "TR", rounds=99, active=[("HANDSOFF", BEN)])
    assert phases(table.passes()) == ["tinker", "trick2"]


@pytest.mark.parametrize("switch", ["", "resurrection", "closed_hands", "fixed_windows"])
def test_edge_23_a_table_where_everybody_sleeps_comes_to_an_end(switch: str) -> None:
    options = {"gold": 5, "patience": 2, **({switch: True} if switch else {})}
    match = play_out_match(GAME, GAME.setup(4, options), SEED, play_silently(GAME))
    assert match.outcome.why == "gold"


def test_edge_1_a_phase_ends_with_the_first_handover_though_another_was_wanted() -> None:
    table = Table(3, "TR", "GIMME TR", "GIMME TR")
    table.answers(CLEO, Play(table.card(CLEO, "GIMME"), keep=True))
    table.answers(ADA, Pass())
    table.answers(BEN, Play(table.card(BEN, "GIMME")))
    table.settles()
    assert (table.state.holder, table.state.turn, table.state.sealed) == (BEN, 2, ())


def test_edge_6_whoever_holds_mechanisms_only_plays_nothing() -> None:
    table = Table(3, "TR", "ME ME", "TR")
    assert not table.legal(BEN)


def test_edge_7_nobody_draws_from_nothing() -> None:
    table = Table(3, " ".join(card for card in BASE_CARDS if get_card_kind(card) in ("TR", "AP")), deck="")
    assert table.state.left == 0
    assert of(Drew, begins(table)) == []


def test_edge_7_a_trick_goes_on_drawing_from_the_new_pile() -> None:
    table = Table(3, "RUMMAGE TR", "TR", "TR", deck="AP1")
    facts = table.does(ADA, "RUMMAGE")
    assert [type(fact) for fact in facts[1:]] == [Drew, Shuffled, Turned, Drew]
    assert len(table.state.hands[ADA]) == 3


def test_no_trick_happens_before_the_others_had_their_say() -> None:
    for key in ("RUMMAGE", "TROLL", "PEEK"):
        table = Table(3, f"{key} TR", "TR", "TR")
        before = table.state.hands[BEN], table.state.left, table.state.active
        table.plays(ADA, key, ADA if key == "PEEK" else None)
        assert (table.state.hands[BEN], table.state.left, table.state.active) == before
        assert of(Settled, table.log) == []
    assert not list_active_copies(table.state, "TROLL")
