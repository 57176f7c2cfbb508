"""Tests of advice: a thinker's answer with the same randomness, other good answers, and the reasons."""

from __future__ import annotations

from dataclasses import replace

from apps.games import load_games
from apps.kernel.advice import ONLY_ANSWER, build_advice
from apps.kernel.analysis import MAX_BEST_ANSWERS
from apps.kernel.chance import Chance
from apps.kernel.policies import play_as_flint
from apps.kernel.record import encode_raw
from tests.kernel.test_search import first_question

FUSE = replace(load_games()["fuse"], playouts=30)
WHIM = Chance(bytes(32), 0)


def test_it_is_what_the_thinker_would_answer_and_no_two_answers_are_called_alike() -> None:
    state, ask = first_question(FUSE, 4)
    advice = build_advice(FUSE, state, ask, WHIM)
    given = play_as_flint(FUSE)(state, ask, WHIM)
    assert advice.answers[0].action == encode_raw(given)
    assert advice.reason == FUSE.because(state, ask.seat, given)
    called = [str(FUSE.calls(FUSE.answer.decode(each.action))) for each in advice.answers]
    assert 1 < len(called) == len(set(called)) <= MAX_BEST_ANSWERS


def test_of_a_single_answer_it_says_that_there_is_no_other() -> None:
    state, ask = first_question(FUSE, 4)
    [first, *_] = FUSE.legal(state, ask.seat)
    bound = replace(FUSE, legal=lambda _state, _seat: (first,), bot=lambda _state, _seat, _luck: first)
    advice = build_advice(bound, state, ask, WHIM)
    assert [each.action for each in advice.answers] == [encode_raw(first)]
    assert advice.reason == ONLY_ANSWER
