"""Tests of the values that the templates of Fuse draw."""

from __future__ import annotations

import pytest
from django.template.loader import get_template
from msgspec.structs import replace

from apps.games.fuse import GAME
from apps.games.fuse.board import Board, Did
from apps.games.fuse.cards import FACES
from apps.games.fuse.state import Drew, Gave, Laid, Paid, Received, Relit, Saw, Scored, Snuffed
from apps.kernel.table import PUBLIC, REFEREE, Observer
from tests.games.fuse.table import ADA, BEN, CLEO, FULL, Table


def seen(table: Table, who: Observer) -> Board:
    board = GAME.board(table.memory(who), who)
    assert isinstance(board, Board)
    return board


def uses(table: Table, who: Observer) -> list[tuple[str, str]]:
    return [(card.use, card.why_not) for card in seen(table, who).hand]


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    table = Table("3 3 3 3 3 15 boot", FULL)
    board = seen(table, ADA)
    assert [(card.kind, card.points) for card in board.hand][-2:] == [("fuse", 15), ("boot", 4)]
    assert board.hand_cost == 30
    assert seen(table, PUBLIC).hand == ()
    assert [len(hand) for hand in (seen(table, ADA).last_hands, seen(table, PUBLIC).last_hands)] == [0, 0]


def test_the_referee_sees_all_hands_and_everybody_does_in_the_end() -> None:
    table = Table(FULL, FULL, pile="timebomb 3")
    assert [len(hand) for hand in seen(table, REFEREE).last_hands] == [7, 7]
    table.lays(ADA, "15")
    assert [len(hand) for hand in seen(table, PUBLIC).last_hands] == [7, 7]


def test_in_the_end_a_plate_says_what_was_taken_and_what_the_hand_takes_off() -> None:
    """Check rule F38. The numbers next to the result must add up to it, even those hidden during the match."""
    options = {"deals": 2, "deal": 1, "totals": (5, -4), "open_totals": False, "estimate": True}
    table = Table("15 3 3 boot", FULL, fuse="7", taken=("10 boot", ""), pile="timebomb 3", **options)  # type: ignore[arg-type]
    assert [(plate.points, plate.cost, plate.total) for plate in seen(table, PUBLIC).plates] == [
        (None, None, 5),
        (None, None, -4),
    ]
    assert seen(table, PUBLIC).prize is None
    table.lays(ADA, "15")
    plates = seen(table, PUBLIC).plates
    assert [(plate.points, plate.cost, plate.total) for plate in plates] == [(14, 9, 5), (0, 38, -4)]
    assert [plate.points - plate.cost + plate.total for plate in plates] == list(table.scores())  # type: ignore[operator]
    assert seen(table, PUBLIC).prize == 22, "nobody took it"


def test_in_the_end_a_plate_says_what_parted_equals_and_only_then() -> None:
    """Check rule F41."""
    for taken, defused in ((("10 boot", "7 7 3"), [4, 0, None]), (("10 boot", "7"), [None] * 3)):
        table = Table("3 3", "3 3", "3", taken=(*taken, "7"), bombs=(1, 0, 0), fuse="3")
        table.bombs(ADA)
        plates = seen(table, PUBLIC).plates
        assert [plate.defused for plate in plates] == defused


@pytest.mark.parametrize(
    ("fuse", "expected"),
    [
        ("", [("lay", ""), ("", "start-with-fuse"), ("", "only-after-cut")]),
        ("3", [("lay", ""), ("cut", ""), ("", "only-after-cut")]),
    ],
)
def test_each_card_says_what_it_may_be_played_for_or_why_not(fuse: str, expected: list[tuple[str, str]]) -> None:
    table = Table("3 boot matchman", FULL, fuse=fuse, specials=True)
    assert uses(table, ADA) == expected


def test_out_of_turn_no_card_may_be_played() -> None:
    assert set(uses(Table(FULL, FULL, fuse="3"), BEN)) == {("", "not-your-turn")}


def test_who_must_start_without_fuse_cards_may_shed() -> None:
    assert set(uses(Table("boot bucket scissors", FULL), ADA)) == {("shed", "")}


def test_after_a_cut_the_matchman_may_be_struck_except_by_the_cutter() -> None:
    table = Table("boot 3 3", "matchman 3", "3 boot", fuse="15", specials=True)
    table.cuts(ADA, "boot")
    assert seen(table, PUBLIC).dying
    assert [card.id for card in seen(table, PUBLIC).fuse], "the fuse still lies there"
    assert uses(table, BEN) == [("", "not-your-turn"), ("strike", "")]
    assert uses(table, CLEO) == [("", "not-your-turn")] * 2
    cutter = Table("boot matchman", FULL, fuse="15", specials=True)
    cutter.cuts(ADA, "boot")
    assert uses(cutter, ADA)[-1] == ("", "no-effect")


def test_a_hand_is_sorted_by_what_its_cards_do_and_are_worth() -> None:
    table = Table("15 boot matchman 3 scissors 10 7", FULL, specials=True)
    shown = [(card.kind, card.points) for card in seen(table, ADA).hand]
    assert [points for kind, points in shown if kind == "fuse"] == [3, 7, 10, 15]
    assert [kind for kind, _ in shown][4:] == ["boot", "scissors", "matchman"]


def test_only_the_one_who_replied_sees_the_reply() -> None:
    table = Table("boot 3 3", "matchman 3", "3 boot", fuse="15", specials=True)
    table.cuts(ADA, "boot")
    assert seen(table, BEN).reply == ""
    table.strikes(BEN)
    assert [seen(table, who).reply for who in (BEN, CLEO, PUBLIC)] == ["strike", "", ""]


def test_silence_is_marked_on_the_card_it_plays() -> None:
    table = Table("10 3 boot", FULL)
    assert [card.id for card in seen(table, ADA).hand if card.silent] == [table.card(ADA, "3")]
    assert not any(card.silent for card in seen(table, BEN).hand)


def test_the_card_a_penalty_costs_is_told() -> None:
    table = Table("3 scissors boot", FULL, fuse="3", penalty=True)
    board = seen(table, ADA)
    assert board.dawdles
    assert [card.kind for card in board.hand if card.silent] == ["boot"]
    assert not seen(Table("3 scissors boot", FULL, fuse="3"), ADA).dawdles


def test_bombs_can_be_thrown_only_on_a_fuse_and_on_turn() -> None:
    table = Table(FULL, FULL, fuse="3")
    assert (seen(table, ADA).can_bomb, seen(table, BEN).can_bomb) == (True, False)
    assert not seen(Table(FULL, FULL), ADA).can_bomb


def test_what_everybody_may_count_is_on_the_plates() -> None:
    table = Table(FULL, FULL, fuse="10 7", beside="boot", taken=("3", ""), totals=(40, 2), deals=3, deal=1)
    table.bombs(ADA)
    ada, ben = seen(table, PUBLIC).plates
    assert (ada.held, ada.bombs, ada.bombs_used, ada.taken, ada.points, ada.total) == (7, 2, 1, 4, 24, 40)
    assert (ben.bombs_used, ben.taken, ben.points, ben.total) == (0, 0, 0, 2)
    board = seen(table, PUBLIC)
    assert (board.deal, board.deals) == (2, 3)


def test_a_single_deal_has_no_totals() -> None:
    assert seen(Table(FULL, FULL), PUBLIC).plates[0].total is None


def test_memory_mode_shows_what_piles_were_worth_when_all_is_over() -> None:
    table = Table(FULL, FULL, fuse="10", bombs=(1, 0), open_totals=False)
    assert seen(table, PUBLIC).plates[0].points is None
    table.bombs(ADA)
    assert seen(table, PUBLIC).plates[0].points == 10


@pytest.mark.parametrize(("left", "above"), [(105, 74), (32, 1), (31, 0), (5, 0)])
def test_the_board_counts_the_cards_that_certainly_come_before_the_time_bomb(left: int, above: int) -> None:
    state = replace(Table(FULL, FULL).memory(PUBLIC), left=left)
    assert GAME.board(state, PUBLIC).fuse_cards_above == above


def test_words_are_the_faces_of_named_cards() -> None:
    card = Table("15", FULL).card(ADA, "15")
    for event in (
        Laid(ADA, card), Snuffed(ADA, card), Relit(ADA, card), Paid(ADA, card), Gave(ADA, card), Saw((ADA,), ADA, card)
    ):  # fmt: skip
        assert GAME.words(event) == {"face": FACES[card]}
    assert GAME.words(Received((ADA,), (card, card))) == {"faces": (FACES[card], FACES[card])}
    assert GAME.words(Drew(ADA)) == {}


def test_words_of_the_end_are_the_scores_and_why() -> None:
    table = Table("15 boot 3", "3 3", pile="timebomb")
    table.lays(ADA, "3")
    ended = next(fact for fact in table.log if isinstance(fact, Scored))
    assert GAME.words(ended) == {"scores": ended.scores, "why": "timebomb"}


def test_a_card_says_what_the_next_bomb_takes_once_it_is_played() -> None:
    """Check the value of each card.

    A fuse card adds its own points. A defuse card leaves the points beside the matchstick, itself included.
    """
    table = Table("3 3 3 3 3 15 boot", FULL, fuse="10 7", beside="scissors")
    assert [each.next for each in seen(table, ADA).brings] == [26] * 5 + [38, 10]
    assert {each.next for each in seen(table, BEN).brings} == {None}, "it is not their turn"
    assert seen(table, PUBLIC).brings == ()
    hidden = Table("3 3 3 3 3 15 boot", FULL, fuse="10 7", estimate=True)
    assert {each.next for each in seen(hidden, ADA).brings} == {None}


@pytest.mark.parametrize(
    ("hand", "fuse", "said"),
    [
        ("10 3 boot", "", "your 3 will be played."),
        ("boot", "", "you’ll lose a defuse card worth 4."),
        ("boot scissors", "15", "the fuse will be cut with your 4."),
    ],
)
def test_what_silence_does_is_said_by_what_it_plays(hand: str, fuse: str, said: str) -> None:
    [held] = [card for card in seen(Table(hand, FULL, fuse=fuse), ADA).hand if card.silent]
    words = {"kind": held.kind, "points": held.points, "use": held.use, "dawdles": False}
    assert get_template("fuse/lapse.html").render(words).split() == said.split()


def test_panels_show_the_last_move_of_each_player() -> None:
    table = Table("3 15 boot", FULL, FULL, fuse="10 7")
    assert {plate.did for plate in seen(table, ADA).plates} == {None}
    table.lays(ADA, "15")
    table.cuts(BEN, "boot")
    table.lays(CLEO, "7")
    assert [plate.did for plate in seen(table, PUBLIC).plates] == [Did("fuse", 15), Did("boot", 4), Did("fuse", 7)]
    table.bombs(ADA)
    assert seen(table, BEN).plates[ADA].did == Did("bomb", 11), "what it took"
    table.lays(BEN, "3")
    table.lays(CLEO, "3")
    table.lays(ADA, "3")
    assert seen(table, BEN).plates[ADA].did == Did("fuse", 3), "a card after the bomb"


def test_a_bomb_remembered_from_memory_mode_has_no_number() -> None:
    table = Table(FULL, FULL, fuse="10", open_totals=False)
    table.bombs(ADA)
    assert seen(table, BEN).plates[ADA].did == Did("bomb", None)


def test_the_board_says_what_the_observer_may_do() -> None:
    burning = seen(Table("3 15 boot", FULL, FULL, fuse="10"), ADA)
    assert (burning.can_lay, burning.can_cut, burning.can_shed, burning.barred) == (True, True, False, False)
    assert burning.next_bomber == BEN
    assert seen(Table("3 15 boot", FULL, fuse="10", bombs=(2, 0)), ADA).next_bomber is None
    fresh = seen(Table("3 15 boot", FULL), ADA)
    assert (fresh.can_lay, fresh.can_cut, fresh.can_shed, fresh.barred) == (True, False, False, True)
    stuck = seen(Table("boot scissors", FULL), ADA)
    assert (stuck.can_lay, stuck.can_cut, stuck.can_shed, stuck.barred) == (False, False, True, False)


def test_nobody_leads_before_the_first_bomb_and_then_by_the_number_on_the_panel() -> None:
    table = Table("3 3", FULL, fuse="10 15")
    assert [plate.standing for plate in seen(table, ADA).plates] == [None, None]
    table.bombs(ADA)
    plates = seen(table, BEN).plates
    assert [plate.standing for plate in plates] == [plate.now for plate in plates]
    assert [plate.exact for plate in plates] == [False, True]
