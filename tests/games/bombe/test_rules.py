"""The rules of Die Bombe by example, in order, with one test per numbered rule."""

from __future__ import annotations

from collections import Counter

import pytest

from apps.games.bombe import GAME
from apps.games.bombe.cards import BOMBS, FACES, GREEN, RED, is_bomb, sum_points
from apps.games.bombe.scoring import compute_colour_points
from apps.games.bombe.state import (
    Bid,
    Bombed,
    Broken,
    Choose,
    Counted,
    Discarded,
    Lay,
    Lot,
    Offer,
    Offered,
    Opened,
    Sealed,
    State,
    Stray,
    Tied,
    Took,
)
from apps.kernel.chance import Chance
from apps.kernel.events import Secret
from apps.kernel.game import Illegal
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import PUBLIC, REFEREE, Observer
from tests.games.bombe.hooks import cards
from tests.games.bombe.table import ADA, BEN, CLEO, DORA, EMIL, Table, named, tags

SEEDS = [bytes([number]) * 32 for number in range(12)]


def dealt(seats: int, seed: bytes = SEEDS[0]) -> State:
    setup = GAME.setup(seats)
    return GAME.recall(setup, GAME.deal(setup, Chance(seed, 0)))


def final(*stacks: str, minus: tuple[int, ...] = ()) -> Table:
    """Return a match whose last lot gave no points. All cards except these are gone."""
    table = Table(*stacks, offer="bomb bomb", pile="", minus=minus)
    for seat in table.state.bidders:
        table.state = GAME.learn(table.state, [Sealed((seat,), seat, 1)])
    table.state = GAME.learn(table.state, [Discarded(card) for card in table.state.open])
    table.state = GAME.learn(table.state, [Counted((), (), (), ())])
    return table


# -- aim, material, set-up -----------------------------------------------------------------


def test_d01_cards_count_and_bombs_take_them_away() -> None:
    table = Table("r25", "", "g5", offer="bomb r3")
    table.bid(1, 5, 2)
    table.takes(BEN, "bomb")
    table.lays(BEN, ADA, "red")
    assert GAME.scores(table.state) == (0, -5, 3 * 2 + 5 * 2)


def test_d02_six_bombs_and_twelve_cards_of_each_colour_from_3_to_25() -> None:
    assert Counter(face.kind for face in FACES.values()) == {"bomb": 6, "red": 12, "green": 12}
    for colour in (RED, GREEN):
        assert [FACES[card].points for card in colour] == list(range(3, 26, 2))
        assert sum_points(colour) == 168
    assert sum_points(BOMBS) == 0


def test_d03_the_house_keeps_the_sheets_and_everybody_may_read_them() -> None:
    """Check that open bids reveal what each seat has paid (D-A10)."""
    table = Table(minus=(4, 0, 9))
    table.bid(5, 1, 2)
    table.takes(ADA, "r15")
    watching: tuple[Observer, ...] = (ADA, CLEO, PUBLIC, REFEREE)
    assert {table.memory(who).minus for who in watching} == {(9, 0, 9)}


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_d04_two_number_cards_are_laid_out_face_up(seats: int) -> None:
    setup = GAME.setup(seats)
    for seed in SEEDS:
        state = GAME.recall(setup, GAME.deal(setup, Chance(seed, 0)), PUBLIC)
        assert len(state.open) == 2
        assert not any(map(is_bomb, state.open)), "no bomb can be in the first pair (D-A6)"


def test_d05_the_bombs_are_shuffled_into_the_rest_which_nobody_sees() -> None:
    places = set()
    for seed in SEEDS:
        state = dealt(4, seed)
        assert len(state.pile) == state.left == 28
        assert sorted(cards(state)) == sorted(FACES)
        places |= {at for at, card in enumerate(state.pile) if is_bomb(card)}
    assert len(places) > 20, "they lie anywhere"
    _, shuffled = GAME.deal(GAME.setup(4), Chance(SEEDS[0], 0))
    assert isinstance(shuffled, Secret)


# -- bids ----------------------------------------------------------------------------------


def test_d06_everybody_bids_at_least_1() -> None:
    table = Table("", "", "", "")
    assert table.asked() == [ADA, BEN, CLEO, DORA]
    assert table.about() == {"bid"}
    for amount in (1, 2, 40, 999):
        assert Bid(amount) in GAME.legal(table.state, CLEO)
    for amount in (0, -1, 1000):
        assert Bid(amount) not in GAME.legal(table.state, CLEO)


def test_d07_bids_are_opened_together_and_by_rank() -> None:
    table = Table("", "", "", "")
    for seat, amount in ((DORA, 3), (ADA, 8), (CLEO, 5)):
        assert tags(table.answers(seat, Bid(amount))) == ["sealed"]
    facts = table.answers(BEN, Bid(3))
    assert facts[1] == Opened((Offer(ADA, 8), Offer(CLEO, 5), Offer(BEN, 3), Offer(DORA, 3)))


def test_d08_the_highest_bidder_chooses_and_pays() -> None:
    table = Table(minus=(0, 7, 0))
    assert "took" not in tags(table.bid(3, 5, 1))
    assert (table.asked(), table.about()) == ([BEN], {"choice"})
    assert table.legal(BEN) == {"choose r15", "choose g3"}
    assert table.takes(BEN, "r15")[0] == Took(BEN, RED[6], 5)
    assert table.won(BEN) == "r15"
    assert table.state.minus == (0, 12, 0)


def test_d09_the_second_takes_the_other_card_for_nothing() -> None:
    table = Table()
    table.bid(3, 5, 1)
    assert table.takes(BEN, "r15")[1] == Took(ADA, GREEN[0], 0)
    assert table.won(ADA) == "g3"
    assert table.state.minus == (0, 5, 0)


def test_d10_who_shares_the_highest_bid_bids_again() -> None:
    table = Table("", "", "", "")
    facts = table.bid(9, 4, 9, 8)
    assert facts[-1] == Tied((ADA, CLEO))
    assert table.asked() == [ADA, CLEO]
    assert not GAME.legal(table.state, DORA)


def test_d11_who_shares_the_second_place_gets_nothing() -> None:
    table = Table("", "", "", "")
    table.bid(9, 4, 4, 1)
    assert table.takes(ADA, "r15")[1] == Discarded(GREEN[0])
    assert [table.won(seat) for seat in table.state.setup.everyone()] == ["r15", "", "", ""]
    assert table.state.minus == (9, 0, 0, 0)


def test_d12_two_new_cards_are_turned_up_until_the_pile_is_used_up() -> None:
    table = Table(pile="g25 r23 bomb g9")
    table.bid(3, 2, 1)
    assert table.takes(ADA, "r15")[-1] == Offered(14, (GREEN[11], RED[10]))
    table.bid(3, 2, 1)
    assert tags(table.takes(ADA, "g25")) == ["took", "took", "offered"]
    assert table.state.left == 0
    table.bid(3, 2, 1)
    assert table.asked() == [ADA], "the last pair is bid for as well (D-A5)"


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_d12_a_match_has_15_lots(seats: int) -> None:
    match = play_out_match(GAME, GAME.setup(seats), SEEDS[1], by_bots(GAME))
    assert [fact.lot for fact in match.events() if isinstance(fact, Offered)] == list(range(1, 16))
    assert Counter(card for fact in match.events() if isinstance(fact, Offered) for card in fact.cards) == Counter(
        list(FACES)
    )


def test_d13_won_cards_lie_by_colour_for_everybody_to_see() -> None:
    table = Table("g5 r7 g3 r9", "", "", offer="r15 g25")
    table.bid(3, 2, 1)
    table.takes(ADA, "r15")
    watching: tuple[Observer, ...] = (BEN, PUBLIC)
    for who in watching:
        stacks = table.memory(who).stacks[ADA]
        assert [named(card) for card in stacks.red] == ["r7", "r9", "r15"]
        assert [named(card) for card in stacks.green] == ["g5", "g3"]


# -- bombs ---------------------------------------------------------------------------------


def test_d14_who_wins_a_bomb_uses_it_at_once() -> None:
    table = Table("r5 g7", "", "", offer="bomb r15")
    table.bid(1, 5, 2)
    assert tags(table.takes(BEN, "bomb")) == ["took"], "the second must wait for the bomb (D-A8)"
    assert (table.asked(), table.about()) == ([BEN], {"bomb"})


def test_d15_it_is_laid_on_a_colour_of_any_player_himself_included() -> None:
    table = Table("r5 g7", "g9", "r3", offer="bomb r15")
    table.bid(1, 5, 2)
    table.takes(BEN, "bomb")
    assert table.legal(BEN) == {"lay 0 red", "lay 0 green", "lay 1 green", "lay 2 red", "stray"}
    assert table.lays(BEN, BEN, "green")[0] == Bombed(BEN, BOMBS[0], BEN, "green", GREEN[3])


def test_d16_the_card_won_last_in_that_colour_is_lost() -> None:
    table = Table("r5 r25 r7 g9", "", "g3", offer="bomb r15")
    table.bid(1, 5, 2)
    table.takes(BEN, "bomb")
    table.lays(BEN, ADA, "red")
    assert table.won(ADA) == "r5 r25 g9"
    assert not {BOMBS[0], RED[2]} & set(cards(table.state)), "both leave the game"


# -- the end -------------------------------------------------------------------------------


def test_d17_points_are_counted_when_the_pile_is_used_up() -> None:
    table = Table("r9", "", "", pile="", minus=(1, 2, 3))
    table.bid(3, 2, 1)
    facts = table.takes(ADA, "r15")
    assert facts[-1] == Counted((48, 0, 0), (0, 6, 0), (4, 2, 3), (44, 4, -3))
    assert table.asked() == []
    assert GAME.outcome(table.state) is not None


def test_d18_values_are_added_by_colour() -> None:
    table = Table("r3 r5", "r7 g9 r11 r13", "g7 g5")
    assert compute_colour_points(table.state, "red")[0] == 8
    assert compute_colour_points(table.state, "green")[1] == 9


def test_d19_the_most_cards_of_a_colour_double_it_whatever_they_are_worth() -> None:
    table = Table("r3 r5 r7", "r25 r23", "g25")
    assert compute_colour_points(table.state, "red") == (30, 48, 0)
    assert compute_colour_points(table.state, "green") == (0, 0, 50)


def test_d20_all_who_share_the_most_cards_double() -> None:
    table = Table("r3 r5", "r25 r23", "r7")
    assert compute_colour_points(table.state, "red") == (16, 96, 7)


def test_d21_both_colours_less_what_was_paid() -> None:
    assert GAME.scores(Table("r3 g5", "g7 g9", "r11", minus=(10, 4, 40)).state) == (6 + 5 - 10, 32 - 4, 22 - 40)


def test_d22_the_highest_total_wins() -> None:
    outcome = GAME.outcome(final("r3", "g25 g3", "r5 r9", minus=(0, 9, 30)).state)
    assert outcome is not None
    assert outcome.scores == (3, 47, -2)
    assert outcome.places == (2, 1, 3)


# -- gaps in the rules ---------------------------------------------------------------------


def test_da1_green_cards_are_worth_what_red_ones_are() -> None:
    assert [FACES[card].points for card in GREEN] == [FACES[card].points for card in RED]


def test_da2_only_the_tied_bid_again_and_their_new_bids_alone_count() -> None:
    table = Table("", "", "", "")
    table.bid(9, 9, 8, 9)
    assert table.bid(2, 4, 1)[1] == Opened((Offer(BEN, 4), Offer(ADA, 2), Offer(DORA, 1)))
    assert table.takes(BEN, "r15")[:2] == [Took(BEN, RED[6], 4), Took(ADA, GREEN[0], 0)]


def test_da2_no_raise_is_needed() -> None:
    table = Table()
    table.bid(9, 9, 8)
    assert Bid(1) in GAME.legal(table.state, ADA)


def test_da2_where_ties_rise_a_new_bid_is_at_least_the_number_that_was_tied() -> None:
    table = Table(rising_ties=True)
    assert Bid(1) in GAME.legal(table.state, ADA), "nothing was tied yet"
    table.bid(12, 12, 4)
    assert GAME.board(table.state, ADA).lowest == 12
    legal = GAME.legal(table.state, ADA)
    assert [amount for amount in (1, 11, 12, 13, 999) if Bid(amount) in legal] == [12, 13, 999]
    assert all(bid in legal for bid in legal)
    table.bid(12, 15)
    assert (table.state.first, table.state.price, table.state.second) == (BEN, 15, ADA)


def test_da2_where_ties_rise_each_new_tie_is_the_least_of_the_next() -> None:
    table = Table(rising_ties=True)
    table.bid(5, 5, 5)
    table.bid(9, 9, 7)
    assert table.state.bidders == (ADA, BEN)
    assert table.silence(ADA) == "bid 9"
    table.is_silent(ADA)
    table.is_silent(BEN)
    assert table.state.price == 9, "the third tie is broken (D-A3)"


def test_da2_where_ties_rise_tie_numbers_are_at_least_the_bid() -> None:
    table = Table(rising_ties=True, tie_numbers=True)
    legal = GAME.legal(table.state, ADA)
    assert Bid(12, 12) in legal
    assert Bid(50, 60) in legal, "as far as a bid may go, or a bid above 40 would have none"
    assert Bid(12, 11) not in legal
    assert all(bid in legal for bid in legal)
    table.bid((12, 20), (12, 20), (3, 3))
    assert table.state.bidders == (ADA, BEN)
    assert table.silence(ADA) == "bid 20", "what was tied is the tie number"


def test_da3_where_ties_rise_a_tie_at_the_cap_is_broken_at_once() -> None:
    table = Table(rising_ties=True, bid_cap=40, minus=(4, 3, 0))
    assert tags(table.bid(40, 40, 4)) == ["sealed", "opened", "broken"]
    assert (table.state.first, table.state.price) == (BEN, 40)


def test_da3_where_ties_rise_a_later_tie_at_the_cap_is_broken_at_once_too() -> None:
    """Check a tie in which everyone could only bid the cap again."""
    table = Table(rising_ties=True, bid_cap=30, minus=(4, 3, 0))
    table.bid(29, 29, 4)
    assert tags(table.bid(30, 30)) == ["sealed", "opened", "broken"]
    assert (table.state.first, table.state.price, table.state.second) == (BEN, 30, ADA)
    assert table.about() == {"choice"}


def test_da3_where_ties_rise_tie_numbers_at_the_cap_are_broken_at_once() -> None:
    """Check that players with a lower tie number are out before the tie is broken."""
    table = Table("", "", "", rising_ties=True, tie_numbers=True, bid_cap=30, minus=(4, 3, 0))
    assert tags(table.bid((9, 30), (9, 30), (9, 12))) == ["sealed", "opened", "tied", "tied", "broken"]
    assert (table.state.first, table.state.price, table.state.second) == (BEN, 30, ADA)
    table = Table("", "", "", rising_ties=True, tie_numbers=True, bid_cap=30)
    assert tags(table.bid((30, 30), (30, 30), (9, 12))) == ["sealed", "opened", "broken"]


def test_da3_in_edition_1_a_later_tie_at_the_cap_is_bid_for_again() -> None:
    table = Table(rising_ties=True, bid_cap=30, edition=1)
    table.bid(29, 29, 4)
    assert tags(table.bid(30, 30)) == ["sealed", "opened", "tied"]
    assert table.key() == "bid:14.2"
    assert tags(table.bid(30, 30)) == ["sealed", "opened", "broken"], "two rounds of new bids are the most (D-A3)"


def test_da2_a_tie_for_second_among_the_tied_gets_nothing() -> None:
    table = Table("", "", "", "")
    table.bid(9, 9, 8, 9)
    table.bid(2, 4, 2)
    assert tags(table.takes(BEN, "r15"))[:2] == ["took", "discarded"]


def test_da2_a_new_tie_is_bid_for_again() -> None:
    table = Table("", "", "", "")
    table.bid(9, 9, 9, 1)
    assert table.key() == "bid:14.1"
    assert table.bid(4, 4, 3)[-1] == Tied((ADA, BEN))
    assert table.key() == "bid:14.2"
    table.bid(1, 2)
    assert table.asked() == [BEN]
    table.takes(BEN, "r15")
    assert (table.state.minus, table.won(ADA)) == ((0, 2, 0, 0), "g3")


def twice_tied(*stacks: str, minus: tuple[int, ...] = (), seed: bytes = SEEDS[0]) -> Table:
    """Return a match in which everyone has bid 9, then 8."""
    table = Table(*stacks, minus=minus, seed=seed)
    seats = len(table.state.bidders)
    table.bid(*[9] * seats)
    table.bid(*[8] * seats)
    return table


def test_da3_after_two_new_bids_the_fewest_minus_points_win() -> None:
    table = twice_tied("", "", "", minus=(5, 3, 4))
    facts = table.bid(7, 7, 7)
    assert facts[-1] == Broken(BEN, "minus")
    assert table.takes(BEN, "r15")[:2] == [Took(BEN, RED[6], 7), Discarded(GREEN[0])], "the others are tied still"


def test_da3_then_the_fewest_cards_win() -> None:
    table = twice_tied("r3 g5", "r25", "g7 g9", minus=(3, 3, 3))
    assert table.bid(7, 7, 7)[-1] == Broken(BEN, "cards")


def test_da3_minus_points_come_before_cards() -> None:
    table = twice_tied("r3 g5", "", "r7", minus=(3, 4, 3))
    assert table.bid(7, 7, 7)[-1] == Broken(CLEO, "cards"), "Ben has no card, but he has paid more"


def test_da3_then_luck_decides() -> None:
    winners: Counter[int] = Counter()
    for number in range(30):
        broken = twice_tied("", "", "r3", seed=bytes([number]) * 32).bid(7, 7, 7)[-1]
        assert isinstance(broken, Broken)
        assert broken.by == "luck"
        winners[broken.seat] += 1
    assert set(winners) == {ADA, BEN}


def test_da3_of_two_the_other_is_second() -> None:
    table = Table(minus=(3, 2, 0))
    table.bid(9, 9, 1)
    table.bid(9, 9)
    assert table.bid(9, 9)[-1] == Broken(BEN, "minus")
    assert table.takes(BEN, "g3")[:2] == [Took(BEN, GREEN[0], 9), Took(ADA, RED[6], 0)]


def test_da4_without_a_cap_up_to_999_may_be_bid() -> None:
    table = Table()
    assert Bid(999) in GAME.legal(table.state, ADA)
    table.bid(999, 1, 2)
    table.takes(ADA, "r15")
    assert table.state.minus == (999, 0, 0)


def test_da4_a_cap_may_be_agreed() -> None:
    table = Table(bid_cap=40)
    assert Bid(40) in GAME.legal(table.state, ADA)
    assert Bid(41) not in GAME.legal(table.state, ADA)


@pytest.mark.parametrize("cap", [-1, 0, 1, 29, 1000])
def test_da4_a_cap_is_never_so_low_that_most_lots_are_tied(cap: int) -> None:
    with pytest.raises(Illegal):
        GAME.setup(3, {"bid_cap": cap})
    assert GAME.setup(3).options.bid_cap == 999


def test_da4_a_cap_cannot_make_the_bidding_endless() -> None:
    table = Table(bid_cap=30)
    for _ in range(3):
        facts = table.bid(30, 30, 30)
    assert tags(facts) == ["sealed", "opened", "broken"]


def test_da7_an_empty_colour_cannot_be_bombed() -> None:
    table = Table("r5 g7", "", "", offer="bomb r15")
    table.bid(1, 5, 2)
    table.takes(BEN, "bomb")
    for nowhere in (Lay(BEN, "red"), Lay(CLEO, "green"), Lay(EMIL, "red")):
        assert nowhere not in GAME.legal(table.state, BEN)


def test_da7_the_only_place_possible_is_taken_without_a_question() -> None:
    table = Table("", "", "g9 g5", offer="bomb r15")
    table.bid(1, 5, 2)
    facts = table.takes(BEN, "bomb")
    assert tags(facts) == ["took", "bombed", "took", "offered"]
    assert facts[1] == Bombed(BEN, BOMBS[0], CLEO, "green", GREEN[1])


def test_da7_it_may_be_the_bombers_own() -> None:
    table = Table("", "g9", "", offer="bomb r15")
    table.bid(1, 5, 2)
    assert table.takes(BEN, "bomb")[1] == Bombed(BEN, BOMBS[0], BEN, "green", GREEN[3])


def test_da8_the_winners_bomb_cannot_hit_the_card_the_second_will_get() -> None:
    table = Table("g5", "", "r3", offer="bomb r15")
    table.bid(4, 5, 2)
    table.takes(BEN, "bomb")
    assert Lay(ADA, "red") not in GAME.legal(table.state, BEN)
    facts = table.lays(BEN, ADA, "green")
    assert tags(facts) == ["bombed", "took", "offered"]
    assert table.won(ADA) == "r15"


def test_da8_the_seconds_bomb_may_hit_the_card_the_winner_has_just_taken() -> None:
    table = Table("g5", "", "", offer="bomb r15")
    table.bid(4, 5, 2)
    assert tags(table.takes(BEN, "r15")) == ["took", "took"]
    assert (table.asked(), table.key()) == ([ADA], "bomb:14.2")
    assert table.lays(ADA, BEN, "red")[0] == Bombed(ADA, BOMBS[0], BEN, "red", RED[6])


def test_da9_the_second_must_take_what_is_left_and_be_it_a_bomb() -> None:
    table = Table("g5", "", "", offer="bomb r15")
    table.bid(4, 5, 2)
    assert table.takes(BEN, "r15")[1] == Took(ADA, BOMBS[0], 0)


def test_da11_a_discarded_bomb_does_nothing() -> None:
    table = Table("r5 g7", "", "", "", offer="bomb r15")
    table.bid(4, 5, 4, 1)
    assert tags(table.takes(BEN, "r15")) == ["took", "discarded", "offered"]
    assert table.won(ADA) == "r5 g7"


def test_da12_nobody_has_the_most_of_nothing() -> None:
    table = Table("g5", "", "")
    assert compute_colour_points(table.state, "red") == (0, 0, 0)


def test_da13_of_equal_totals_the_one_who_paid_less_is_first() -> None:
    outcome = GAME.outcome(final("r9", "g5", "", minus=(8, 0, 0)).state)
    assert outcome is not None
    assert outcome.scores == (10, 10, 0)
    assert outcome.places == (2, 1, 3)


def test_da13_then_the_place_is_shared() -> None:
    outcome = GAME.outcome(final("r9", "g9", "", minus=(8, 8, 0)).state)
    assert outcome is not None
    assert outcome.places == (1, 1, 3)


def test_da14_three_to_six_play() -> None:
    assert list(GAME.meta.seats) == [3, 4, 5, 6]
    for seats in (2, 7):
        with pytest.raises(Illegal):
            GAME.setup(seats)


def test_da16_everybody_knows_how_many_bombs_lie_in_the_pile() -> None:
    match = play_out_match(GAME, GAME.setup(3), SEEDS[2], by_bots(GAME))
    truth = seen = GAME.blank(match.setup)
    for fact in match.events():
        truth, seen = GAME.learn(truth, [fact]), GAME.learn(seen, [fact], PUBLIC)
        if isinstance(fact, Offered) and fact.lot > 1:
            assert seen.bombs == sum(map(is_bomb, truth.pile))
            assert seen.left == len(truth.pile)
    assert seen.bombs == 0


# -- silence -------------------------------------------------------------------------------


def test_a_silent_seat_bids_1() -> None:
    table = Table()
    assert {table.silence(seat) for seat in (ADA, BEN, CLEO)} == {"bid 1"}
    assert {table.ask(seat).duty for seat in (ADA, BEN, CLEO)} == {True}


def test_a_silent_seat_sends_the_tie_number_1_along() -> None:
    assert Table(tie_numbers=True).silence(ADA) == "bid 1 tie 1"


@pytest.mark.parametrize(("offer", "choice"), [
    ("r15 g3", "choose r15"), ("r3 g15", "choose g15"), ("bomb r3", "choose r3"), ("g3 bomb", "choose g3"),
    ("g9 r9", "choose g9"),
])  # fmt: skip
def test_a_silent_winner_takes_the_number_card_worth_more(offer: str, choice: str) -> None:
    table = Table(offer=offer)
    table.bid(3, 2, 1)
    assert table.silence(ADA) == choice


def bombing(*stacks: str, minus: tuple[int, ...] = (), seed: bytes = SEEDS[0]) -> Table:
    """Return a match in which Ada must place a bomb."""
    table = Table(*stacks, offer="bomb r25", minus=minus, seed=seed)
    table.bid(9, *[1] * (len(stacks) - 1))
    table.takes(ADA, "bomb")
    return table


def test_a_silent_bomber_hits_the_leading_opponent_where_it_costs_most() -> None:
    assert bombing("r3 r5 r7", "r9 g23", "g3").silence(ADA) == "lay 1 green"
    assert bombing("r3 r5 r7", "r9 g23 g5", "g3").silence(ADA) == "lay 1 red", "only last cards can be hit"


def test_who_leads_is_seen_from_totals_with_majorities_and_minus_points() -> None:
    assert bombing("r3", "g23", "g3 g5").silence(ADA) == "lay 1 green"
    assert bombing("r3", "g13", "g3 g5").silence(ADA) == "lay 2 green", "8 doubled is more than 13"
    assert bombing("r3", "g23", "g3 g5", minus=(0, 8, 0)).silence(ADA) == "lay 2 green"


def test_an_opponent_without_cards_is_passed_over() -> None:
    assert bombing("r3 g3", "", "g5", minus=(0, 0, 90)).silence(ADA) == "lay 2 green"


def test_among_equals_luck_says_where_a_stray_bomb_falls() -> None:
    table = bombing("r3", "g9", "r9")
    assert table.silence(ADA) == "stray"
    hit = {bombing("r3", "g9", "r9", seed=seed).strays(ADA)[0].target for seed in SEEDS}  # type: ignore[union-attr]
    assert hit == {BEN, CLEO}


def test_a_stray_bomb_falls_on_either_colour_where_both_cards_are_worth_the_same() -> None:
    table = bombing("r3", "g9 r9", "")
    assert table.silence(ADA) == "stray"
    hit = {bombing("r3", "g9 r9", "", seed=seed).strays(ADA)[0].colour for seed in SEEDS}  # type: ignore[union-attr]
    assert hit == {"red", "green"}


def test_if_nobody_else_has_cards_a_stray_bomb_takes_the_lesser_of_ones_own() -> None:
    table = bombing("r13 g5", "", "")
    assert table.silence(ADA) == "lay 0 green"
    assert table.strays(ADA)[0] == Bombed(ADA, BOMBS[0], ADA, "green", GREEN[1])


def test_a_stray_bomb_is_always_a_legal_answer() -> None:
    table = bombing("r3 r5 r7", "r9 g23", "g3")
    assert Stray() in GAME.legal(table.state, ADA)
    assert table.strays(ADA)[0] == Bombed(ADA, BOMBS[0], BEN, "green", GREEN[10])


# -- edge cases ----------------------------------------------------------------------------


def test_edge_1_if_all_bid_the_same_all_bid_again() -> None:
    table = Table("", "", "", "", "", "")
    assert table.bid(4, 4, 4, 4, 4, 4)[-1] == Tied(tuple(table.state.setup.everyone()))
    assert len(table.asked()) == 6


def test_edge_2_of_two_tied_the_winner_pays_the_new_bid_and_the_loser_takes_the_rest() -> None:
    table = Table("", "", "", "")
    table.bid(9, 3, 9, 2)
    table.bid(1, 6)
    assert table.takes(CLEO, "r15")[:2] == [Took(CLEO, RED[6], 6), Took(ADA, GREEN[0], 0)]


def test_edge_3_three_tied_bid_7_4_4() -> None:
    table = Table("", "", "", "")
    table.bid(9, 9, 9, 2)
    table.bid(7, 4, 4)
    assert table.takes(ADA, "g3")[:2] == [Took(ADA, GREEN[0], 7), Discarded(RED[6])]


def test_edge_4_if_all_others_are_tied_the_other_card_is_nobodys() -> None:
    """Check rule D-A15."""
    table = Table("", "", "", "")
    table.bid(9, 5, 5, 5)
    assert tags(table.takes(ADA, "r15"))[:2] == ["took", "discarded"]


def test_edge_5_of_two_bombs_the_winner_takes_the_first_unasked_and_both_fizzle() -> None:
    table = Table(offer="bomb bomb")
    facts = table.bid(3, 2, 1)
    assert tags(facts) == ["sealed", "opened", "took", "fizzled", "took", "fizzled", "offered"]
    assert facts[2] == Took(ADA, BOMBS[0], 3)
    assert facts[4] == Took(BEN, BOMBS[1], 0)
    assert table.state.minus == (3, 0, 0)


def test_edge_5_two_bombs_are_laid_one_after_the_other() -> None:
    table = Table("r3 g5", "r7", "", offer="bomb bomb")
    assert tags(table.bid(3, 2, 1)) == ["sealed", "opened", "took"]
    assert table.key() == "bomb:14.1"
    assert tags(table.lays(ADA, BEN, "red")) == ["bombed", "took"]
    assert (table.asked(), table.key()) == ([BEN], "bomb:14.2")
    assert table.lays(BEN, ADA, "green")[0] == Bombed(BEN, BOMBS[1], ADA, "green", GREEN[1])


def test_edge_5_the_winners_bomb_may_leave_the_seconds_nothing() -> None:
    table = Table("r3", "", "", offer="bomb bomb")
    assert tags(table.bid(3, 2, 1)) == ["sealed", "opened", "took", "bombed", "took", "fizzled", "offered"]


def test_edge_6_two_bombs_may_be_turned_up_together_but_never_first() -> None:
    piles = [dealt(3, bytes([number]) * 32).pile for number in range(40)]
    assert any(is_bomb(a) and is_bomb(b) for pile in piles for a, b in zip(pile[::2], pile[1::2], strict=True))


def test_edge_7_an_emptied_colour_cannot_be_chosen_again() -> None:
    table = Table("r3 g5", "g7", "", offer="bomb bomb")
    table.bid(3, 2, 1)
    table.lays(ADA, ADA, "red")
    assert table.legal(BEN) == {"lay 0 green", "lay 1 green", "stray"}


def test_edge_8_after_a_bomb_the_card_before_is_the_last() -> None:
    table = Table("r3 r25 r5", "", "g3", offer="bomb bomb")
    table.bid(1, 3, 2)
    for seat, lost in ((BEN, RED[1]), (CLEO, RED[11])):
        assert table.lays(seat, ADA, "red")[0].lost == lost  # type: ignore[union-attr]
    assert table.won(ADA) == "r3"


def test_edge_9_lost_cards_do_not_count_for_the_majority() -> None:
    table = bombing("r3", "g9 g5", "g25 g23")
    before = GAME.scores(table.state)
    table.lays(ADA, BEN, "green")
    assert before == (3 * 2 - 9, 28, 96)
    assert GAME.scores(table.state) == (3 * 2 + 0 - 9, 9, 96)


def test_edge_10_totals_may_be_negative() -> None:
    assert GAME.scores(Table("r3", "", "", minus=(100, 5, 0)).state) == (-94, -5, 0)


def test_edge_11_the_pile_never_leaves_an_odd_card() -> None:
    state = dealt(5)
    assert len(state.pile) % 2 == 0


def test_edge_12_cards_of_a_seat_that_keeps_silent_may_be_bombed_and_count() -> None:
    table = Table("r3", "", "r5 r7", offer="bomb g3")
    table.is_silent(CLEO)
    table.answers(ADA, Bid(5))
    table.answers(BEN, Bid(4))
    table.takes(ADA, "bomb")
    assert Lay(CLEO, "red") in GAME.legal(table.state, ADA)
    assert compute_colour_points(table.state, "red") == (3, 0, 24)


def test_edge_13_a_bid_may_be_changed_until_the_window_closes() -> None:
    table = Table()
    table.answers(ADA, Bid(30))
    assert (table.silence(ADA), table.ask(ADA).answered, table.ask(ADA).waits) == ("bid 30", True, False)
    table.answers(ADA, Bid(2))
    table.answers(BEN, Bid(5))
    assert Opened((Offer(BEN, 5), Offer(ADA, 2), Offer(CLEO, 1))) in table.answers(CLEO, Bid(1))


def test_edge_14_a_tie_of_totals_and_minus_points_is_shared_by_all() -> None:
    outcome = GAME.outcome(final("", "", "").state)
    assert outcome is not None
    assert outcome.places == (1, 1, 1)


# -- memory --------------------------------------------------------------------------------


def test_past_lots_keep_bids_and_who_got_what() -> None:
    table = Table()
    table.bid(3, 5, 1)
    table.takes(BEN, "g3")
    offers = (Offer(BEN, 5), Offer(ADA, 3), Offer(CLEO, 1))
    assert table.memory(PUBLIC).past == (Lot((RED[6], GREEN[0]), (offers,), BEN, 5, ADA, GREEN[0]),)


def test_a_choice_is_between_the_two_cards_on_offer() -> None:
    table = Table()
    table.bid(3, 2, 1)
    for card in (RED[0], GREEN[11], BOMBS[0]):
        assert Choose(card) not in GAME.legal(table.state, ADA)
    assert not GAME.legal(table.state, BEN)
