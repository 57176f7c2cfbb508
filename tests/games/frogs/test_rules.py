"""The rules of Lunar Laser Frogs by example, in order, with one test per numbered rule."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest

from apps.games.frogs import GAME
from apps.games.frogs.cards import COLOURS, DICE, KINDS, SHOWS, Kind, count_laps
from apps.games.frogs.scoring import compute_final_worths
from apps.games.frogs.state import (
    Action,
    Began,
    Close,
    Copied,
    Copy,
    Dice,
    Doze,
    Fined,
    Landed,
    Planned,
    Replied,
    Rolled,
    Scored,
    State,
    Throw,
    Wait,
    Won,
)
from apps.kernel.chance import Chance
from apps.kernel.game import Illegal
from apps.kernel.playout import Playout, play_out_match, play_silently
from apps.kernel.table import Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, EVE, FAY, GUS, PUBLIC, A, B, C, Table, roll, tags, values
from tests.games.tables import at_random

SEEDS = [bytes([number]) * 32 for number in range(20)]
ALL_PINK = "p p p p p p"
"""A roll that has blue and yellow lasered onto every die, and makes blank cards worthless."""


def match(seats: int, seed: bytes = SEEDS[0], **options: object) -> Playout:
    return play_out_match(GAME, GAME.setup(seats, options), seed, at_random(GAME, seed))


def in_silence(seats: int, seed: bytes = SEEDS[0], **options: object) -> Playout:
    return play_out_match(GAME, GAME.setup(seats, options), seed, play_silently(GAME))


def turns(played: Playout) -> list[list[object]]:
    """Return the facts of each turn."""
    found: list[list[object]] = []
    for fact in played.events():
        if isinstance(fact, Began):
            found.append([])
        found[-1].append(fact)
    return found


def nothing_won(turn: int, *scores: int, **options: object) -> Table:
    """Return the end of a turn that scores nothing: three worthless blanks."""
    pile = ((BEN, "blank"), (CLEO, "blank"), (DORA, "blank"))
    table = Table.thrown(4, ALL_PINK, *pile, turn=turn, scores=scores, **options)  # type: ignore[arg-type]
    table.copies(BEN)
    return table


# -- material and set-up -------------------------------------------------------------------


def test_l01_a_set_is_one_card_of_each_of_five_kinds_and_there_are_eight_sets() -> None:
    assert KINDS == ("blue", "pink", "yellow", "blank", "grey")
    assert max(GAME.meta.seats) == 8


def test_l02_there_are_always_enough_points() -> None:
    """Check a score above 70. The box has 70 point cards, but here points are a number (L-A13)."""
    table = Table.thrown(4, ALL_PINK, (BEN, "blue"), (CLEO, "pink"), (DORA, "yellow"), scores=(500, 0, 0, 0))
    table.copies(BEN)
    assert table.state.scores == (506, 6, 6, 6)


def test_l03_each_of_six_dice_has_three_colours_two_blanks_and_one_face_of_two_colours() -> None:
    assert len(DICE) == 6
    assert all(Counter(die[:5]) == {"blue": 1, "pink": 1, "yellow": 1, "blank": 2} for die in DICE)
    assert Counter(die[5] for die in DICE) == {"pink-blue": 2, "yellow-pink": 2, "blue-yellow": 2}
    assert all(len(SHOWS[die[5]]) == 2 for die in DICE)


def test_l03_however_the_dice_are_split_the_throws_are_as_balanced_as_can_be() -> None:
    """Check that no colour can be ahead by more than one face, because everyone knows the fixed order of the dice."""
    for fallen in range(1, 7):
        lying = Counter(colour for die in DICE[:fallen] for colour in SHOWS[die[5]])
        colours = [lying[colour] for colour in COLOURS]
        assert max(colours) - min(colours) <= 1


def test_l04_the_box_is_empty_when_a_turn_begins() -> None:
    table = Table.thrown(4, A, (BEN, "pink"), (CLEO, "grey"), (DORA, "pink"))
    table.copies(BEN)
    assert (table.state.pile, table.state.faces) == ((), (None,) * 6)


def test_l05_each_player_holds_a_set_of_his_own() -> None:
    table = Table(4)
    for seat in (BEN, CLEO, DORA):
        assert table.legal(seat) == {Wait(), *map(Throw, KINDS)}


def test_l06_luck_names_who_starts_and_then_it_goes_to_the_left() -> None:
    starts = [GAME.recall(GAME.setup(5), GAME.deal(GAME.setup(5), Chance(seed, 0))).seat for seed in SEEDS]
    assert set(starts) == {0, 1, 2, 3, 4}
    order = [turn[0].seat for turn in turns(match(5))]  # type: ignore[attr-defined]
    assert all((here + 1) % 5 == there for here, there in pairwise(order))


def test_l07_three_to_eight_play() -> None:
    assert list(GAME.meta.seats) == [3, 4, 5, 6, 7, 8]
    for seats in (2, 9):
        with pytest.raises(Illegal):
            GAME.setup(seats)


# -- a turn --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_l08_all_six_dice_are_thrown_in_exactly_three_throws(seats: int) -> None:
    for turn in turns(match(seats)):
        rolled = [fact for fact in turn if isinstance(fact, Rolled)]
        assert [fact.throw for fact in rolled] == [1, 2, 3]
        assert sum(len(fact.faces) for fact in rolled) == 6


def test_l09_each_throw_uses_at_least_one_die() -> None:
    splits = [(a.first, a.second, a.third) for a in Table(4).legal(ADA) if isinstance(a, Dice)]
    assert min(map(min, splits)) == 1
    assert {sum(split) for split in splits} == {6}


def test_l10_no_die_is_thrown_twice_in_a_turn() -> None:
    for seed in SEEDS[:5]:
        for turn in turns(match(4, seed)):
            dice = [die for fact in turn if isinstance(fact, Rolled) for die in fact.dice]
            assert dice == [0, 1, 2, 3, 4, 5]


def test_l11_otherwise_a_throw_may_use_any_number_of_dice() -> None:
    assert {(a.first, a.second, a.third) for a in Table(4).legal(ADA) if isinstance(a, Dice)} == {
        (1, 1, 4), (1, 2, 3), (1, 3, 2), (1, 4, 1), (2, 1, 3), (2, 2, 2), (2, 3, 1), (3, 1, 2), (3, 2, 1), (4, 1, 1),
    }  # fmt: skip


def test_l11_the_rest_of_the_plan_may_be_changed_until_the_next_throw() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    table.plans(1, 1, 4)
    table.waits(BEN, CLEO, DORA)
    assert table.legal(ADA) == {Dice(1, 1, 4), Dice(1, 2, 3), Dice(1, 3, 2), Dice(1, 4, 1)}
    table.plans(1, 4, 1)
    rolled = table.waits(BEN, CLEO, DORA)[-1]
    assert isinstance(rolled, Rolled)
    assert rolled.dice == (1, 2, 3, 4)
    assert not table.legal(ADA), "one die is left, and nothing to decide"


def test_l11_with_two_dice_left_there_is_nothing_to_change() -> None:
    table = Table(4)
    table.plans(4, 1, 1)
    table.waits(BEN, CLEO, DORA)
    assert table.questions() == [(BEN, "throw"), (CLEO, "throw"), (DORA, "throw")]


@pytest.mark.parametrize(
    "dice", [(2, 2, 1), (3, 3, 1), (2, 4, 0), (0, 3, 3), (6, 0, 0), (7, -2, 1), (-1, 6, 1), (99, 99, 99)]
)
def test_l11_a_bad_number_of_dice_is_illegal(dice: tuple[int, int, int]) -> None:
    assert Dice(*dice) not in GAME.legal(Table(4).state, ADA)


def test_l11_four_dice_are_not_thrown_when_three_are_left() -> None:
    table = Table(4)
    table.plans(3, 1, 2)
    table.waits(BEN, CLEO, DORA)
    assert table.legal(ADA) == {Dice(3, 1, 2), Dice(3, 2, 1)}
    for dice in (Dice(3, 4, -1), Dice(2, 2, 2), Dice(1, 4, 1), Dice(3, 3, 0)):
        assert dice not in GAME.legal(table.state, ADA)


def test_l12_l13_dice_that_lie_stay_as_they_lie() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    seen: list[State] = []
    for _ in range(2):
        table.waits(BEN, CLEO, DORA)
        seen.append(table.state)
    for card, seat in enumerate((BEN, CLEO, DORA)):
        table.throws(seat, KINDS[card])
    assert table.state.faces[:2] == seen[0].faces[:2]
    assert table.state.faces[:4] == seen[1].faces[:4]
    assert None not in table.state.faces


def test_l14_a_missed_deadline_costs_a_point_and_that_is_said_when_the_turn_is_scored() -> None:
    table = Table(4, scores=(3, 3, 3, 3), fines=True)
    assert tags(table.is_silent(ADA)) == ["planned"]
    for _ in range(3):
        table.waits(BEN, CLEO, DORA)
    table.throws(BEN, "blue")
    assert tags(table.is_silent(CLEO)) == ["replied"]
    table.throws(DORA, "pink")
    facts = table.is_silent(ADA)
    assert [fact.seat for fact in facts if isinstance(fact, Fined)] == [ADA, ADA, CLEO], "a point per breach"
    assert tags(facts) == ["copied", "scored", "fined", "fined", "fined", "began"]
    gains = table.scored().gains
    assert table.state.scores == (1 + gains[ADA], 3 + gains[BEN], 2 + gains[CLEO], 3 + gains[DORA])
    assert table.state.last is not None
    assert table.state.last.fined == (ADA, ADA, CLEO)


def test_l14_who_had_nothing_pays_from_what_the_turn_brings() -> None:
    table = Table(4, (DORA, "blank"), dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2), fines=True)
    table.throws(BEN, "blue")
    table.is_silent(CLEO)
    facts = table.copies(BEN)
    gains = table.scored().gains
    paid = [fact.seat for fact in facts if isinstance(fact, Fined)]
    assert paid == ([CLEO] if gains[CLEO] else [])
    assert table.state.scores == (6, 6, gains[CLEO] - len(paid), 0)


def test_l14_to_wait_in_silence_breaks_no_rule() -> None:
    table = Table(4, scores=(3, 3, 3, 3), fines=True)
    table.plans(2, 2, 2)
    for _ in range(3):
        for seat in (BEN, CLEO, DORA):
            table.is_silent(seat)
    for seat in (BEN, CLEO, DORA):
        table.throws(seat, "blue")
    assert not any(isinstance(fact, Fined) for fact in table.copies(BEN))


def test_l14_nobody_pays_without_the_option() -> None:
    assert not any(isinstance(fact, Fined) for fact in in_silence(4).events())


def test_l15_every_other_player_throws_one_card_at_any_moment_of_the_turn() -> None:
    table = Table(5)
    table.plans(2, 2, 2)
    table.throws(DORA, "grey")
    table.waits(BEN, CLEO, EVE)
    table.throws(BEN, "blue")
    table.waits(CLEO, EVE)
    table.waits(CLEO, EVE)
    table.throws(CLEO, "blue")
    table.throws(EVE, "pink")
    assert [(card.seat, card.window) for card in table.state.pile[:2]] == [(DORA, 0), (BEN, 1)]
    assert {(card.seat, card.window) for card in table.state.pile[2:]} == {(CLEO, 3), (EVE, 3)}


def test_l15_cards_lie_face_down_but_everybody_sees_who_threw() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    table.throws(BEN, "grey")
    table.waits(CLEO)
    landed = table.waits(DORA)[1]
    assert landed == Landed(0, (BEN,))
    for who in (ADA, CLEO, DORA, PUBLIC):
        (card,) = table.memory(who).pile
        assert (card.seat, card.kind) == (BEN, None)
    assert table.memory(BEN).pile[0].kind == "grey"


def test_l15_a_thrown_card_is_not_taken_back() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    table.throws(BEN, "grey")
    table.waits(CLEO, DORA)
    assert not table.legal(BEN)


def test_l16_scoring_starts_when_all_dice_and_cards_are_thrown() -> None:
    table = Table(4, dice="p p y yp", fell=(1, 1, 2, 2), window=2, plan=(2, 2, 2))
    assert tags(table.waits(BEN, CLEO, DORA)) == ["replied", "landed", "rolled"]
    assert not table.state.closed
    assert {seat for seat, _ in table.questions()} == {BEN, CLEO, DORA}
    for seat in (BEN, CLEO, DORA):
        assert Wait() not in table.legal(seat)
        table.throws(seat, "blue")
    assert table.questions() == [(ADA, "copy")]


def test_l17_first_the_active_player_names_another_player_to_copy() -> None:
    table = Table.thrown(4, A, (BEN, "pink"), (CLEO, "grey"), (DORA, "blue"))
    assert table.legal(ADA) == {Copy(BEN), Copy(CLEO), Copy(DORA), Doze()}
    assert tags(table.copies(CLEO)) == ["copied", "scored", "began"]
    assert table.scored().gains == (1, 3, 1, 6), "copied, not stolen"


def test_l18_the_pile_is_counted_from_the_first_card_to_the_last() -> None:
    table = Table.thrown(4, A, (DORA, "pink"), (BEN, "pink"), (CLEO, "grey"))
    table.copies(BEN)
    assert table.scored().cards == ("pink", "pink", "grey")
    assert table.scored().points == (3, 0, 2)


# -- values --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "blue", "pink", "yellow", "blank"),
    [(A, 6, 3, 2, 0), (B, 1, 3, 1, 4), (C, 3, 3, 2, 0), ("- - - - - -", 6, 6, 6, 0), ("p p p p p -", 6, 5, 6, 0)],
)
def test_l18_to_l25_the_table_of_examples(dice: str, blue: int, pink: int, yellow: int, blank: int) -> None:
    assert compute_final_worths(roll(dice)) == {"blue": blue, "pink": pink, "yellow": yellow, "blank": blank}
    for kind, worth in compute_final_worths(roll(dice)).items():
        assert values(dice, kind) == (worth,)
    assert values(dice, "blue", "pink", "grey")[-1] == 2, "grey: the cards before"


@pytest.mark.parametrize(
    ("seats", "cards", "points"),
    [
        (4, ("pink", "grey", "pink"), (3, 1, 0)),
        (4, ("blank", "grey", "blue"), (0, 1, 6)),
        (7, ("pink", "grey", "pink", "blue", "grey", "grey"), (3, 1, 3, 6, 2, 0)),
        (8, ("grey", "grey", "blue", "blue", "blue", "pink", "pink"), (0, 0, 6, 6, 0, 3, 3)),
    ],
)
def test_l18_to_l38_the_table_of_orders(seats: int, cards: tuple[Kind, ...], points: tuple[int, ...]) -> None:
    others = [Seat(seat) for seat in range(1, seats)]
    table = Table.thrown(seats, A, *zip(others, cards, strict=True))
    table.copies(BEN)
    assert table.scored().points == points
    assert table.scored().gains == (points[0], *points)


def test_l33_l35_the_order_at_a_table_of_three() -> None:
    table = Table.thrown(3, A, (BEN, "pink"), (CLEO, "yellow"), (BEN, "grey"), (CLEO, "grey"))
    table.copies(BEN)
    assert table.scored().gains == (5, 5, 2)


def test_l19_only_the_first_card_of_a_colour_scores() -> None:
    assert values("b b p y - -", "blue", "pink", "blue", "pink") == (2, 1, 0, 0)


def test_l20_only_the_first_blank_card_scores_two_a_blank_die() -> None:
    assert values("b p y - - -", "blank", "blank") == (6, 0)


def test_l21_a_colour_counts_as_missing_by_the_faces_that_were_rolled() -> None:
    assert compute_final_worths(roll("pb - - - - -"))["yellow"] == 6
    assert compute_final_worths(roll("pb y - - - -"))["yellow"] == 1


def test_l22_each_missing_colour_is_lasered_onto_all_dice() -> None:
    assert compute_final_worths(roll("p p p y y y")) == {"blue": 6, "pink": 3, "yellow": 3, "blank": 0}
    assert compute_final_worths(roll("p p p p p p")) == {"blue": 6, "pink": 6, "yellow": 6, "blank": 0}


def test_l23_after_lasering_no_die_is_blank() -> None:
    for faces in combinations_with_replacement(SHOWS, 6):
        worth = compute_final_worths(faces)
        lasered = 6 in (worth["blue"], worth["pink"], worth["yellow"]) and any(
            not any(colour in SHOWS[face] for face in faces) for colour in ("blue", "pink", "yellow")
        )
        assert worth["blank"] == (0 if lasered else 2 * faces.count("blank"))


def test_l24_blank_is_no_colour_and_never_lasered() -> None:
    assert values("b b p p y y", "blank") == (0,)


def test_l25_blanks_that_are_not_lasered_over_are_worth_two_each() -> None:
    assert values("b p y - - -", "blank") == (6,)
    assert values("b p p - - -", "blank") == (0,)


def test_l26_only_the_first_grey_card_scores_the_cards_before_it() -> None:
    assert values(A, "blue", "pink", "grey", "grey") == (6, 3, 2, 0)


def test_l27_a_die_of_two_colours_counts_for_both() -> None:
    assert compute_final_worths(roll("pb pb by yp b b")) == {"blue": 5, "pink": 3, "yellow": 2, "blank": 0}


def test_l28_every_player_takes_his_points() -> None:
    table = Table.thrown(4, B, (BEN, "pink"), (CLEO, "blank"), (DORA, "grey"), scores=(1, 2, 3, 4))
    table.copies(CLEO)
    assert table.state.scores == (5, 5, 7, 6)


def test_l29_everybody_takes_his_card_back() -> None:
    table = Table.thrown(4, B, (BEN, "pink"), (CLEO, "blank"), (DORA, "grey"))
    table.copies(CLEO)
    for seat in (ADA, CLEO, DORA):
        assert {Throw(kind) for kind in KINDS} <= table.legal(seat)


def test_l30_the_left_neighbour_is_active_next() -> None:
    table = Table.thrown(4, B, (BEN, "pink"), (CLEO, "blank"), (DORA, "grey"))
    assert table.copies(CLEO)[-1] == Began(turn=2, seat=BEN)
    assert dict(table.questions()) == {BEN: "dice", CLEO: "throw", DORA: "throw", ADA: "throw"}


# -- the end -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(3, 3), (4, 2), (5, 2), (6, 1), (7, 1), (8, 1)])
def test_l31_the_match_ends_when_everybody_was_active_equally_often(seats: int, each: int) -> None:
    assert count_laps(GAME.setup(seats).options, seats) == each
    for seed in SEEDS[:3]:
        played = match(seats, seed)
        began = [turn[0] for turn in turns(played)]
        regular = [fact.seat for fact in began if isinstance(fact, Began) and not fact.extra]
        assert Counter(regular) == dict.fromkeys(range(seats), each)


def test_l31_a_table_may_agree_on_other_laps() -> None:
    began = [turn[0] for turn in turns(match(6, laps=2))]
    assert sum(isinstance(fact, Began) and not fact.extra for fact in began) == 12
    with pytest.raises(Illegal):
        GAME.setup(6, {"laps": 4})


def test_l32_most_points_win() -> None:
    table = nothing_won(8, 5, 3, 3, 7)
    assert table.log[-1] == Won((DORA,), "turns")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.why) == ((2, 3, 3, 1), (5, 3, 3, 7), "turns")


def test_l32_after_a_tie_one_more_turn_is_played_by_all() -> None:
    table = nothing_won(8, 7, 3, 3, 7)
    assert table.log[-1] == Began(turn=9, seat=BEN, extra=True)
    assert {seat for seat, _ in table.questions()} == {ADA, BEN, CLEO, DORA}


def test_l32_a_single_leader_after_an_extra_turn_wins() -> None:
    assert nothing_won(9, 7, 3, 3, 8).log[-1] == Won((DORA,), "extra")
    assert nothing_won(9, 7, 3, 3, 7).log[-1] == Began(turn=10, seat=BEN, extra=True)


def test_l32_a_table_may_break_ties_by_whole_laps() -> None:
    assert nothing_won(8, 7, 3, 3, 8, tiebreak="lap").log[-1] == Won((DORA,), "turns")
    for turn in (8, 9, 10, 11):
        scores = (7, 3, 3, 7 + (turn > 8))
        assert nothing_won(turn, *scores, tiebreak="lap").log[-1] == Began(turn=turn + 1, seat=BEN, extra=True)
    assert nothing_won(12, 7, 3, 3, 8, tiebreak="lap").log[-1] == Won((DORA,), "extra")


# -- three players -------------------------------------------------------------------------


def test_l33_with_three_players_both_others_throw_two_cards() -> None:
    for seed in SEEDS[:4]:
        for turn in turns(match(3, seed)):
            began = turn[0]
            assert isinstance(began, Began)
            thrown = Counter(seat for fact in turn if isinstance(fact, Landed) for seat in fact.seats)
            assert thrown == {seat: 2 for seat in range(3) if seat != began.seat}


def test_l34_they_may_be_thrown_together_or_one_after_the_other() -> None:
    table = Table(3)
    table.plans(2, 2, 2)
    assert len(table.legal(BEN)) == 5 + 5 * 4 + 1
    table.throws(BEN, "blue", "grey")
    assert table.throws(CLEO, "pink")[0] == Replied((CLEO,), CLEO, ("pink",))
    assert sorted(table.pile()) == [BEN, BEN, CLEO]
    assert table.legal(CLEO) == {Wait(), *(Throw(kind) for kind in KINDS if kind != "pink")}
    assert not table.legal(BEN)
    assert table.throws(CLEO, "grey")[1] == Landed(1, (CLEO,))
    assert table.questions() == [(ADA, "copy")]


def test_l34_cards_thrown_together_stay_together_in_their_order() -> None:
    for seed in SEEDS:
        table = Table(3, seed=seed)
        table.plans(2, 2, 2)
        table.throws(BEN, "pink", "blue")
        table.throws(CLEO, "grey", "yellow")
        kinds = [card.kind for card in table.state.pile]
        assert kinds in (["pink", "blue", "grey", "yellow"], ["grey", "yellow", "pink", "blue"])


def test_l34_both_are_thrown_in_the_last_window() -> None:
    table = Table(3, (BEN, "pink"), dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    assert table.legal(BEN) == {Doze(), *(Throw(kind) for kind in KINDS if kind != "pink")}
    assert len(table.legal(CLEO)) == 5 * 4 + 1
    assert all(isinstance(action, Doze) or action.then for action in table.legal(CLEO))  # type: ignore[union-attr]


def test_l35_the_active_player_copies_both_cards() -> None:
    table = Table.thrown(3, A, (CLEO, "blue"), (BEN, "pink"), (CLEO, "yellow"), (BEN, "grey"))
    table.copies(CLEO)
    assert table.scored().gains == (8, 6, 8)


# -- six to eight players ------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_l36_with_six_or_more_the_first_two_of_a_kind_score(seats: int) -> None:
    others = [Seat(seat) for seat in range(1, seats)]
    table = Table.thrown(seats, A, *((seat, "pink") for seat in others))
    table.copies(BEN)
    assert table.scored().points == ((3, 3) if seats >= 6 else (3, 0)) + (0,) * (seats - 3)


def test_l36_with_three_only_the_first_scores() -> None:
    table = Table.thrown(3, A, (BEN, "pink"), (CLEO, "pink"), (BEN, "blue"), (CLEO, "blue"))
    table.copies(CLEO)
    assert table.scored().points == (3, 0, 6, 0)


def test_l37_the_second_grey_card_counts_the_cards_after_the_first() -> None:
    assert values(A, "blue", "grey", "pink", "pink", "yellow", "grey", each=2) == (6, 1, 3, 3, 2, 3)


def test_l38_of_two_grey_cards_directly_upon_each_other_the_slower_gets_nothing() -> None:
    assert values(A, "blue", "grey", "grey", "pink", each=2) == (6, 1, 0, 3)


# -- edge cases ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "worth"),
    [("b p y - - -", (1, 1, 1, 6)), ("b p - - - -", (1, 1, 6, 0)), ("b b - - - -", (2, 6, 6, 0)),
     ("- - - - - -", (6, 6, 6, 0))],
)  # fmt: skip
def test_edge_01_none_one_two_or_three_colours_are_missing(dice: str, worth: tuple[int, ...]) -> None:
    assert tuple(compute_final_worths(roll(dice)).values()) == worth


def test_edge_02_a_two_coloured_die_gets_the_third_colour_too() -> None:
    assert compute_final_worths(roll("pb pb pb pb pb pb")) == {"blue": 6, "pink": 6, "yellow": 6, "blank": 0}


def test_edge_03_first_or_first_two_by_the_number_of_seats() -> None:
    assert values(A, "blue", "blue", "blue", each=1) == (6, 0, 0)
    assert values(A, "blue", "blue", "blue", each=2) == (6, 6, 0)


def test_edge_04_a_grey_card_lying_first_is_worth_nothing_but_uses_up_first_place() -> None:
    assert values(A, "grey", "blue", "grey") == (0, 6, 0)
    assert values(A, "blue", "pink", "yellow", "grey")[-1] == 3


def test_edge_05_third_grey_directly_upon_and_strictly_between() -> None:
    assert values(A, "grey", "grey", "grey", each=2) == (0, 0, 0)
    assert values(A, "grey", "blue", "grey", "grey", each=2) == (0, 6, 1, 0)


def test_edge_06_everybody_throws_the_same_and_a_nothing_may_be_copied() -> None:
    table = Table.thrown(5, A, (BEN, "blue"), (CLEO, "blue"), (DORA, "blue"), (EVE, "blue"))
    table.copies(DORA)
    assert table.scored().gains == (0, 6, 0, 0, 0)


@pytest.mark.parametrize("whom", [ADA, Seat(4), Seat(-1), Seat(99)])
def test_edge_07_nobody_copies_himself_or_the_absent(whom: Seat) -> None:
    table = Table.thrown(4, A, (BEN, "blue"), (CLEO, "blue"), (DORA, "blue"))
    assert Copy(whom) not in GAME.legal(table.state, ADA)


def test_edge_08_when_all_others_sleep_random_cards_fall_in_the_last_window_in_random_order() -> None:
    orders: set[tuple[Seat, ...]] = set()
    cards: set[tuple[Kind, ...]] = set()
    for seed in SEEDS:
        for turn in turns(in_silence(5, seed)):
            landed = [fact for fact in turn if isinstance(fact, Landed)]
            assert [len(fact.seats) for fact in landed] == [0, 0, 0, 4]
            orders.add(landed[-1].seats)
            cards.update(fact.cards for fact in turn if isinstance(fact, Replied) and fact.dozed)
    assert len(orders) > 50
    assert cards == {(kind,) for kind in KINDS}


def test_edge_09_when_all_have_thrown_the_dice_are_simply_rolled() -> None:
    table = Table(4)
    table.throws(BEN, "blue")
    table.throws(CLEO, "pink")
    table.plans(3, 2, 1)
    assert tags(table.throws(DORA, "grey")) == ["replied", "landed", "rolled", "rolled", "rolled"]
    assert table.state.fell == (1, 1, 1, 2, 2, 3)
    assert table.questions() == [(ADA, "copy")]


def test_edge_09_the_plan_may_be_what_is_waited_for() -> None:
    table = Table(4)
    for seat in (BEN, CLEO, DORA):
        table.throws(seat, "blue")
    assert [ask.waits for ask in GAME.asks(table.state)] == [True, False, False, False]
    assert tags(table.plans(1, 1, 4)) == ["planned", "landed", "rolled", "rolled", "rolled"]


def test_edge_10_the_end_needs_a_single_leader() -> None:
    assert nothing_won(7, 9, 0, 0, 0).log[-1] == Began(turn=8, seat=BEN)
    assert nothing_won(8, 9, 0, 0, 0).log[-1] == Won((ADA,), "turns")
    assert nothing_won(8, 9, 9, 0, 0).log[-1] == Began(turn=9, seat=BEN, extra=True)


@pytest.mark.parametrize("tiebreak", ["turn", "lap"])
def test_edge_11_after_one_more_lap_the_first_place_is_shared(tiebreak: str) -> None:
    table = nothing_won(12, 7, 3, 7, 2, tiebreak=tiebreak)
    assert table.log[-1] == Won((ADA, CLEO), "cap")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.places, outcome.why) == ((1, 3, 1, 4), "cap")


@pytest.mark.parametrize("seats", GAME.meta.seats)
@pytest.mark.parametrize("fixed_windows", [False, True])
def test_edge_12_a_table_of_sleepers_comes_to_an_end(seats: int, fixed_windows: bool) -> None:
    assert in_silence(seats, SEEDS[1], fixed_windows=fixed_windows, fines=True).outcome.why in ("turns", "extra", "cap")


def test_edge_13_the_number_of_seats_chooses_the_rules_not_who_is_awake() -> None:
    table = Table(6)
    table.plans(2, 2, 2)
    for _ in range(3):
        for seat in (BEN, CLEO, DORA, EVE, FAY):
            table.is_silent(seat)
    for seat in (BEN, CLEO):
        table.throws(seat, "pink")
    for seat in (DORA, EVE, FAY):
        table.is_silent(seat)
    assert len(table.pile()) == 5


def test_edge_14_there_is_always_something_to_do() -> None:
    played = match(3)
    state = GAME.recall(played.setup, played.deal)
    for step in played.steps:
        assert len(GAME.legal(state, step.seat)) > 1
        state = GAME.learn(state, step.facts)


# -- silence, and illegal actions ----------------------------------------------------------


def test_silence_waits_while_one_may_and_that_is_no_missed_turn() -> None:
    ask = Table(4).ask(BEN)
    assert (ask.default, ask.duty, ask.waits, ask.key) == (Wait(), False, True, "throw:1.0")


def test_silence_in_the_last_window_is_a_missed_turn() -> None:
    table = Table(4, dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    ask = table.ask(BEN)
    assert (ask.default, ask.duty, ask.key) == (Doze(), True, "throw:1.3")


def test_silence_throws_two_dice_at_a_time_and_copies_who_threw_first() -> None:
    table = Table(4)
    assert table.is_silent(ADA) == [Planned((ADA,), ADA, 2, 2, 2, dozed=True)]
    table = Table.thrown(4, A, (CLEO, "blank"), (BEN, "blue"), (DORA, "blue"))
    assert table.is_silent(ADA)[0] == Copied(ADA, CLEO)


def test_who_has_answered_cannot_doze_any_more() -> None:
    table = Table(4, dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    table.throws(BEN, "blue")
    assert table.legal(BEN) == {Throw(kind) for kind in KINDS}
    assert table.ask(BEN).default == Throw("blue")
    table = Table(4)
    table.plans(2, 2, 2)
    assert Doze() not in GAME.legal(table.state, ADA)


@pytest.mark.parametrize(
    "action",
    [
        Throw("green"),  # type: ignore[arg-type]
        Throw("blue", "pink"),
        Throw("blue", "blue"),
        Doze(),
        Close(),
        Copy(CLEO),
        Dice(2, 2, 2),
    ],
)
def test_what_cannot_be_thrown_is_illegal(action: Action) -> None:
    assert action not in GAME.legal(Table(4).state, BEN)


def test_at_a_table_of_three_a_card_is_thrown_once() -> None:
    table = Table(3, (BEN, "blue"), dice="p p", window=1, plan=(2, 2, 2))
    legal = GAME.legal(table.state, BEN)
    for action in (Throw("blue"), Throw("pink", "blue"), Throw("pink", "yellow"), Throw("pink", "pink")):
        assert action not in legal
    for action in (Throw("pink", "pink"), Throw("blue", "blue")):
        assert action not in GAME.legal(table.state, CLEO)


@pytest.mark.parametrize("seat", [ADA, GUS, Seat(-1)])
def test_who_is_not_asked_for_a_card_throws_none(seat: Seat) -> None:
    for action in GAME.legal(Table(7).state, seat):
        assert not isinstance(action, Throw) or seat == GUS


def test_a_scored_turn_stays_to_be_looked_at() -> None:
    table = Table.thrown(4, A, (DORA, "pink"), (BEN, "pink"), (CLEO, "grey"))
    table.copies(BEN)
    last = table.memory(PUBLIC).last
    assert last is not None
    assert [(card.seat, card.kind) for card in last.pile] == [(DORA, "pink"), (BEN, "pink"), (CLEO, "grey")]
    assert (last.whom, last.points, last.gains, last.faces) == (BEN, (3, 0, 2), (0, 0, 2, 3), roll(A))
    assert isinstance(table.log[-2], Scored)
