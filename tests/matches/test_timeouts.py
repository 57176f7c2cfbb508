"""Tests of whose silence counts, and when, as pure functions of plain questions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine import timeouts
from apps.matches.models import Question
from tests.factories.matches import NOW, SECOND

BOT = Seat(3)


def ask(seat: int, *, key: str = "bid:1", **more: Any) -> Ask[str]:
    return Ask(Seat(seat), "bid", key, "pass", **more)


def asked(*asks: Ask[str], after: timedelta = SECOND) -> dict[tuple[int, str], Question]:
    return {
        (a.seat, a.key): Question(seat=a.seat, key=a.key, about="bid", due_at=NOW + after, lapses_at=NOW + after)
        for a in asks
    }


def by_bot(seat: int) -> bool:
    return seat == BOT


def test_who_has_answered_is_not_waited_for_and_a_bot_answers_though_nothing_waits_for_it() -> None:
    asks = [ask(0, waits=False, answered=True), ask(1), ask(2, waits=False), ask(BOT, waits=False)]
    assert [question.seat for question in timeouts.select_ticking_questions(asks, asked(*asks), by_bot)] == [1, BOT]


def test_what_lapsed_first_is_settled_first() -> None:
    late, early = ask(0, key="turn:1"), ask(1, key="turn:2")
    questions = asked(late, after=2 * SECOND) | asked(early, after=SECOND)
    found = timeouts.select_lapsed_question([late, early], questions, by_bot, NOW + 3 * SECOND)
    assert found is questions[1, "turn:2"]
    assert timeouts.select_lapsed_question([late, early], questions, by_bot, NOW) is None


def test_a_lapse_is_missed_by_the_seat_it_asked() -> None:
    asks = [ask(0), ask(1)]
    assert timeouts.select_missed_questions(asks, asked(*asks)[1, "bid:1"], by_bot) == [asks[1]]


def test_a_fair_silence_is_no_missed_turn() -> None:
    asks = [ask(0, duty=False)]
    assert timeouts.select_missed_questions(asks, asked(*asks)[0, "bid:1"], by_bot) == []


def test_when_the_house_closes_a_window_all_miss_it_who_said_nothing() -> None:
    asks = [
        ask(0, waits=False, answered=True), ask(1, waits=False), ask(2, waits=False, duty=False), ask(BOT, waits=False),
        ask(HOUSE), ask(1, key="other:1", waits=False),
    ]  # fmt: skip
    assert timeouts.select_missed_questions(asks, asked(*asks)[HOUSE, "bid:1"], by_bot) == [asks[1]]


def test_a_window_lasts_as_long_as_the_person_in_it_who_has_most_time() -> None:
    here, bot, elsewhere, mine = ask(0), ask(BOT), ask(1, key="other:1"), ask(2)
    questions = asked(here, after=5 * SECOND) | asked(mine) | asked(bot, after=8 * SECOND)
    questions |= asked(elsewhere, after=9 * SECOND)
    assert timeouts.compute_common_deadline(questions, by_bot, "bid:1") == NOW + 5 * SECOND
    assert timeouts.compute_common_deadline(questions, by_bot, "other:1") == NOW + 9 * SECOND
    assert timeouts.compute_common_deadline(asked(bot), by_bot, "bid:1") is None
