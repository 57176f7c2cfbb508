"""Tests of the values that the templates of Lunar Laser Frogs draw."""

from __future__ import annotations

import pytest

from apps.games.frogs import GAME
from apps.games.frogs.board import Board
from apps.games.frogs.cards import DICE, KINDS, Kind
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, EVE, FAY, A, B, Table


def seen(table: Table, who: Observer) -> Board:
    board = GAME.board(table.memory(who), who)
    assert isinstance(board, Board)
    return board


def worths(table: Table) -> dict[Kind, tuple[int | None, str]]:
    return {card.kind: (card.worth.points, card.worth.because) for card in seen(table, BEN).hand}


def reasons(table: Table) -> list[tuple[int | None, str, int]]:
    last = seen(table, PUBLIC).last
    assert last is not None
    return [(card.worth.points, card.worth.because, card.worth.count) for card in last.cards]


@pytest.mark.parametrize("seat", [ADA, CLEO])
def test_the_plate_of_whose_turn_it_is_is_active(seat: Seat) -> None:
    board = seen(Table(4, seat=seat), BEN)
    assert [plate.seat for plate in board.plates if plate.active] == [seat]


def test_before_the_first_throw_no_card_but_the_grey_one_has_a_value() -> None:
    table = worths(Table(4))
    assert table == dict.fromkeys(KINDS, (None, "soon")) | {"grey": (0, "before")}


def test_while_dice_are_missing_a_card_says_what_a_laser_might_still_change() -> None:
    found = worths(Table(4, (CLEO, "pink"), dice="p p - -", window=1))
    assert found == {
        "blue": (0, "away"),
        "pink": (2, "dice"),
        "yellow": (0, "away"),
        "blank": (4, "maybe"),
        "grey": (1, "before"),
    }


@pytest.mark.parametrize(("dice", "blue", "blank"), [(A, (6, "lasered"), (0, "over")), (B, (1, "dice"), (4, "blanks"))])
def test_when_all_dice_lie_the_laser_is_certain(dice: str, blue: tuple[int, str], blank: tuple[int, str]) -> None:
    found = worths(Table(4, dice=dice, window=3))
    assert (found["blue"], found["blank"]) == (blue, blank)


def test_only_who_threw_a_card_sees_its_face_before_the_reveal() -> None:
    table = Table(4, plan=(2, 2, 2))
    table.throws(BEN, "pink")
    table.waits(CLEO, DORA)
    assert [card.kind for card in seen(table, BEN).pile] == ["pink"]
    assert [card.kind for card in seen(table, CLEO).pile] == [None]
    assert [card.kind for card in seen(table, REFEREE).pile] == ["pink"]
    assert [(card.kind, card.place) for card in seen(table, BEN).hand if card.place] == [("pink", 1)]


def test_a_sealed_answer_is_marked_for_its_seat_alone() -> None:
    table = Table(3)
    table.throws(BEN, "pink", "grey")
    mine = seen(table, BEN)
    assert {card.kind: card.chosen for card in mine.hand if card.chosen} == {"pink": 1, "grey": 2}
    assert (mine.sealed, mine.waited, mine.pairs) == (2, False, True)
    assert not any(card.chosen for card in seen(table, CLEO).hand)


def test_in_the_last_window_nobody_may_wait_and_all_that_is_owed_must_be_thrown() -> None:
    assert (seen(Table(4), BEN).must, seen(Table(4), BEN).can_wait) == (0, True)
    assert (seen(Table(4, dice=A, window=3), BEN).must, seen(Table(3, dice=A, window=3), BEN).must) == (1, 2)
    assert not seen(Table(4, dice=A, window=3), BEN).can_wait


def test_the_plan_for_the_dice_is_drawn_for_who_made_it_alone() -> None:
    table = Table(4)
    table.plans(1, 2, 3)
    assert [(group.throw, len(group.faces)) for group in seen(table, ADA).throws] == [(1, 1), (2, 2), (3, 3)]
    assert [(group.throw, len(group.faces)) for group in seen(table, BEN).throws] == [(0, 6)]
    assert [split.name for split in seen(table, ADA).presets if split.chosen] == ["dark"]
    assert len(seen(table, ADA).splits) == 7
    assert not seen(table, ADA).unusual


def test_a_split_without_a_name_is_shown_once_it_is_chosen_and_few_splits_need_no_names() -> None:
    table = Table(4)
    table.plans(1, 4, 1)
    assert seen(table, ADA).unusual
    rolled = seen(Table(4, dice="b p", fell=(1, 1), window=1, plan=(2, 1, 3)), ADA)
    assert [split.rolls for split in rolled.presets] == [(2, 1, 3), (2, 2, 2), (2, 3, 1)]
    assert not any(split.name for split in rolled.presets)
    assert rolled.splits == ()


def test_a_die_in_the_hand_shows_its_pair_for_all_dice_fall_in_one_order() -> None:
    table = Table(4, dice="b p", fell=(1, 1), window=1, plan=(2, 1, 3))
    pairs = [die[-1] for die in DICE]
    assert [group.pairs for group in seen(table, BEN).throws] == [(), tuple(pairs[2:])]
    assert [group.pairs for group in seen(table, ADA).throws] == [(), (pairs[2],), tuple(pairs[3:])]


def test_whoever_copies_sees_the_others_in_the_order_of_the_pile() -> None:
    table = Table.thrown(3, A, (CLEO, "blue"), (BEN, "pink"), (CLEO, "grey"), (BEN, "grey"))
    assert [(target.seat, target.places) for target in seen(table, ADA).targets] == [(CLEO, (1, 3)), (BEN, (2, 4))]
    assert all(len(target.windows) == 2 for target in seen(table, ADA).targets)
    assert seen(table, BEN).targets == ()


def test_who_has_yet_to_throw_stands_there_in_turn_order_once_for_each_card() -> None:
    assert seen(Table(4, seat=CLEO), PUBLIC).choosing == (DORA, ADA, BEN)
    assert seen(Table(4, (CLEO, "pink"), dice="p p - -", window=1), PUBLIC).choosing == (BEN, DORA)
    assert seen(Table(3), PUBLIC).choosing == (BEN, BEN, CLEO, CLEO)


def test_nobody_leads_before_the_first_point_and_then_all_who_have_most() -> None:
    assert not any(plate.leads for plate in seen(Table(4), PUBLIC).plates)
    table = Table.thrown(4, A, (BEN, "pink"), (CLEO, "grey"), (DORA, "pink"))
    table.copies(BEN)
    assert [plate.seat for plate in seen(table, PUBLIC).plates if plate.leads] == [ADA, BEN]


def test_a_card_says_what_it_brings_on_average_but_for_the_grey_one() -> None:
    means = {card.kind: card.mean for card in seen(Table(4), BEN).hand}
    assert means == {"blue": 2.5, "pink": 2.5, "yellow": 2.5, "blank": 2.1, "grey": None}


def test_the_last_turn_stays_with_the_reason_of_every_card() -> None:
    table = Table.thrown(4, A, (BEN, "pink"), (CLEO, "grey"), (DORA, "pink"))
    table.copies(BEN)
    assert reasons(table) == [(3, "dice", 3), (1, "before", 1), (0, "late", 1)]
    last = seen(table, PUBLIC).last
    assert last is not None
    assert (last.turn, last.seat, last.whom, last.gain, last.missing) == (1, ADA, BEN, 3, ("blue",))
    assert [card.copied for card in last.cards] == [True, False, False]


def test_among_many_the_second_grey_card_says_what_lies_between() -> None:
    pile: tuple[Kind, ...] = ("pink", "grey", "pink", "blue", "grey")
    table = Table.thrown(6, A, *zip((BEN, CLEO, DORA, EVE, FAY), pile, strict=True))
    table.copies(BEN)
    assert reasons(table) == [(3, "dice", 3), (1, "before", 1), (3, "dice", 3), (6, "lasered", 6), (2, "between", 2)]
    upon = Table.thrown(6, A, (BEN, "grey"), (CLEO, "grey"), (DORA, "grey"), (EVE, "blank"), (FAY, "blue"))
    upon.copies(BEN)
    assert reasons(upon)[:3] == [(0, "before", 0), (0, "upon", 0), (0, "late", 2)]
    assert reasons(upon)[3] == (0, "over", 2)
