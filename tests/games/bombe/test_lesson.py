"""Tests that the guided first match of Die Bombe quotes the numbers on its board."""

from __future__ import annotations

from typing import Any

import pytest

from apps.games.bombe import GAME
from apps.games.bombe.board import Board
from apps.kernel.lesson import LEARNER
from apps.matches.engine import lessons, rehearsal
from apps.matches.engine.aggregate import MatchAggregate

Said = tuple[str, dict[str, Any], tuple[int | None, ...]]
"""A step's name, its text, and what each card would bring according to the board."""


@pytest.fixture(scope="module")
def said() -> list[Said]:
    """Return the hint at each question of the lesson if the learner follows every suggestion."""
    found: list[Said] = []

    def listen(run: MatchAggregate, _asked: Any, suggested: Any) -> Any:
        state = run.know(LEARNER)
        shown = lessons.hint_at(run.match, GAME, state, LEARNER, run.clock.asks)
        board = GAME.board(state, LEARNER)
        assert isinstance(board, Board)
        if shown is not None:
            found.append((shown.name, dict(shown.words), board.gains))
        return suggested

    assert GAME.lesson is not None
    rehearsal.rehearse_match(GAME, GAME.lesson, bytes.fromhex(GAME.lesson.seed), listen)
    return found


def test_what_a_card_brings_is_the_number_on_the_board(said: list[Said]) -> None:
    named = [(name, words["gain"], gains) for name, words, gains in said if "gain" in words]
    assert {"first", "dear", "on-bid"} <= {name for name, *_ in named}
    for name, gain, gains in named:
        assert gain == max((each for each in gains if each), default=0), name


def test_no_bid_is_suggested_that_costs_more_than_the_better_card_brings(said: list[Said]) -> None:
    for name, words, gains in said:
        if words.get("gain"):
            assert words["bid"] < words["gain"], (name, words, gains)


def test_a_card_is_called_dear_where_the_board_counts_it_double(said: list[Said]) -> None:
    (words,) = [words for name, words, _ in said if name == "dear"]
    assert words["gain"] >= 2 * words["points"]
