"""Tests of advice: a thinker's answer with the same randomness, other good answers, and the reasons."""

from __future__ import annotations

from dataclasses import replace

from apps.games import catalogue
from apps.kernel.advice import ONLY, advise
from apps.kernel.analysis import BEST
from apps.kernel.chance import Chance
from apps.kernel.policies import flint
from apps.kernel.record import raw
from tests.kernel.test_search import first_question

FUSE = replace(catalogue()["fuse"], playouts=30)
WHIM = Chance(bytes(32), 0)


def test_it_is_what_the_thinker_would_answer_and_no_two_answers_are_called_alike() -> None:
    state, ask = first_question(FUSE, 4)
    advice = advise(FUSE, state, ask, WHIM)
    given = flint(FUSE)(state, ask, WHIM)
    assert advice.answers[0].action == raw(given)
    assert advice.reason == FUSE.because(state, ask.seat, given)
    called = [str(FUSE.calls(FUSE.answer.decode(each.action))) for each in advice.answers]
    assert 1 < len(called) == len(set(called)) <= BEST


def test_of_a_single_answer_it_says_that_there_is_no_other() -> None:
    state, ask = first_question(FUSE, 4)
    [first, *_] = FUSE.legal(state, ask.seat)
    bound = replace(FUSE, legal=lambda _state, _seat: (first,), bot=lambda _state, _seat, _luck: first)
    advice = advise(bound, state, ask, WHIM)
    assert [each.action for each in advice.answers] == [raw(first)]
    assert advice.reason == ONLY
