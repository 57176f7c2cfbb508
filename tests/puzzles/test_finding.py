"""Tests of which decisions become puzzles, their subject and difficulty, and of streaks of days with a solved one."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from apps.games import load_games
from apps.kernel.analysis import Rated
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.search import Tried
from apps.kernel.table import HOUSE, Seat
from apps.puzzles.finding.found import MIN_LEAD, Found, find_puzzle, is_clearly_best
from apps.puzzles.finding.streak import Came, build_calendar, count_streak
from apps.puzzles.finding.theme import choose_theme, compute_difficulty, list_themes

pytestmark = pytest.mark.once
TODAY = date(2026, 5, 1)
worths = st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=4)


def decision(slug: str, seats: int, seed: int, number: int) -> tuple[Any, Any, Any, Any]:
    """Return the game, a seat's knowledge before a move of a match of bots, its question, and its answer."""
    game = load_games()[slug]
    setup = game.setup(seats)
    played = play_out_match(game, setup, random.Random(seed).randbytes(32), by_bots(game))
    before = [*played.deal, *(fact for step in played.steps[:number] for fact in step.facts)]
    step = played.steps[number]
    state = game.recall(setup, before, step.seat)
    return game, state, next(each for each in game.asks(state) if each.seat == step.seat), step.action


def found(*values: float) -> Found:
    best = max(range(len(values)), key=values.__getitem__)
    return Found(tuple(Rated(Raw(b"{}"), value, 0.0) for value in values), best, 0)


@given(worths)
def test_the_best_is_clear_of_all_others_by_a_real_margin_or_there_is_no_puzzle(lists: list[list[float]]) -> None:
    best, *others = tried = [Tried(n, each) for n, each in enumerate(lists)]
    if is_clearly_best(tried):
        assert others
        assert all(best.value - other.value >= MIN_LEAD - 1e-9 for other in others)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9))
def test_equal_answers_and_single_ones_are_never_clear(values: list[float]) -> None:
    assert not is_clearly_best([Tried("one", values), Tried("other", list(values))])
    assert not is_clearly_best([Tried("one", values)])


def test_a_lucky_lead_is_not_clear() -> None:
    lead, behind = Tried("lead", [1.0, 0.0, 1.0, 0.0, 1.0]), Tried("behind", [0.0, 1.0, 0.0, 1.0, 0.0])
    assert lead.value - behind.value > MIN_LEAD
    assert not is_clearly_best([lead, behind])


def test_a_mistake_makes_a_puzzle_and_the_same_one_each_time() -> None:
    game, state, ask, action = decision("bombe", 3, 8, 69)
    puzzle = find_puzzle(game, state, ask, action, Chance(b"luck", 1))
    assert puzzle == find_puzzle(game, state, ask, action, Chance(b"luck", 1))
    assert find_puzzle(game, state, ask, action, Chance(b"luck", 1), lambda: True) is None, "given up"
    assert puzzle is not None
    actions = [game.answer.decode(each.action) for each in puzzle.answers]
    assert actions == sorted(actions, key=list(game.legal(state, ask.seat)).index), "the order tells nothing"
    assert actions[puzzle.given] == action
    assert puzzle.best != puzzle.given
    others = [puzzle.lost(number) for number in range(len(puzzle.answers)) if number != puzzle.best]
    assert puzzle.lost(puzzle.given) >= min(others) >= MIN_LEAD


def test_the_best_answer_makes_none() -> None:
    game, state, ask, action = decision("bombe", 3, 8, 69)
    puzzle = find_puzzle(game, state, ask, action, Chance(b"luck", 1))
    assert puzzle is not None
    best = game.answer.decode(puzzle.answers[puzzle.best].action)
    assert find_puzzle(game, state, ask, best, Chance(b"luck", 1)) is None


def test_what_may_not_be_answered_or_leaves_no_choice_makes_none() -> None:
    game, state, ask, _action = decision("bombe", 3, 8, 69)
    assert find_puzzle(game, state, ask, object(), Chance(b"luck", 1)) is None
    assert ask.seat != HOUSE
    other = type(ask)(Seat((ask.seat + 1) % 3), ask.about, ask.key, None)
    assert not game.legal(state, other.seat)
    assert find_puzzle(game, state, other, _action, Chance(b"luck", 1)) is None


@pytest.mark.parametrize("slug", list(load_games()))
def test_themes_are_of_questions_and_answers_that_there_are(slug: str) -> None:
    game = load_games()[slug]
    kinds: tuple[Any, ...] = get_args(game.action) or (game.action,)
    tags = {kind.__struct_config__.tag for kind in kinds}
    for each in game.meta.themes:
        about, _, tag = each.partition("-")
        assert about in game.meta.questions
        assert not tag or tag in tags
    assert set(list_themes(game.meta)) >= set(game.meta.questions) - {
        each.partition("-")[0] for each in game.meta.themes
    }


def test_a_theme_follows_from_what_may_be_answered_the_first_that_fits() -> None:
    game, state, ask, _action = decision("fuse", 3, 1, 9)
    legal = game.legal(state, ask.seat)
    tags = {each.__struct_config__.tag for each in legal}
    expected = "turn-bomb" if "bomb" in tags else "turn-cut" if "cut" in tags else "turn"
    assert choose_theme(game.meta, ask.about, legal) == expected
    assert choose_theme(game.meta, "unheard", ()) == "unheard"


@given(st.integers(500, 2500), st.integers(0, 500), st.integers(5, 100))
def test_a_puzzle_with_a_higher_rating_is_never_easier(points: int, more: int, answers: int) -> None:
    assert 0 < compute_difficulty(points, answers) <= compute_difficulty(points + more, answers)


def test_nobody_calls_a_puzzle_hard_that_few_have_answered() -> None:
    assert [compute_difficulty(1900, answers) for answers in (0, 4, 5)] == [0, 0, 3]
    assert [compute_difficulty(points, 5) for points in (1399, 1400, 1600, 1601)] == [1, 2, 2, 3]


@given(st.sets(st.integers(0, 30)))
def test_a_streak_is_the_days_before_today_without_a_gap(ago: set[int]) -> None:
    count = count_streak({TODAY - timedelta(days=each): Came(solved=1) for each in ago}, TODAY)
    first = 0 if 0 in ago else 1
    assert set(range(first, first + count)) <= ago
    assert first + count not in ago


def test_a_streak_lasts_until_a_day_has_gone_by_without_an_answer() -> None:
    days = {TODAY - timedelta(days=each): Came(solved=1) for each in (1, 2, 3, 5)}
    days[TODAY - timedelta(days=4)] = Came(missed=2)
    assert count_streak(days, TODAY) == 3
    assert count_streak({**days, TODAY: Came(solved=2, missed=1)}, TODAY) == 4
    assert count_streak(days, TODAY + timedelta(days=1)) == 0
    assert count_streak({}, TODAY) == 0


@given(st.integers(0, 20))
def test_a_calendar_shows_five_weeks_from_a_monday_up_to_today(later: int) -> None:
    today = TODAY + timedelta(days=later)
    days = build_calendar({}, today).days
    assert days[0].day.weekday() == 0
    assert [day.day for day in days] == [days[0].day + timedelta(days=number) for number in range(len(days))]
    assert 28 < len(days) <= 35
    assert [day.day for day in days if day.today] == [today]
    assert {day.result for day in days} == {"unplayed"}


def test_a_day_of_the_calendar_is_solved_missed_or_not_played() -> None:
    before = TODAY - timedelta(days=60)
    came = {TODAY: Came(solved=2, missed=3), TODAY - timedelta(days=2): Came(missed=1), before: Came(solved=1)}
    found = build_calendar(came, TODAY)
    assert [day.result for day in found.days[-3:]] == ["missed", "unplayed", "solved"]
    assert (found.solved, found.missed) == (2, 4)
