"""Tests of every resurrection card: what breaks it, what doesn't, and what is free anyway (K61–K64, K-A20)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from apps.games.kobolds.cards import RESURRECTIONS
from apps.games.kobolds.penalties import PENALTIES, is_quirk_breach
from apps.games.kobolds.state import Action, Drop, Fined, Lift, Obey, Pass, Pay, Play, Skip, Tinker
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, EVE, Table

PLAY = Play("TR23")
INTERRUPT = Play("TR14")
SWAP = Tinker("TR10", "ME01")
PLAIN: Collection[Action] = (Pass(), Skip(), SWAP, PLAY, INTERRUPT, Obey(), Pay(), Drop("TR10"))
FORCED: dict[str, Any] = {"active": [("GETTINK", BEN)]}
IMPATIENT: dict[str, Any] = {"rounds": 16}


def follows(card: str, seat: Seat = ADA, hands: str = "TR10 AP1", **more: Any) -> Table:
    """Return a match in which the seat must follow the card. Ada holds the bomb."""
    risen = [card if each == seat else None for each in range(4)]
    return Table(4, hands, risen=risen, resurrection=True, **more)


def broken(card: str, *actions: Action, seat: Seat = ADA, **more: Any) -> list[bool]:
    table = follows(card, seat, **more)
    return [is_quirk_breach(table.state, seat, action) for action in actions]


def test_k05_there_are_18() -> None:
    assert tuple(PENALTIES) == RESURRECTIONS


@pytest.mark.parametrize("action", PLAIN)
def test_whoever_follows_none_breaks_none(action: Action) -> None:
    assert not is_quirk_breach(Table(4).state, ADA, action)


def test_re01_two_left_hands_may_not_tinker() -> None:
    assert broken("RE01", SWAP, Skip(), PLAY, phase="tinker") == [True, False, False]


@pytest.mark.parametrize("more", [FORCED, IMPATIENT])
def test_re01_to_be_forced_to_tinker_is_free(more: dict[str, Any]) -> None:
    assert broken("RE01", SWAP, phase="tinker", **more) == [False]


def test_re01_nobody_is_forced_while_hands_off_lies_there() -> None:
    assert broken("RE01", SWAP, phase="tinker", active=[("GETTINK", BEN), ("HANDSOFF", CLEO)]) == [True]


def test_re02_itchy_fingers_must_tinker() -> None:
    assert broken("RE02", Skip(), SWAP, phase="tinker") == [True, False]


def test_re02_hands_off_beats_the_obligation() -> None:
    assert broken("RE02", Skip(), phase="tinker", active=[("HANDSOFF", BEN)]) == [False]


def test_re02_nobody_tinkers_without_cards() -> None:
    assert broken("RE02", Skip(), phase="tinker", hands="") == [False]


def test_re02_once_is_enough_even_for_a_gnome_bomb() -> None:
    table = follows("RE02", phase="tinker", bomb="BO07", inside="ME01 ME02 TR11")
    table.answers(ADA, SWAP)
    assert table.state.phase == "tinker"
    assert not is_quirk_breach(table.state, ADA, Skip())


@pytest.mark.parametrize("card", ["RE03", "RE08", "RE09", "RE15"])
@pytest.mark.parametrize("action", PLAIN)
def test_where_the_holder_is_asked_to_obey_or_to_pay_no_answer_is_a_breach(card: str, action: Action) -> None:
    assert broken(card, action) == [False]


@pytest.mark.parametrize("action", PLAIN)
def test_re04_glass_pockets_cannot_be_broken(action: Action) -> None:
    assert broken("RE04", action) == [False]


def test_re05_tongue_tied_may_not_interrupt() -> None:
    assert broken("RE05", INTERRUPT, Play("TR17", BEN), Play("TR20", BEN), PLAY) == [True, True, True, False]


def test_re06_morning_grouch_may_not_play_before_the_tinkering() -> None:
    assert broken("RE06", PLAY, INTERRUPT, Pass(), phase="trick1") == [True, True, False]
    assert broken("RE06", PLAY, phase="trick2") == [False]


def test_re07_early_to_bed_may_not_play_after_the_tinkering() -> None:
    assert broken("RE07", PLAY, INTERRUPT, Pass(), phase="trick2") == [True, True, False]
    assert broken("RE07", PLAY, phase="trick1") == [False]


def test_re10_shy_may_not_name_a_neighbour() -> None:
    named = [Play("TR28", seat) for seat in (BEN, CLEO, DORA, ADA)]
    assert broken("RE10", *named, PLAY) == [True, False, True, False, False]


def test_re10_interrupts_name_players_too() -> None:
    assert broken("RE10", Play("TR20", BEN), Play("TR17", DORA), Play("TR17", CLEO)) == [True, True, False]


def test_re11_only_with_bomb_may_not_play_without_it() -> None:
    assert broken("RE11", PLAY, INTERRUPT, Pass(), seat=BEN) == [True, True, False]
    assert broken("RE11", PLAY, INTERRUPT, seat=ADA) == [False, False]


def test_re12_stage_fright_may_not_play_with_it() -> None:
    assert broken("RE12", PLAY, INTERRUPT, SWAP, seat=ADA) == [True, True, False]
    assert broken("RE12", PLAY, INTERRUPT, seat=BEN) == [False, False]


def test_re13_blindfold_is_broken_by_lifting_it() -> None:
    assert broken("RE13", Lift(), Tinker("TR10", "ME"), PLAY) == [True, False, False]


def test_re14_chatterbox_is_broken_by_silence() -> None:
    assert broken("RE14", Play("TR23", hush=True), PLAY) == [True, False]


def test_re16_one_track_mind_may_not_play_a_second_trick_in_a_turn() -> None:
    table = follows("RE16", hands="TROLL FRIEND NOWAY", active=[])
    assert not is_quirk_breach(table.state, ADA, PLAY)
    table.does(ADA, "TROLL")
    assert is_quirk_breach(table.state, ADA, Play("TR29", BEN))
    assert is_quirk_breach(table.state, ADA, INTERRUPT)


def test_re16_one_track_mind_is_fresh_in_the_next_turn() -> None:
    table = Table(4, "TRY TROLL", "TR", risen=("RE16", None, None, None), resurrection=True)
    table.does(ADA, "TRY", ADA)
    assert not is_quirk_breach(table.state, ADA, PLAY)


def test_re17_rat_phobia_may_neither_build_in_nor_take_out_an_apparatus() -> None:
    actions = (Tinker("AP1", "ME01"), Tinker("TR10", "AP2"), Tinker("TR10", "AP"), SWAP)
    assert broken("RE17", *actions, phase="tinker") == [True, True, True, False]


def test_re17_tricks_move_apparatuses_too() -> None:
    actions = (Play("TR41", give="AP1", take="ME"), Play("TR43", take="AP"), Play("TR43", take="TR"), PLAY)
    assert broken("RE17", *actions) == [True, True, False, False]


def test_re17_to_be_forced_is_free_only_without_another_choice() -> None:
    swap = Tinker("AP1", "ME01")
    inside = "ME01 ME02 TR11"
    assert broken("RE17", swap, hands="AP1", phase="tinker", inside=inside, **FORCED) == [False]
    assert broken("RE17", swap, hands="AP1 TR10", phase="tinker", inside=inside, **FORCED) == [True]
    assert broken("RE17", swap, hands="AP1", phase="tinker", inside=inside) == [True]


def test_re18_show_tinkerer_is_broken_by_tinkering_in_secret() -> None:
    assert broken("RE18", Tinker("TR10", "ME01", hush=True), SWAP, phase="tinker") == [True, False]


@pytest.mark.parametrize(("gold", "legal"), [(0, False), (1, True)])
def test_a_breach_takes_a_coin(gold: int, legal: bool) -> None:
    """Check K63 and K-A20."""
    table = follows("RE06", hands="TROLL", gold=(gold, 0, 0, 0))
    assert bool(table.plays_of(ADA, "TROLL")) is legal
    if legal:
        assert Fined(ADA, "RE06") in table.plays(ADA, "TROLL")
        assert table.state.gold == (0, 0, 0, 0)


def test_neighbours_are_those_beside_with_five_at_the_table() -> None:
    table = Table(5, risen=(None, None, "RE10", None, None), resurrection=True)
    assert [is_quirk_breach(table.state, CLEO, Play("TR28", seat)) for seat in (ADA, BEN, CLEO, DORA, EVE)] == [
        False, True, False, True, False,
    ]  # fmt: skip
