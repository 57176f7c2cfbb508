"""Tests of the values that the templates of Die Bombe draw."""

from __future__ import annotations

from types import SimpleNamespace

from django.template.loader import render_to_string

from apps.games.bombe import GAME
from apps.games.bombe.board import Bidder, Board, OnOffer
from apps.games.bombe.cards import BOMBS, FACES, RED
from apps.games.bombe.state import Bid, Bombed, Choose, Discarded, Fizzled, Took
from apps.kernel.table import PUBLIC, REFEREE, Observer
from tests.games.bombe.table import ADA, BEN, CLEO, DORA, Table, named


def seen(table: Table, who: Observer = PUBLIC) -> Board:
    board = GAME.board(table.memory(who), who)
    assert isinstance(board, Board)
    return board


def bids(bidders: tuple[Bidder, ...]) -> list[tuple[int, tuple[int, ...]]]:
    return [(bidder.seat, bidder.bids) for bidder in bidders]


def test_a_stack_says_what_it_is_worth_now_and_whether_it_is_doubled() -> None:
    table = Table("r3 r25 g5", "r7 g9 g11", "r9 r11", minus=(10, 0, 4))
    ada, ben, cleo = seen(table).plates
    assert [(stack.points, stack.most, stack.worth) for stack in ada.stacks] == [(28, True, 56), (5, False, 5)]
    assert [(stack.points, stack.most, stack.worth) for stack in ben.stacks] == [(7, False, 7), (20, True, 40)]
    assert [stack.most for stack in cleo.stacks] == [True, False], "equals double, nothing does not"
    assert [(plate.minus, plate.total) for plate in (ada, ben, cleo)] == [(10, 51), (0, 47), (4, 36)]
    assert GAME.scores(table.state) == (51, 47, 36)


def test_a_stack_lies_in_the_order_of_winning() -> None:
    red, _ = seen(Table("r25 r3 r9", "", "")).plates[ADA].stacks
    assert [card.points for card in red.cards] == [25, 3, 9]


def test_only_who_sealed_a_bid_sees_it() -> None:
    table = Table()
    before = seen(table, BEN), seen(table)
    table.answers(ADA, Bid(12))
    assert seen(table, ADA).mine is not None
    assert seen(table, ADA).mine.amount == 12  # type: ignore[union-attr]
    assert (seen(table, BEN), seen(table)) == before
    assert [offer.amount for offer in seen(table, REFEREE).sealed] == [12]
    assert seen(table, REFEREE).mine is None


def test_a_plate_says_whether_its_bid_is_sealed_as_far_as_the_observer_knows() -> None:
    table = Table()
    table.answers(ADA, Bid(12))
    assert [plate.bid for plate in seen(table, ADA).plates] == ["sealed", "", ""], "everyone bids"
    assert [plate.bid for plate in seen(table, BEN).plates] == ["", "", ""]
    assert [plate.bid for plate in seen(table, REFEREE).plates] == ["sealed", "", ""]
    table = Table("", "", "", "", offer="r15 g3")
    table.bid(9, 4, 9, 1)
    assert [plate.bid for plate in seen(table).plates] == ["unseen", "", "unseen", ""], "only the tied bid again"


def test_a_plate_leads_once_somebody_has_less() -> None:
    assert [plate.leads for plate in seen(Table()).plates] == [False, False, False]
    assert [plate.leads for plate in seen(Table("r3", "r7", "g7")).plates] == [False, True, True]


def test_the_bids_are_shown_by_rank_once_they_are_open() -> None:
    table = Table(offer="r15 g3")
    assert seen(table).sale is None
    table.bid(5, 9, 2)
    board = seen(table)
    assert (board.stage, board.first, board.price, board.second) == ("choice", BEN, 9, ADA)
    assert board.sale is not None
    assert bids(board.sale.bidders) == [(BEN, (9,)), (ADA, (5,)), (CLEO, (2,))]
    assert [bidder.paid for bidder in board.sale.bidders] == [True, False, False]
    assert [(card.open, card.taker) for card in board.cards] == [(True, None), (True, None)]


def test_the_lot_before_is_shown_while_the_next_is_bid_for() -> None:
    table = Table(offer="r15 g3")
    table.bid(5, 9, 2)
    table.takes(BEN, "g3")
    board = seen(table)
    assert board.stage == "bids"
    assert board.sale is not None
    assert [(card.points, card.taker) for card in board.sale.cards] == [(15, ADA), (3, BEN)]
    brought = [bidder.card and named(bidder.card.id) for bidder in board.sale.bidders]
    assert brought == ["g3", "r15", None]
    assert [bidder.seat for bidder in board.past[0].bidders] == [ADA, BEN, CLEO], "in the table, by seat"


def test_a_discarded_card_has_no_taker() -> None:
    table = Table(offer="r15 g3")
    table.bid(5, 9, 5)
    assert seen(table).second is None
    table.takes(BEN, "g3")
    assert [(named(card.id), card.taker) for card in seen(table).past[0].cards] == [("r15", None), ("g3", BEN)]


def test_a_tie_shows_who_bids_again_at_what_and_both_bids_afterwards() -> None:
    table = Table("", "", "", "")
    table.bid(9, 4, 9, 1)
    board = seen(table)
    assert (board.stage, board.tied, board.tied_at) == ("again", (ADA, CLEO), 9)
    table.bid(2, 7)
    board = seen(table)
    assert (board.stage, board.tied, board.price) == ("choice", (), 7)
    assert board.sale is not None
    assert bids(board.sale.bidders) == [(ADA, (9, 2)), (CLEO, (9, 7)), (BEN, (4,)), (DORA, (1,))]
    assert [bidder.paid for bidder in board.sale.bidders] == [False, True, False, False]


def test_tie_numbers_are_shown_of_those_who_were_tied_and_asked_for_once() -> None:
    table = Table(tie_numbers=True, bid_cap=30)
    assert (seen(table).highest, seen(table).highest_tie, seen(table).with_tie) == (30, 30, True)
    table.bid((9, 4), (9, 8), (2, 30))
    board = seen(table)
    assert board.sale is not None
    assert [(bidder.seat, bidder.tie) for bidder in board.sale.bidders] == [(ADA, 4), (BEN, 8), (CLEO, 0)]
    again = Table(tie_numbers=True)
    again.bid((9, 4), (9, 4), (2, 30))
    assert (seen(again).stage, seen(again).highest_tie, seen(again).with_tie) == ("again", 40, False)
    assert (seen(Table()).highest_tie, seen(Table()).with_tie) == (0, False)


def test_a_bomb_shows_where_silence_would_lay_it() -> None:
    table = Table("r3", "r25 g25", "g5", offer="bomb r15")
    table.bid(9, 5, 2)
    table.takes(ADA, "bomb")
    board = seen(table, ADA)
    assert (board.stage, board.bomber) == ("bomb", ADA)
    assert [(stray.seat, stray.card.kind) for stray in board.silence] == [(BEN, "red"), (BEN, "green")]
    assert [(card.open, card.taker) for card in board.cards] == [(False, ADA), (True, None)]
    assert seen(Table()).silence == ()


def test_what_is_left_is_counted() -> None:
    board = seen(Table(offer="bomb g3", pile="bomb r21 bomb g21"))
    assert (board.lot, board.lots, board.left, board.bombs) == (13, 15, 4, 5)


def test_after_the_last_lot_nothing_is_on_offer() -> None:
    table = Table(offer="r15 g3", pile="")
    table.bid(5, 9, 2)
    table.takes(BEN, "r15")
    board = seen(table)
    assert (board.stage, board.cards, len(board.past)) == ("over", (), 1)


def test_a_sentence_is_told_what_it_needs() -> None:
    card = Table().offered("r15")
    face = FACES[card]
    assert (face.points, face.kind) == (15, "red")
    assert GAME.words(Took(ADA, card, 3)) == {"face": face, "paid": 3}
    assert GAME.words(Discarded(card)) == {"face": face}
    own = GAME.words(Bombed(ADA, Table(offer="bomb r15").offered("bomb"), ADA, "red", card))
    assert own == {"own": True, "target": ADA, "face": face}
    assert GAME.words(Fizzled(ADA, card)) == {}


def test_a_card_on_offer_says_what_it_would_add_for_whoever_looks() -> None:
    """Check the gains by rules D18 and D19.

    They follow the current majorities, double if no one has more, and ignore the bid.
    """
    table = Table("r3 r25 g5", "r7 g9 g11", "r9 r11", offer="r15 bomb")
    assert seen(table, ADA).gains == (30, None)
    assert seen(table, BEN).gains == (2 * (7 + 15) - 7, None), "whoever catches up with the most doubles all of them"
    assert seen(Table("r3", "r7 r5 r9", "g3", offer="r15 g7"), ADA).gains == (15, 14)
    assert seen(table).gains == seen(table, REFEREE).gains == (None, None)


def test_a_stack_says_by_how_much_a_bomb_would_lower_its_owners_total() -> None:
    table = Table("r3 r25", "r7 r9", "g3", offer="r15 g5")
    assert [stack.fall for stack in seen(table).plates[ADA].stacks] == [56 - 3, 0], "its double goes with the last card"
    assert seen(table).plates[CLEO].stacks[1].fall == 6


def test_the_money_strip_marks_what_each_card_brings_and_ends_beyond_the_better() -> None:
    strip = seen(Table("r3", "g9", "", offer="r15 g3"), ADA).strip
    assert strip is not None
    assert (strip.lowest, strip.end, strip.bid) == (1, 40, 1)
    assert [(mark.kind, mark.gain) for mark in strip.marks] == [("green", 6), ("red", 30)]
    assert strip.sane == strip.marks[-1].at == 74
    dear = seen(Table("r3 r5 r7", "r9 r11 r13 r15", "", offer="r25 g3"), ADA).strip
    assert dear is not None
    assert dear.marks[-1].gain == 65, "they double all that she has"
    assert dear.end == 81


def test_the_money_strip_keeps_to_the_cap_and_to_the_least_of_a_tie() -> None:
    capped = seen(Table(offer="r25 g3", bid_cap=40), ADA).strip
    assert capped is not None
    assert (capped.end, capped.sane) == (40, 100), "50 points are worth every bid this table takes"
    table = Table(offer="r3 g3", rising_ties=True)
    table.bid(60, 60, 4)
    again = seen(table, ADA).strip
    assert again is not None
    assert (again.lowest, again.bid, again.end, again.sane) == (60, 60, 80, 0)


def test_only_who_bids_has_a_money_strip_and_its_thumb_lies_at_their_own_bid() -> None:
    table = Table()
    assert seen(table).strip is None
    assert seen(table, REFEREE).strip is None
    table.answers(ADA, Bid(12))
    assert [seen(table, who).strip.bid for who in (ADA, BEN)] == [12, 1]  # type: ignore[union-attr]
    bombs = seen(Table(offer="bomb bomb"), ADA).strip
    assert bombs is not None
    assert (bombs.sane, bombs.marks) == (0, ())


def test_of_two_bombs_no_one_is_asked_which() -> None:
    bombs = tuple(OnOffer(card, "bomb", 0, open=True, taker=None) for card in BOMBS[:2])
    red = OnOffer(RED[0], "red", 12, open=True, taker=None)
    question = SimpleNamespace(key="1", lapses_at=None, ask=SimpleNamespace(sealed=False, default=Choose(red.id)))
    sight = SimpleNamespace(code="abc", orders=(), people=(), puzzle=True)
    for cards, gains, buttons in ((bombs, (None, None), 1), ((bombs[0], red), (None, 12), 2)):
        drawn = SimpleNamespace(cards=cards, gains=gains, price=9, plates=())
        seen = {"board": drawn, "question": question, "sight": sight, "answer_url": "/m/abc/answer/"}
        assert render_to_string("bombe/ask_choice.html", seen).count('class="button pick"') == buttons
        assert ('id="along-which"' in render_to_string("bombe/along.html", seen)) is (buttons == 2)
