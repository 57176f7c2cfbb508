"""The rules of Fuse by example, in order, with one test per numbered rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from apps.games.fuse import GAME
from apps.games.fuse.cards import (
    DEFUSE_CARD_IDS,
    EXTINGUISHER,
    FACES,
    FUSE_CARD_IDS,
    MATCHMAN,
    TIMEBOMB,
    CardId,
    is_defuse,
    is_fuse,
    sum_points,
)
from apps.games.fuse.scoring import compute_hand_cost
from apps.games.fuse.state import (
    Bomb,
    Dealt,
    Died,
    Exploded,
    Laid,
    Lay,
    Received,
    Relit,
    Saw,
    Scored,
    Shuffled,
    Snuffed,
    State,
)
from apps.kernel.chance import Chance
from apps.kernel.game import Illegal
from apps.kernel.playout import by_bots, play_out_match, play_silently
from apps.kernel.policies import by_seat
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from tests.games.fuse.table import ADA, BEN, CLEO, DORA, FULL, Table, named, tags

SEEDS = [bytes([number]) * 32 for number in range(12)]


def dealt(seats: int, seed: bytes = SEEDS[0], **options: object) -> State:
    setup = GAME.setup(seats, options)
    return GAME.recall(setup, GAME.deal(setup, Chance(seed, 0)))


def everywhere(state: State) -> list[CardId]:
    return [*(card for hand in state.hands for card in hand), *state.pile]


# -- aim, material, set-up -----------------------------------------------------------------


def test_f00_waiting_makes_the_prize_grow_but_others_may_take_it() -> None:
    table = Table(FULL, FULL, fuse="7 7")
    table.lays(ADA, "15")
    assert table.bombs(BEN) == [Exploded(BEN, cards=3, points=29)]


def test_f01_two_to_six_play() -> None:
    assert list(GAME.meta.seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(Illegal):
            GAME.setup(seats)


def test_f02_the_box_holds_112_fuse_cards_of_824_points_and_18_defuse_cards() -> None:
    assert Counter(FACES[card].points for card in FUSE_CARD_IDS) == {3: 36, 7: 38, 10: 24, 15: 14}
    assert sum_points(FUSE_CARD_IDS) == 824
    assert Counter(named(card) for card in DEFUSE_CARD_IDS) == {"scissors": 6, "bucket": 6, "boot": 6}
    assert len({*FUSE_CARD_IDS, *DEFUSE_CARD_IDS, TIMEBOMB}) == 131


def test_f03_the_fuse_has_room_to_grow() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", pile=" ".join(["7"] * 20) + " timebomb")
    for turn in range(14):
        table.is_silent(Seat(turn % 2))
    assert table.faces(table.state.fuse) == " ".join(["3"] * 14)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_f04_each_player_gets_two_bombs_in_front_of_everybody(seats: int) -> None:
    setup = GAME.setup(seats)
    assert GAME.recall(setup, GAME.deal(setup, Chance(SEEDS[0], 0)), PUBLIC).bombs == (2,) * seats


def test_f05_with_two_players_each_gets_three_bombs() -> None:
    assert dealt(2).bombs == (3, 3)


def test_f06_other_bombs_are_not_used() -> None:
    """Check that no one can ever throw more bombs than were dealt."""
    table = Table(FULL, FULL, FULL, fuse="3", bombs=(0, 2, 2))
    assert "bomb" not in table.legal(ADA)


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_f07_each_player_gets_five_fuse_cards_face_down(seats: int) -> None:
    setup = GAME.setup(seats)
    deal = list(GAME.deal(setup, Chance(SEEDS[0], 0)))
    for hand in GAME.recall(setup, deal).hands:
        assert sum(map(is_fuse, hand)) == 5
    assert GAME.recall(setup, deal, PUBLIC).hands == ((),) * seats
    for seat in setup.everyone():
        assert [bool(hand) for hand in GAME.recall(setup, deal, seat).hands] == [s == seat for s in setup.everyone()]


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_f08_each_player_gets_two_defuse_cards_so_a_hand_is_seven(seats: int) -> None:
    for hand in dealt(seats).hands:
        assert sum(map(is_defuse, hand)) == 2
        assert len(hand) == 7


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_f09_as_many_defuse_cards_as_players_are_added_to_the_deck(seats: int) -> None:
    piles = [dealt(seats, seed).pile for seed in SEEDS]
    assert {sum(map(is_defuse, pile)) for pile in piles} == {seats}
    assert len({pile.index(next(filter(is_defuse, pile))) for pile in piles}) > 3, "they are shuffled in"


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_f10_left_over_defuse_cards_are_put_away(seats: int) -> None:
    assert sum(map(is_defuse, everywhere(dealt(seats)))) == 3 * seats


def test_f11_the_time_bomb_is_among_the_last_31_cards() -> None:
    places = []
    for number in range(300):
        pile = dealt(2, number.to_bytes(32, "big")).pile
        places.append(len(pile) - pile.index(TIMEBOMB))
    assert (min(places), max(places)) == (1, 31)
    assert len(set(places)) == 31


def test_f12_everybody_sees_how_many_cards_the_pile_holds() -> None:
    table = Table(FULL, FULL, FULL)
    table.lays(ADA, "3")
    watching: tuple[Observer, ...] = (ADA, BEN, PUBLIC)
    assert {table.memory(who).left for who in watching} == {len(table.state.pile)}


def test_f13_luck_names_who_starts() -> None:
    assert {dealt(4, seed).seat for seed in SEEDS} == {ADA, BEN, CLEO, DORA}


# -- course of play ------------------------------------------------------------------------


def test_f14_the_starting_player_plays_a_fuse_card() -> None:
    table = Table("3 7 15 boot scissors 10 10", FULL)
    assert table.legal(ADA) == {"lay 3", "lay 7", "lay 10", "lay 15"}
    table.lays(ADA, "15")
    assert table.faces(table.state.fuse) == "15"


def test_f15_then_one_after_another_to_the_left_adds_a_card() -> None:
    table = Table(FULL, FULL, FULL, seat=BEN)
    order = []
    for _ in range(4):
        order += table.asked()
        table.is_silent(order[-1])
    assert order == [BEN, CLEO, ADA, BEN]


def test_f16_a_card_is_placed_at_the_end_of_the_fuse() -> None:
    table = Table("3 3 3 3 3 3 15", FULL, fuse="10 7")
    table.lays(ADA, "15")
    assert table.faces(table.state.fuse) == "10 7 15"


def test_f17_the_length_shows_all_points_laid() -> None:
    table = Table(FULL, FULL, fuse="10 7", beside="boot")
    board = GAME.board(table.memory(PUBLIC), PUBLIC)
    assert (board.fuse_points, board.prize) == (17, 21)


def test_f18_after_a_fuse_card_the_player_draws_one() -> None:
    table = Table("3 3 3 3 3 3 15", FULL, pile="10 3 timebomb")
    assert tags(table.lays(ADA, "15")) == ["laid", "saw"]
    assert table.hand(ADA) == "3 3 3 3 3 3 10"
    assert table.faces(table.state.pile) == "3 timebomb"


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_f19_a_player_always_has_seven_cards(seats: int) -> None:
    setup = GAME.setup(seats, {"specials": True, "penalty": True})
    played = play_out_match(GAME, setup, SEEDS[0], play_silently(GAME))
    state = GAME.recall(setup, played.deal)
    for step in played.steps[:-1]:
        state = GAME.learn(state, step.facts)
        assert {len(hand) for hand in state.hands} == {7}


def test_f20_nobody_can_forget_to_draw() -> None:
    table = Table(FULL, FULL)
    table.is_silent(ADA)
    assert len(table.state.hands[ADA]) == 7


def test_f21_at_the_end_who_drew_the_time_bomb_refills() -> None:
    table = Table("3 3 3 3 3 3 3", FULL, pile="timebomb 15 7")
    assert tags(table.lays(ADA, "3")) == ["laid", "time-bomb", "drew", "saw", "scored"]
    assert table.hand(ADA) == "3 3 3 3 3 3 15"


def test_f22_this_goes_on_until_bomb_defuse_card_or_time_bomb() -> None:
    table = Table(FULL, FULL, pile="3 3 3 timebomb")
    for seat in (ADA, BEN, ADA):
        table.is_silent(seat)
        assert table.state.fuse
        assert table.asked()
    table.is_silent(BEN)
    assert not table.asked()


# -- bombs ---------------------------------------------------------------------------------


def test_f23_a_bomb_is_thrown_onto_the_fuse_on_ones_turn() -> None:
    table = Table(FULL, FULL, FULL, fuse="10")
    assert "bomb" in table.legal(ADA)
    assert not table.legal(BEN)


def test_f24_the_bomber_takes_the_fuse_and_the_defuse_cards_beside() -> None:
    table = Table(FULL, FULL, fuse="10 7", beside="boot scissors")
    table.bombs(ADA)
    assert table.faces(table.state.taken[ADA]) == "10 7 boot scissors"
    assert not table.state.fuse
    assert not table.state.beside


def test_f25_they_stay_in_front_of_the_bomber_for_scoring() -> None:
    table = Table(FULL, FULL, fuse="10", taken=("15", ""))
    table.bombs(ADA)
    table.is_silent(BEN)
    assert GAME.scores(table.memory(PUBLIC)) == (25, 0)


def test_f26_the_used_bomb_is_gone() -> None:
    table = Table(FULL, FULL, FULL, fuse="10")
    table.bombs(ADA)
    assert table.state.bombs == (1, 2, 2)


def test_f27_everybody_sees_how_many_bombs_are_left() -> None:
    table = Table(FULL, FULL, FULL, fuse="10")
    table.bombs(ADA)
    plates = GAME.board(table.memory(PUBLIC), PUBLIC).plates
    assert [(plate.bombs, plate.bombs_used) for plate in plates] == [(1, 1), (2, 0), (2, 0)]


def test_f28_after_a_bomb_no_card_is_drawn() -> None:
    table = Table(FULL, FULL, fuse="10")
    assert tags(table.bombs(ADA)) == ["exploded"]
    assert table.hand(ADA) == FULL


def test_f29_the_next_to_the_left_starts_a_new_fuse_with_a_fuse_card() -> None:
    table = Table(FULL, FULL, FULL, fuse="10", seat=CLEO)
    table.bombs(CLEO)
    assert table.asked() == [ADA]
    assert table.legal(ADA) == {"lay 3", "lay 7", "lay 10", "lay 15"}


# -- defuse cards --------------------------------------------------------------------------


@pytest.mark.parametrize("face", ["scissors", "bucket", "boot"])
def test_f30_a_defuse_card_destroys_the_fuse(face: str) -> None:
    table = Table(f"3 3 3 3 3 3 {face}", FULL, fuse="10 15")
    table.cuts(ADA, face)
    assert not table.state.fuse


def test_f31_scissors_are_6_buckets_5_kicks_4() -> None:
    assert {named(card): FACES[card].points for card in DEFUSE_CARD_IDS} == {"scissors": 6, "bucket": 5, "boot": 4}


def test_f32_play_is_suspended_at_once_and_the_fuse_starts_anew() -> None:
    table = Table(FULL, FULL, fuse="10 15")
    table.cuts(ADA, "boot")
    assert table.legal(BEN) == {"lay 3", "lay 7", "lay 10", "lay 15"}


def test_f33_nobody_scores_the_cards_of_a_cut_fuse() -> None:
    table = Table(FULL, FULL, fuse="10 15")
    assert Died(cards=2, points=25) in table.cuts(ADA, "boot")
    assert GAME.scores(table.memory(PUBLIC)) == (0, 0)
    assert table.state.taken == ((), ())


def test_f34_the_used_defuse_card_lies_beside_the_matchstick() -> None:
    table = Table(FULL, FULL, fuse="10", beside="bucket")
    table.cuts(ADA, "boot")
    assert table.faces(table.state.beside) == "bucket boot"


def test_f35_who_used_it_draws_one_card() -> None:
    table = Table("3 3 3 3 3 3 boot", FULL, fuse="10", pile="15 3 timebomb")
    table.cuts(ADA, "boot")
    assert table.hand(ADA) == "3 3 3 3 3 3 15"


def test_f36_the_next_bomb_also_takes_the_defuse_cards_beside() -> None:
    table = Table(FULL, FULL, fuse="10")
    table.cuts(ADA, "boot")
    table.lays(BEN, "15")
    assert table.bombs(ADA) == [Exploded(ADA, cards=2, points=19)]


# -- end and scoring -----------------------------------------------------------------------


def test_f37_the_match_ends_when_all_bombs_are_used() -> None:
    table = Table(FULL, FULL, fuse="10", bombs=(1, 0))
    facts = table.bombs(ADA)
    assert tags(facts) == ["exploded", "scored"]
    assert GAME.outcome(table.state).why == "bombs"  # type: ignore[union-attr]
    assert not table.asked()


def test_f37_the_match_ends_when_the_time_bomb_is_drawn() -> None:
    table = Table(FULL, FULL, pile="timebomb 3")
    table.lays(ADA, "15")
    assert GAME.outcome(table.state).why == "timebomb"  # type: ignore[union-attr]
    assert not table.asked()


def test_f38_the_score_is_what_was_taken_less_fuse_cards_in_hand() -> None:
    table = Table("15 10 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="7", taken=("10 boot", "15"), bombs=(1, 0))
    table.bombs(ADA)
    assert table.scores() == (10 + 4 + 7 - 40, 15 - 21)


def test_f39_defuse_cards_in_hand_and_unused_bombs_do_not_count() -> None:
    table = Table("3 boot boot boot scissors scissors bucket", "3 3 3 3 3 3 3", pile="timebomb")
    table.lays(ADA, "3")
    assert table.state.bombs == (3, 3)
    assert table.scores() == (0, -21)


def test_f40_most_points_win() -> None:
    table = Table("3 3 3 3 3 3 3", "boot boot boot boot 3 3 3", "3 3 3 15 15 15 15", fuse="3", bombs=(1, 0, 0))
    table.bombs(ADA)
    assert GAME.outcome(table.state).places == (2, 1, 3)  # type: ignore[union-attr]


def test_f41_of_tied_players_the_fewest_points_in_defuse_cards_win() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="3 3", beside="boot", taken=("", "10"), bombs=(1, 0))
    table.bombs(ADA)
    assert table.scores() == (-11, -11)
    assert GAME.outcome(table.state).places == (2, 1)  # type: ignore[union-attr]


# -- advice and options --------------------------------------------------------------------


def test_f42_every_turn_has_a_pace() -> None:
    assert [pace["turn"] for pace in GAME.meta.paces.values()] == [60, 86400, 3 * 86400, 7 * 86400]


def test_f43_a_slow_player_plays_the_lowest_fuse_card() -> None:
    table = Table("10 7 boot scissors 15 7 10", FULL, fuse="15")
    assert table.silence(ADA) == "lay 7"


def test_f44_a_slow_player_gives_up_the_lowest_defuse_card_if_that_was_agreed() -> None:
    table = Table("10 7 scissors boot 15 7 10", FULL, fuse="15", penalty=True)
    assert table.silence(ADA) == "dawdle boot"
    table.is_silent(ADA)
    assert table.faces(table.state.beside) == "boot"
    assert "dawdle" not in Table(FULL, FULL, fuse="15").silence(ADA)


@pytest.mark.parametrize("fuse", ["15", ""])
def test_f44_only_silence_is_slow(fuse: str) -> None:
    """Check that no seat can choose to pay. It could fatten a prize with a card that was meant to cut."""
    table = Table(FULL, FULL, fuse=fuse, penalty=True)
    assert "dawdle" in table.silence(ADA)
    assert not any("dawdle" in said for said in table.legal(ADA))


def test_f44_in_the_first_edition_a_seat_might_choose_to_pay() -> None:
    assert {"dawdle scissors", "dawdle boot"} <= Table(FULL, FULL, fuse="3", penalty=True, edition=1).legal(ADA)


def test_f45_f46_each_special_card_may_be_had_without_the_other() -> None:
    for chosen in ({}, {"extinguisher": True}, {"matchman": True}, {"extinguisher": True, "matchman": True}):
        setup, everything = GAME.setup(6, chosen), Counter[int]()
        for seed in SEEDS:
            for fact in GAME.deal(setup, Chance(seed, 0)):
                everything.update(fact.pile if isinstance(fact, Shuffled) else getattr(fact, "cards", ()))
        assert bool(everything[EXTINGUISHER]) == ("extinguisher" in chosen)
        assert bool(everything[MATCHMAN]) == ("matchman" in chosen)


def test_f45_f46_what_was_agreed_as_special_cards_is_both_of_them() -> None:
    old = msgspec.json.decode(b'{"seats":3,"options":{"deals":1,"specials":true},"edition":1}', type=GAME.setup_type)
    both = GAME.setup(3, {"extinguisher": True, "matchman": True})
    assert (old.options.extinguisher, old.options.matchman) == (True, True)
    assert set(GAME.deal(old, Chance(SEEDS[0], 0))) == set(GAME.deal(both, Chance(SEEDS[0], 0)))
    again = msgspec.json.encode(old)
    assert b'"specials":true' in again, "a record says what was agreed in the words it was agreed in"
    assert msgspec.json.decode(again, type=GAME.setup_type) == old


def test_f45_the_extinguisher_is_a_defuse_card_worth_10() -> None:
    table = Table("3 3 3 3 3 3 extinguisher", FULL, fuse="7 7", specials=True)
    assert FACES[EXTINGUISHER].points == 10
    table.cuts(ADA, "extinguisher")
    table.passes(BEN)
    table.lays(BEN, "3")
    assert table.bombs(ADA) == [Exploded(ADA, cards=2, points=13)]


def test_f46_the_matchman_relights_a_fuse_another_player_cut() -> None:
    table = Table(FULL, FULL, "3 3 3 3 3 3 matchman", fuse="10 15", specials=True)
    table.cuts(ADA, "boot")
    table.passes(BEN)
    facts = table.strikes(CLEO)
    assert Relit(CLEO, MATCHMAN) in facts
    assert table.faces(table.state.fuse) == "10 15"


# -- ambiguities ---------------------------------------------------------------------------


def test_fa01_what_only_the_french_text_says_is_played_too() -> None:
    """Check a cut, although the English text lacks the defuse cards (see F30 to F36)."""
    assert "cut boot" in Table(FULL, FULL, fuse="3").legal(ADA)


def test_fa02_the_packet_under_the_pile_is_exactly_thirty_cards_and_the_time_bomb() -> None:
    assert all(TIMEBOMB in dealt(6, seed).pile[-31:] for seed in SEEDS)
    assert GAME.board(dealt(6), PUBLIC).fuse_cards_above == 58


def test_fa03_bombs_and_defuse_cards_are_played_on_ones_own_turn_only() -> None:
    table = Table(FULL, FULL, FULL, fuse="3 3", specials=True)
    assert not table.legal(BEN)
    assert not table.legal(CLEO)
    assert table.asked() == [ADA]


def test_fa04_neither_bomb_nor_defuse_card_on_an_empty_fuse() -> None:
    table = Table(FULL, FULL, beside="boot")
    assert all(said.startswith("lay") for said in table.legal(ADA))


def test_fa05_after_a_defuse_card_the_next_to_the_left_continues() -> None:
    table = Table(FULL, FULL, FULL, fuse="3", seat=BEN)
    table.cuts(BEN, "boot")
    assert table.asked() == [CLEO]


def test_fa06_who_must_start_without_a_fuse_card_lays_a_defuse_card_aside() -> None:
    table = Table("boot boot boot scissors bucket scissors bucket", FULL, FULL, pile="7 timebomb")
    assert table.legal(ADA) == {"shed boot", "shed scissors", "shed bucket"}
    assert table.silence(ADA) == "shed boot"
    assert tags(table.sheds(ADA, "bucket")) == ["gave", "saw"]
    assert table.faces(table.state.beside) == "bucket"
    assert table.hand(ADA) == "boot boot boot scissors scissors bucket 7"
    assert table.asked() == [BEN]
    assert all(said.startswith("lay") for said in table.legal(BEN))


def test_fa06_the_matchman_is_not_laid_aside() -> None:
    table = Table("matchman boot boot scissors bucket scissors bucket", FULL, FULL, specials=True)
    assert table.legal(ADA) == {"shed boot", "shed scissors", "shed bucket"}
    assert table.silence(ADA) == "shed boot"


def test_fa07_the_penalty_cuts_nothing_and_the_turn_is_still_played() -> None:
    table = Table("7 10 15 15 15 scissors boot", FULL, fuse="10", pile="3 15 timebomb", penalty=True)
    facts = table.is_silent(ADA)
    assert tags(facts) == ["paid", "saw", "laid", "saw"]
    assert table.faces(table.state.fuse) == "10 3", "refilled first: the drawn 3 is the lowest now"
    assert table.faces(table.state.beside) == "boot", "the lowest defuse card"
    assert table.hand(ADA) == "7 10 15 15 15 scissors 15"


def test_fa07_without_a_defuse_card_there_is_no_penalty() -> None:
    table = Table("7 10 15 15 15 7 7", FULL, fuse="10", penalty=True)
    assert table.silence(ADA) == "lay 7"


def test_fa08_the_refill_lies_under_the_time_bomb() -> None:
    table = Table("3 3 3 3 3 3 3", FULL, pile="timebomb 15 10")
    table.lays(ADA, "3")
    assert (table.state.left, table.state.short) == (1, None)
    assert table.hand(ADA).endswith("15")


def test_fa09_nobody_gets_the_table_when_the_time_bomb_appears() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="15 15", beside="boot", pile="timebomb 3")
    table.lays(ADA, "3")
    assert table.scores() == (-21, -21)


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_fa10_the_pile_is_never_exhausted_before_the_time_bomb(seats: int) -> None:
    """Play with silent players. They draw the most cards because they never bomb."""
    for seed in SEEDS:
        played = play_out_match(GAME, GAME.setup(seats), seed, play_silently(GAME))
        assert played.outcome.why == "timebomb"


def test_fa11_a_tie_that_remains_is_a_shared_victory() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", "3 3 3 3 3 3 15", fuse="10", taken=("", "10", ""), bombs=(1, 0, 0))
    table.bombs(ADA)
    assert GAME.outcome(table.state).places == (1, 1, 3)  # type: ignore[union-attr]


def test_fa12_open_totals_show_what_piles_are_worth_and_memory_mode_hides_it() -> None:
    for open_totals, points in ((True, 18), (False, None)):
        table = Table(FULL, FULL, taken=("10 boot boot", ""), open_totals=open_totals)
        plate = GAME.board(table.memory(BEN), BEN).plates[ADA]
        assert (plate.taken, plate.points) == (3, points)


def test_fa12_estimate_mode_shows_the_cards_but_not_their_sum() -> None:
    board = GAME.board(Table(FULL, FULL, fuse="10 7", estimate=True).memory(BEN), BEN)
    assert (board.fuse_points, board.prize) == (None, None)
    assert [card.points for card in board.fuse] == [10, 7]


@pytest.mark.parametrize("fuse", ["", "3"])
def test_fa13_nobody_may_pass_and_everybody_can_play(fuse: str) -> None:
    for hand in (FULL, "boot boot boot scissors bucket scissors bucket", "3 3 3 3 3 3 3"):
        table = Table(hand, FULL, fuse=fuse, bombs=(0, 3))
        assert table.legal(ADA)
        assert "pass" not in table.legal(ADA)


def test_fa13_on_a_burning_fuse_silence_cuts_only_without_any_fuse_card() -> None:
    table = Table("scissors boot boot scissors bucket scissors bucket", FULL, fuse="15")
    assert table.silence(ADA) == "cut boot"


def test_fa14_who_has_used_all_bombs_keeps_playing() -> None:
    table = Table("15 15 15 15 15 15 boot", "3 3 3 3 3 3 3", fuse="3", bombs=(0, 1), pile="15 15 timebomb")
    assert table.legal(ADA) == {"lay 15", "cut boot"}
    table.lays(ADA, "15")
    table.bombs(BEN)
    assert table.scores() == (-90, 18 - 21)


def test_fa15_deals_are_summed_and_the_starter_moves_on() -> None:
    table = Table(
        "3 3 3 3 3 3 3",
        "3 3 3 3 3 3 15",
        FULL,
        fuse="10",
        bombs=(1, 0, 0),
        totals=(5, 50, 0),
        deals=3,
        deal=1,
        starter=BEN,
    )
    facts = table.bombs(ADA)
    assert tags(facts) == ["exploded", "scored", "dealt", "shuffled", *["received"] * 3]
    assert facts[1].last is False  # type: ignore[union-attr]
    assert facts[2] == Dealt(2, CLEO, bombs=2, left=len(table.state.pile))
    assert table.state.totals == (5 + 10 - 21, 50 - 33, 0 - compute_hand_cost(table._start.hands[CLEO]))
    assert table.asked() == [CLEO]
    assert table.state.taken == ((), (), ())
    assert GAME.outcome(table.state) is None


def test_fa15_ties_are_broken_by_the_defuse_points_of_the_whole_match() -> None:
    table = Table(
        "3 3 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="10", taken=("", "10"), bombs=(1, 0),
        totals=(7, 7), defused=(4, 6), deals=2, deal=1,
    )  # fmt: skip
    table.bombs(ADA)
    assert table.scores() == (-4, -4)
    assert GAME.outcome(table.state).places == (1, 2)  # type: ignore[union-attr]


def test_fa15_every_deal_is_shuffled_by_luck_of_its_own() -> None:
    setup = GAME.setup(2, {"deals": 2, "short_fuse": True})
    played = play_out_match(GAME, setup, SEEDS[0], play_silently(GAME))
    first, second = (fact.pile for fact in played.events() if isinstance(fact, Shuffled))
    assert first != second


def test_fa16_one_extinguisher_is_shuffled_in_before_the_defuse_cards_are_dealt() -> None:
    found = Counter(
        "hand" if any(EXTINGUISHER in hand for hand in state.hands) else
        "pile" if EXTINGUISHER in state.pile else "away"
        for state in (dealt(3, number.to_bytes(32, "big"), specials=True) for number in range(60))
    )  # fmt: skip
    assert set(found) == {"hand", "pile", "away"}
    assert all(sum(map(is_defuse, everywhere(dealt(3, seed, specials=True)))) == 9 for seed in SEEDS)


def test_fa16_one_matchman_is_shuffled_into_the_deck() -> None:
    for seed in SEEDS:
        state = dealt(3, seed, specials=True)
        assert state.pile.count(MATCHMAN) == 1
        assert len(state.pile) == 102
    assert MATCHMAN not in dealt(3).pile


def test_fa16_the_defuser_cannot_strike_the_matchman() -> None:
    table = Table("3 3 3 3 3 boot matchman", FULL, FULL, fuse="10", specials=True)
    table.cuts(ADA, "boot")
    assert table.asked() == [BEN, CLEO]
    assert not table.legal(ADA)


def test_fa16_the_cancelled_defuse_card_stays_beside_and_the_striker_draws() -> None:
    table = Table("3 3 3 3 3 3 boot", "3 3 3 3 3 3 matchman", fuse="10", pile="7 15 timebomb", specials=True)
    table.cuts(ADA, "boot")
    table.strikes(BEN)
    assert table.faces(table.state.beside) == "boot"
    assert (table.hand(ADA), table.hand(BEN)) == ("3 3 3 3 3 3 7", "3 3 3 3 3 3 15")


def test_fa16_play_goes_on_left_of_the_defuser() -> None:
    table = Table(FULL, FULL, "3 3 3 3 3 3 matchman", fuse="10", specials=True)
    table.cuts(ADA, "boot")
    table.strikes(CLEO)
    table.passes(BEN)
    assert table.asked() == [BEN]
    assert "bomb" in table.legal(BEN)


def test_fa16_the_matchman_costs_nothing_in_the_end() -> None:
    table = Table("3 3 3 3 3 3 matchman", "3 3 3 3 3 3 3", fuse="3", bombs=(1, 0), specials=True)
    table.bombs(ADA)
    assert table.scores() == (3 - 18, -21)


def test_fa16_the_matchman_cannot_be_laid() -> None:
    table = Table("3 3 3 3 3 3 matchman", FULL, fuse="3", specials=True)
    assert table.legal(ADA) == {"lay 3", "bomb"}


def test_fa17_after_a_bomb_the_hand_is_still_seven() -> None:
    table = Table(FULL, FULL, fuse="3", pile="15 timebomb")
    table.bombs(ADA)
    assert table.hand(ADA) == FULL
    assert table.state.left == 2


def test_fa18_the_random_starter_comes_from_the_audited_seed() -> None:
    assert [dealt(6, seed).starter for seed in SEEDS] == [dealt(6, seed).starter for seed in SEEDS]
    assert dealt(6, SEEDS[3]).starter == Chance(SEEDS[3], 0).pick("starter", range(6))


# -- edge cases ----------------------------------------------------------------------------


def test_edge_01_on_a_burning_fuse_there_are_three_things_to_do() -> None:
    assert Table("3 7 10 15 boot scissors 3", FULL, fuse="3").legal(ADA) == {
        "lay 3", "lay 7", "lay 10", "lay 15", "cut boot", "cut scissors", "bomb",
    }  # fmt: skip
    assert Table("3 3 3 3 3 3 3", FULL, fuse="3", bombs=(0, 3)).legal(ADA) == {"lay 3"}


@pytest.mark.parametrize(
    ("seats", "deck", "above", "defuse", "bombs"),
    [(2, 104, 74, 6, 6), (3, 100, 70, 9, 6), (4, 96, 66, 12, 8), (5, 92, 62, 15, 10), (6, 88, 58, 18, 12)],
)
def test_edge_02_set_up_numbers(seats: int, deck: int, above: int, defuse: int, bombs: int) -> None:
    state = dealt(seats)
    assert len(state.pile) == state.left == deck + 1
    assert GAME.board(state, PUBLIC).fuse_cards_above == above
    assert sum(map(is_defuse, everywhere(state))) == defuse
    assert sum(state.bombs) == bombs


def test_edge_02_short_fuse_is_half_the_fuse_cards_and_half_the_packet() -> None:
    state = dealt(6, short_fuse=True)
    assert Counter(FACES[card].points for card in everywhere(state) if is_fuse(card)) == {3: 18, 7: 19, 10: 12, 15: 7}
    assert all(TIMEBOMB in dealt(6, seed, short_fuse=True).pile[-16:] for seed in SEEDS)


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("play", [lambda t: t.lays(ADA, "3"), lambda t: t.cuts(ADA, "boot")], ids=["fuse", "defuse"])
def test_edge_03_the_time_bomb_after_a_card_ends_the_deal_and_the_fuse_is_lost(
    play: Callable[[Table], list[object]], specials: bool
) -> None:
    table = Table("3 3 3 3 3 3 boot", "3 3 3 3 3 3 matchman", fuse="15", pile="timebomb boot", specials=specials)
    facts = play(table)
    assert isinstance(facts[-1], Scored)
    assert not table.asked(), "no window opens any more"
    assert not any(isinstance(fact, Snuffed) and fact.window for fact in facts)
    assert table.state.taken == ((), ())


def test_edge_04_the_time_bomb_as_last_card_leaves_six() -> None:
    table = Table("3 3 3 3 3 3 3", FULL, pile="timebomb")
    assert tags(table.lays(ADA, "3")) == ["laid", "time-bomb", "scored"]
    assert table.hand(ADA) == "3 3 3 3 3 3"
    assert [plate.held for plate in GAME.board(table.memory(PUBLIC), PUBLIC).plates] == [6, 7]


@pytest.mark.parametrize(("under", "score"), [("boot", -18), ("15", -33)])
def test_edge_05_the_card_under_the_time_bomb_counts_like_any_other(under: str, score: int) -> None:
    table = Table("3 3 3 3 3 3 3", FULL, pile=f"timebomb {under}")
    table.lays(ADA, "3")
    assert table.scores()[ADA] == score


def test_edge_06_the_last_bomb_takes_the_cards_and_nothing_is_drawn() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="15", bombs=(1, 0), pile="3 timebomb")
    assert tags(table.bombs(ADA)) == ["exploded", "scored"]
    assert table.scores()[ADA] == 15 - 21
    assert table.state.left == 2


def test_edge_07_no_bombs_no_defuse_cards_and_many_beside_are_all_normal() -> None:
    table = Table("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", fuse="3", beside="boot bucket scissors", bombs=(0, 1))
    table.lays(ADA, "3")
    assert table.bombs(BEN)[0] == Exploded(BEN, cards=5, points=21)


def test_edge_08_a_bomb_right_after_the_matchman_takes_the_whole_fuse() -> None:
    table = Table(FULL, "3 3 3 3 3 3 matchman", fuse="15 15", specials=True)
    table.cuts(ADA, "boot")
    table.strikes(BEN)
    assert table.bombs(BEN) == [Exploded(BEN, cards=3, points=34)]


def test_edge_09_totals_may_be_negative() -> None:
    table = Table("15 15 15 15 15 15 15", FULL, pile="timebomb")
    table.lays(ADA, "15")
    assert table.scores()[ADA] == -90


def test_edge_10_a_tie_is_broken_by_defuse_points_and_then_shared() -> None:
    hands = ("3 3 3 3 3 3 3",) * 3
    table = Table(*hands, fuse="10", taken=("", "boot boot boot boot", "3 7"), bombs=(1, 0, 0))
    table.bombs(ADA)
    assert table.scores() == (-11, -5, -11)
    table = Table(*hands, fuse="10", beside="scissors", taken=("", "3 3 10", "3 3 10"), bombs=(1, 0, 0))
    table.bombs(ADA)
    assert table.scores() == (-5, -5, -5)
    assert GAME.outcome(table.state).places == (3, 1, 1)  # type: ignore[union-attr]


def test_edge_11_the_penalty_may_draw_the_time_bomb_and_then_the_turn_is_not_played() -> None:
    table = Table("3 3 3 3 3 3 boot", FULL, fuse="15", pile="timebomb 10", penalty=True)
    facts = table.is_silent(ADA)
    assert tags(facts) == ["paid", "time-bomb", "drew", "saw", "scored"]
    assert table.faces(table.state.fuse) == "15"
    assert table.hand(ADA) == "3 3 3 3 3 3 10"


@pytest.mark.parametrize("penalty", [False, True])
def test_edge_12_silence_always_comes_to_an_end(penalty: bool) -> None:
    for seats in GAME.meta.seats:
        setup = GAME.setup(seats, {"specials": True, "penalty": penalty})
        played = play_out_match(GAME, setup, SEEDS[1], play_silently(GAME))
        assert played.outcome.why == "timebomb"
        assert not any(isinstance(fact, Exploded) for fact in played.events())


def test_edge_13_with_an_absent_bomber_the_time_bomb_ends_the_match() -> None:
    played = play_out_match(GAME, GAME.setup(3), SEEDS[2], by_seat([play_silently(GAME), by_bots(GAME), by_bots(GAME)]))
    assert played.outcome.why == "timebomb"


# -- auto-actions and questions ------------------------------------------------------------


def test_silence_plays_the_lowest_fuse_card_and_of_equal_ones_the_one_held_longest() -> None:
    table = Table("10 3 15 3 boot 3 7", FULL, fuse="7")
    assert table.ask(ADA).default == Lay(table.state.hands[ADA][1])


def test_silence_is_unknown_to_those_who_do_not_see_the_hand() -> None:
    table = Table(FULL, FULL)
    assert GAME.asks(table.memory(ADA))[0].default is not None
    assert GAME.asks(table.memory(BEN))[0].default is None
    assert GAME.asks(table.memory(PUBLIC))[0].default is None


def test_each_turn_has_a_key_of_its_own_and_is_a_duty() -> None:
    table = Table(FULL, FULL)
    keys = []
    for seat in (ADA, BEN, ADA):
        ask = table.ask(seat)
        assert (ask.about, ask.waits, ask.duty) == ("turn", True, True)
        keys.append(ask.key)
        table.is_silent(seat)
    assert keys == ["turn:1", "turn:2", "turn:3"]


def test_hands_are_shown_when_a_deal_is_over() -> None:
    table = Table(FULL, FULL, pile="timebomb 3")
    table.lays(ADA, "15")
    assert table.memory(PUBLIC).hands == table.state.hands
    assert [cards for fact in table.log if isinstance(fact, Scored) for cards in fact.hands] == list(table.state.hands)


def test_a_played_card_is_public_and_the_drawn_one_is_not() -> None:
    table = Table(FULL, FULL, pile="15 timebomb")
    facts = table.lays(ADA, "3")
    assert [type(fact) for fact in facts] == [Laid, Saw]
    assert facts[1].to == (ADA,)  # type: ignore[union-attr]
    assert table.memory(BEN).hands[ADA] == ()
    assert table.memory(REFEREE) == table.state
    assert Bomb() not in GAME.legal(table.memory(BEN), ADA)


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    setup = GAME.setup(3)
    hands = [fact for fact in GAME.deal(setup, Chance(SEEDS[0], 0)) if isinstance(fact, Received)]
    assert [fact.to for fact in hands] == [(ADA,), (BEN,), (CLEO,)]
