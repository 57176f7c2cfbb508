"""Tests of what events do to deadlines, without a match: values in, deadlines out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from apps.kernel.table import HOUSE
from apps.matches.engine.availability import Availability
from apps.matches.engine.deadlines import REFILL, TIME_BANK, Deadline
from apps.matches.engine.timing import SERVER, Answerer, Timing
from apps.matches.models import Question
from tests.factories.matches import HOUR, NOW, SECOND

MINUTE = timedelta(minutes=1)
LIVE = {"turn": 60, TIME_BANK: 120, REFILL: 5}
DAILY = {"turn": 6 * 3600, TIME_BANK: 7200, REFILL: 600}


def asked(seat: int, *, due: timedelta, bank: timedelta = timedelta(), key: str = "turn:1", **more: Any) -> Question:
    times = {"opened_at": NOW, "due_at": NOW + due, "lapses_at": NOW + due + bank}
    return Question(seat=seat, key=key, about="turn", **{"duty": True, "answered": False, **times, **more})


def timed(pace: dict[str, int], *questions: Question, answerers: tuple[Answerer, ...] = (Answerer(),) * 3) -> Timing:
    return Timing(
        pace, {HOUSE: SERVER, **dict(enumerate(answerers))}, {(each.seat, each.key): each for each in questions}
    )


def test_a_bot_is_due_when_it_has_thought_and_a_person_after_the_time_of_the_pace() -> None:
    timing = timed(LIVE, answerers=(Answerer(), Answerer(thinks=3 * SECOND)))
    assert timing.compute_due_time(0, "turn", NOW) == NOW + MINUTE
    assert timing.compute_due_time(1, "turn", NOW) == NOW + 3 * SECOND


def test_only_a_required_turn_outside_the_servers_windows_draws_on_a_time_bank() -> None:
    rich = (Answerer(time_bank=90),) * 3
    turn, fair, sealed = asked(0, due=MINUTE), asked(1, due=MINUTE, duty=False), asked(2, due=MINUTE, key="bid:1")
    timing = timed(LIVE, turn, fair, sealed, asked(HOUSE, due=MINUTE, key="bid:1"), answerers=rich)
    lapses = [timing.compute_deadline(each, NOW + MINUTE).lapses_at for each in (turn, fair, sealed)]
    assert lapses == [NOW + 150 * SECOND, NOW + MINUTE, NOW + MINUTE]


def test_an_event_changes_no_question_and_moves_no_bot() -> None:
    person, bot = asked(0, due=MINUTE, bank=MINUTE), asked(1, due=SECOND)
    timing = timed(LIVE, person, bot, answerers=(Answerer(), Answerer(thinks=SECOND)))
    assert timing.postpone(HOUR) == {(0, "turn:1"): Deadline(NOW + HOUR + MINUTE, NOW + HOUR + 2 * MINUTE)}
    assert set(timing.stop(NOW)) == set(timing.resume(NOW, NOW + HOUR).deadlines) == {(0, "turn:1")}
    assert (person.due_at, bot.due_at) == (NOW + MINUTE, NOW + SECOND)


def test_after_a_stop_a_window_has_the_longest_time_that_was_left_in_it() -> None:
    timing = timed(LIVE, asked(0, due=50 * SECOND), asked(1, due=20 * SECOND), asked(HOUSE, due=50 * SECOND))
    found = timing.resume(NOW + 10 * SECOND, NOW + HOUR)
    assert found.time_banks == {}
    assert set(found.deadlines.values()) == {Deadline(NOW + HOUR + 40 * SECOND, NOW + HOUR + 40 * SECOND)}


def test_a_stop_charges_each_time_bank_that_was_in_use_and_no_answered_question() -> None:
    timing = timed(
        LIVE, asked(0, due=MINUTE, bank=2 * MINUTE), asked(1, due=MINUTE, bank=2 * MINUTE, key="turn:2", answered=True),
        answerers=(Answerer(time_bank=120),) * 2,
    )  # fmt: skip
    found = timing.resume(NOW + 90 * SECOND, NOW + HOUR)
    assert found.time_banks == {0: 90}
    kept = Deadline(NOW + HOUR, NOW + HOUR + 90 * SECOND)
    assert found.deadlines == {(0, "turn:1"): kept, (1, "turn:2"): kept}, "so no one learns who has answered"


def test_a_vacation_holds_the_whole_window_until_the_player_is_back() -> None:
    away = Answerer(rest=Availability(vacations=((NOW + HOUR, NOW + 25 * HOUR),)))
    timing = timed(DAILY, asked(0, due=6 * HOUR), asked(1, due=6 * HOUR), answerers=(away, Answerer()))
    due = NOW + 30 * HOUR
    assert timing.hold_vacations(NOW) == dict.fromkeys([(0, "turn:1"), (1, "turn:1")], Deadline(due, due))
    assert timing.hold_vacations(NOW + 25 * HOUR) == {}, "it's over"


def test_who_comes_back_early_gives_the_others_no_less_than_without_the_vacation() -> None:
    late = timed(DAILY, asked(0, due=30 * HOUR), asked(1, due=30 * HOUR))
    for ends, due in ((2 * HOUR, 7 * HOUR), (10 * HOUR, 15 * HOUR), (HOUR, 6 * HOUR)):
        assert {each.due_at for each in late.end_vacation_early(0, NOW + 25 * HOUR, NOW + ends).values()} == {NOW + due}


def test_who_takes_over_in_a_window_has_the_deadline_of_the_others() -> None:
    here, there = asked(0, due=MINUTE), asked(1, due=40 * SECOND, key="turn:2")
    alone, beside = timed(LIVE, here, there), timed(LIVE, here, asked(1, due=40 * SECOND))
    assert alone.restart_seat(0, NOW + 30 * SECOND)[0, "turn:1"].due_at == NOW + 90 * SECOND
    assert beside.restart_seat(0, NOW + 30 * SECOND) == {(0, "turn:1"): Deadline(NOW + 40 * SECOND, NOW + 40 * SECOND)}


def test_at_another_pace_everyone_has_its_whole_time() -> None:
    timing = timed(DAILY, asked(0, due=SECOND), asked(1, due=MINUTE), asked(HOUSE, due=MINUTE, key="bid:1"))
    assert {each.due_at for each in timing.restart_all(NOW + HOUR).values()} == {NOW + 7 * HOUR}
