"""Tests that the game that `manage.py newgame` copies is played by bots before it has any of its own."""

from __future__ import annotations

import pytest

from apps.kernel.chance import Chance
from apps.kernel.draft import Detail
from apps.kernel.game import TRIED, AnyGame, Game
from apps.kernel.playout import play_out_match
from apps.kernel.policies import POLICIES
from apps.kernel.table import PUBLIC, Seat
from apps.matches.management.starter import GAME, rules


@pytest.mark.parametrize("policy", POLICIES)
def test_every_bot_plays_a_draft_to_its_end(policy: str) -> None:
    played = play_out_match(GAME, GAME.setup(2), bytes(32), POLICIES[policy](GAME))
    assert played.outcome is not None
    assert sorted(played.outcome.places) == [1, 2]


def test_a_draft_says_what_its_facts_contain_and_orders_nothing() -> None:
    state = GAME.evolve(GAME.blank(GAME.setup(2)), rules.Poured(7))
    assert GAME.words(rules.Took(Seat(1), 2)) == {"seat": 1, "coins": 2, "details": (Detail("coins", "2"),)}
    assert GAME.calls(rules.Take(2)) == {"coins": 2, "details": (Detail("coins", "2"),)}
    assert GAME.because(state, Seat(0), rules.Take(2)) == TRIED
    assert GAME.obey(state, Seat(0), None) is None
    assert GAME.bot(state, Seat(0), Chance(bytes(32), 0)) in rules.legal(state, Seat(0))


def test_the_board_of_a_draft_has_a_button_for_each_answer_of_its_observer() -> None:
    state = GAME.evolve(GAME.blank(GAME.setup(2)), rules.Poured(2))
    assert [each.fields for each in GAME.board(state, Seat(0)).answers] == ["type=take&coins=1", "type=take&coins=2"]
    assert GAME.board(state, Seat(1)).answers == GAME.board(state, PUBLIC).answers == ()
    assert GAME.board(state, PUBLIC).details == (Detail("coins", "2"), Detail("next", "–", (Seat(0),)))


def test_rules_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "decide")
    monkeypatch.delattr(rules, "legal")
    with pytest.raises(TypeError, match=r"starter\.rules needs 'legal' and 'decide'\."):
        Game.from_package("apps.matches.management.starter")


def test_the_points_of_a_draft_are_shown_once(gulls: AnyGame) -> None:
    board = gulls.board(gulls.blank(gulls.setup(2)), PUBLIC)
    assert [plate.points for plate in board.plates] == [0, 0]
    shown = [each.name for each in (*board.details, *(each for plate in board.plates for each in plate.details))]
    assert "hands" in shown
    assert "fish" not in shown
