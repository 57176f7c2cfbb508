"""Tests that decisions are valued, and that luck and skill add up to the result."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from apps.games import load_games
from apps.games.fuse.cards import POINTS_BY_CARD
from apps.kernel.analysis import Judged, judge_answer, split_results
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk
from apps.kernel.imagined import Tables, estimate_worth
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.policies import POLICIES, by_seat
from apps.kernel.table import Seat
from apps.kernel.worth import compute_place_worths
from apps.matches.engine import insight
from apps.matches.engine.insight import Made
from tests.kernel.test_search import first_question

FUSE = load_games()["fuse"]
KOBOLDS = load_games()["kobolds"]


def judged(given: Any, playouts: int = 60, seed: int = 1) -> Judged:
    state, ask = first_question(FUSE, 4)
    found = judge_answer(FUSE, state, ask, given, Chance(bytes([seed]), 0), move=1, playouts=playouts)
    assert found is not None
    return found


def answers() -> tuple[Any, ...]:
    state, ask = first_question(FUSE, 4)
    return tuple(FUSE.legal(state, ask.seat))


def test_what_was_given_stands_among_the_answers_however_bad() -> None:
    for given in answers():
        found = judged(given)
        assert FUSE.answer.decode(found.answers[found.given].action) == given
        assert 2 <= len(found.answers) <= 4


def test_of_equal_cards_one_is_told_and_it_is_that_which_was_given() -> None:
    for given in answers():
        actions = [FUSE.answer.decode(each.action) for each in judged(given).answers]
        told = [(type(each), POINTS_BY_CARD[each.card]) for each in actions]
        assert len(set(told)) == len(told)
        assert given in actions


def test_who_answers_as_the_house_would_changes_nothing() -> None:
    def stubborn(state: Any, ask: AnyAsk, luck: Chance) -> Any:
        return min(game.legal(state, ask.seat), key=repr)

    game = replace(FUSE, bot=lambda state, seat, luck: min(FUSE.legal(state, seat), key=repr))
    state, ask = first_question(game, 4)
    found = judge_answer(
        game, state, ask, stubborn(state, ask, Chance(bytes(1), 0)), Chance(bytes(1), 0), move=1, playouts=20
    )
    assert found is not None
    assert (found.swing, found.error) == ((0.0,) * 4, 0.0)


def test_what_leaves_the_question_open_is_no_decision() -> None:
    setup = KOBOLDS.setup(3)
    state, ask = first_question(KOBOLDS, 3)
    tables = Tables(KOBOLDS, state, ask.seat, Chance(bytes(1), 0), by_bots(KOBOLDS))
    aside = [action for action in KOBOLDS.legal(state, ask.seat) if type(action).__name__ == "Claim"]
    assert setup.seats == 3
    assert aside
    assert all(tables.leaves_open(ask, action) for action in aside)
    assert not tables.leaves_open(ask, ask.default)
    assert judge_answer(KOBOLDS, state, ask, aside[0], Chance(bytes(1), 0), move=1, playouts=4) is None


def test_ones_chances_are_between_none_and_all() -> None:
    state, ask = first_question(FUSE, 4)
    assert 0 < estimate_worth(FUSE, state, ask.seat, by_bots(FUSE), bytes(8), 30) < 1


def test_chances_and_decisions_expect_the_same_of_strangers() -> None:
    """Check that both use the same strangers. The chart once modelled only bots."""
    state, ask = first_question(FUSE, 4)
    met: list[Seat] = []

    def stranger(_state: Any, seat: Seat, _luck: Chance) -> Any:
        met.append(seat)
        return FUSE.bot

    game = replace(FUSE, stranger=stranger)
    estimate_worth(game, state, ask.seat, by_bots(game), bytes(8), 5)
    others = list(state.setup.others(ask.seat))
    assert sorted(met) == sorted(5 * others)
    met.clear()
    Tables(game, state, ask.seat, Chance(bytes(1), 0), by_bots(game)).worths(answers()[0], 0)
    assert sorted(met) == sorted(others)


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(load_games()))
def test_luck_and_decisions_sum_to_the_result(slug: str) -> None:
    """Check the sum, and that an analysis that stops after every move finds the same as one that never stops."""
    game = replace(load_games()[slug], playouts=4)
    setup = game.setup(3)
    spark, house = POLICIES["spark"](game), by_bots(game)
    match = play_out_match(game, setup, bytes(range(32)), by_seat([spark, house, house]))
    moves = [Made(0, None, "", None, match.deal)]
    for number, step in enumerate(match.steps, start=1):
        person = step.seat == 0
        moves.append(Made(number, step.seat, step.key, step.action, step.facts, person, not person))
    whole, reached = insight.analyse_next_moves(
        game, setup, moves[:20], reached=0, seed=bytes(32), enough=lambda: False
    )
    assert reached == 20
    found: list[Judged] = []
    course: list[Any] = []
    reached = 0
    while reached < 20:
        part, reached = insight.analyse_next_moves(
            game, setup, moves[:20], reached=reached, seed=bytes(32), enough=lambda: True
        )
        found += part.judged
        course += part.course
    assert (tuple(found), tuple(course)) == (whole.judged, whole.course)
    assert found
    results = compute_place_worths(match.outcome.places)
    for each, result in zip(split_results(found, results), results, strict=True):
        assert each.fair + each.luck + each.own + each.others == pytest.approx(result)
        assert each.result == result


@pytest.mark.parametrize(("enough", "at"), [(1, [15]), (4, [3, 7, 11, 15]), (100, list(range(16)))])
def test_a_sketch_looks_all_over_a_match_as_far_as_there_is_time(enough: int, at: list[int]) -> None:
    game = replace(FUSE, playouts=3)
    setup = game.setup(3)
    match = play_out_match(game, setup, bytes(32), by_bots(game))
    moves = [Made(0, None, "", None, match.deal)]
    moves += [Made(n, step.seat, step.key, step.action, step.facts) for n, step in enumerate(match.steps[:15], start=1)]
    looked = count(1)
    found = insight.sketch_course(game, setup, moves, seed=bytes(32), enough=lambda: next(looked) >= enough)
    assert [point.move for point in found] == at
    assert all(len(point.worths) == 3 for point in found)
