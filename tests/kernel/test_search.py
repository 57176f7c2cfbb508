"""Tests of the search: the value of an answer, the answers tried, and that it beats random choice."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.game import next_of
from apps.kernel.imagined import Tables, estimate_worth
from apps.kernel.ladder import play_against_others
from apps.kernel.playout import Endless, by_bots
from apps.kernel.policies import POLICIES
from apps.kernel.search import Tried, try_answers
from apps.kernel.table import Seat

FUSE, BOMBE = load_games()["fuse"], load_games()["bombe"]


def first_question(game: Any, seats: int) -> tuple[Any, Any]:
    """Return what the seat asked first in some match knows, and its question."""
    setup = game.setup(seats)
    facts = tuple(game.deal(setup, Chance(bytes(32), 0)))
    ask = next_of(game.asks(game.recall(setup, facts)))
    return game.recall(setup, facts, ask.seat), ask


def searched(game: Any, seats: int, whim: Chance, playouts: int, also: Any = ()) -> list[Tried]:
    state, ask = first_question(game, seats)
    return try_answers(Tables(game, state, ask.seat, whim, by_bots(game)), ask, whim, playouts=playouts, also=also)


def test_one_whim_finds_one_answer() -> None:
    found = [searched(FUSE, 4, Chance(bytes([n]), 0), 30) for n in (1, 1, 2)]
    values = [[(each.action, each.worths) for each in one] for one in found]
    assert values[0] == values[1] != values[2]


def test_better_answers_are_tried_more_often() -> None:
    state, ask = first_question(FUSE, 4)
    answers = FUSE.legal(state, ask.seat)
    found = searched(FUSE, 4, Chance(bytes(1), 0), 60)
    often = [len(each.worths) for each in found]
    assert {each.action for each in found} == set(answers)
    assert often == sorted(often, reverse=True)
    assert often[-1] >= 1
    assert sum(often) <= 60
    assert found[0].error < 1 == Tried(None, [0.5]).error


def test_what_must_be_tried_is_tried_to_the_end() -> None:
    worst = searched(FUSE, 4, Chance(bytes(1), 0), 60)[-1].action
    found = searched(FUSE, 4, Chance(bytes(1), 0), 60, also=(worst,))
    often = {each.action: len(each.worths) for each in found}
    assert often[worst] == max(often.values())


def test_when_it_is_enough_every_answer_was_tried_once() -> None:
    state, ask = first_question(FUSE, 4)
    whim = Chance(bytes(1), 0)
    tables = Tables(FUSE, state, ask.seat, whim, by_bots(FUSE))
    found = try_answers(tables, ask, whim, playouts=100_000, enough=lambda: True)
    assert {each.action for each in found} == set(FUSE.legal(state, ask.seat))
    assert {len(each.worths) for each in found} == {1}


def test_of_very_many_answers_those_are_tried_that_come_to_mind() -> None:
    state, ask = first_question(BOMBE, 4)
    assert len(BOMBE.legal(state, ask.seat)) > 40
    found = searched(BOMBE, 4, Chance(bytes(1), 0), 30)
    assert 3 < len({each.action for each in found}) <= 25


def test_others_play_on_as_the_game_tells_of_them_and_oneself_as_the_house() -> None:
    """Check that each imagined table has its own stranger, and that all answers tried there meet the same one."""
    met = list[tuple[int, int]]()

    def stranger(_state: Any, _seat: Any, luck: Chance) -> Any:
        who = luck.roll("who", 1 << 30)[0]

        def choose(state: Any, seat: Any, whim: Chance) -> Any:
            met.append((seat, who))
            return FUSE.bot(state, seat, whim)

        return choose

    state, ask = first_question(FUSE, 3)
    first, second, *_ = FUSE.legal(state, ask.seat)
    tables = Tables(replace(FUSE, stranger=stranger), state, ask.seat, Chance(bytes(1), 0), by_bots(FUSE))
    company = []
    for action, number in ((first, 0), (second, 0), (first, 1)):
        met.clear()
        tables.worths(action, number)
        company.append(dict(met))
    assert [set(each) for each in company] == [{*state.setup.others(ask.seat)}] * 3
    assert company[0] == company[1] != company[2]


def test_better_is_only_what_chance_does_not_explain() -> None:
    first = Tried("first", [0.5, 0.4, 0.6, 0.5])
    assert Tried("better", [0.7, 0.6, 0.9, 0.6]).surely_better(first)
    assert not Tried("perhaps", [1.0, 0.1, 1.0, 0.1]).surely_better(first)


@pytest.mark.slow
def test_who_searches_beats_the_bots_it_thinks_of() -> None:
    """Check for 7 of 12 matches, far above the fair third."""
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(12)]
    assert (
        sum(play_against_others(replace(BOMBE, playouts=25), BOMBE.setup(3), POLICIES["flint"], POLICIES["bot"], seeds))
        > 7
    )


def test_a_game_without_questions_or_an_outcome_is_endless() -> None:
    broken = replace(FUSE, asks=lambda _state: (), outcome=lambda _state: None)
    with pytest.raises(Endless):
        estimate_worth(broken, FUSE.blank(FUSE.setup(3)), Seat(0), by_bots(FUSE), bytes(8), 1)
