"""Tests of who sits there and what they missed, on plain chairs."""

from __future__ import annotations

from typing import Any

from apps.matches.engine.attendance import Attendance
from apps.matches.engine.deadlines import MISSES_BEFORE_AUTOPILOT
from apps.matches.models import Chair
from tests.factories.matches import NOW

ADA, BEN = 1, 2


def seated(**more: Any) -> Attendance:
    return Attendance([Chair(match_id=7, index=0, player_id=ADA, **more), Chair(match_id=7, index=1, bot=True)])


def test_a_missed_turn_counts_for_a_player_where_others_waited_and_for_no_bot() -> None:
    seats = seated(time_bank=60)
    seats.miss_turn(0, NOW, spent=False, counts=False)
    assert (seats.chairs[0].missed, seats.chairs[0].time_bank, seats.misses) == (1, 60, [])
    seats.miss_turn(0, NOW, spent=True, counts=True)
    seats.miss_turn(1, NOW, spent=True, counts=True)
    assert (seats.chairs[0].missed, seats.chairs[0].time_bank) == (2, 0)
    assert [(each.match_id, each.player_id, each.at) for each in seats.misses] == [(7, ADA, NOW)]


def test_who_missed_too_many_turns_is_absent_unless_asked_or_a_bot_plays_already() -> None:
    seats = seated(missed=MISSES_BEFORE_AUTOPILOT)
    seats.chairs[1].missed = MISSES_BEFORE_AUTOPILOT
    assert (seats.find_absent([]), seats.find_absent([0])) == ([0], [])
    seats.leave_to_bot(0, NOW)
    assert (seats.find_absent([]), seats.chairs[0].absent_at) == ([], NOW)
    seats.take_back(0)
    assert (seats.chairs[0].autopilot, seats.chairs[0].missed, seats.chairs[0].absent_at) == (False, 0, None)


def test_a_row_is_written_only_if_something_changed() -> None:
    seats = seated(time_bank=60)
    seats.forgive_misses(0)
    seats.set_time_bank(0, 60)
    seats.refill_time_banks(60)
    assert not seats.changed
    seats.refill_time_banks(90)
    assert (seats.changed, [each.time_bank for each in seats.chairs]) == ({0}, [90, 0])


def test_a_seat_that_changes_hands_remembers_who_sat_there_and_for_how_long() -> None:
    seats = seated(time_bank=60)
    seats.seat_player(0, None, since=0, until=5, time_bank=90)
    assert (seats.chairs[0].bot, seats.chairs[0].substitute, seats.chairs[0].time_bank) == (True, True, 0)
    seats.seat_player(0, BEN, since=5, until=5, time_bank=90)
    assert (seats.chairs[0].player_id, seats.chairs[0].former_id, seats.chairs[0].time_bank) == (BEN, ADA, 90)
    assert not seats.chairs[0].substitute
    assert [(each.player_id, each.until) for each in seats.tenures] == [(ADA, 5)], "a bot of no fact leaves no trace"
