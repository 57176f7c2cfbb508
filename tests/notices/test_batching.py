"""Tests of which notices are sent now and which are held back, without any database."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.matches.selectors.pending import Waiting
from apps.notices.batching import (
    MIN_MESSAGE_GAP,
    OPEN_MATCH_RECHECK_INTERVAL,
    VACATION_RECHECK_INTERVAL,
    Owed,
    Scene,
    plan_messages,
)
from apps.notices.models import Channel, Kind
from apps.notices.selectors.preferences import Wish
from tests.factories.matches import HOUR, NOW

pytestmark = pytest.mark.once

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
ABOUT_A_MATCH = (Kind.TURN, Kind.CALL, Kind.NUDGE, Kind.HOUSE, Kind.OVER)
EVERYTHING = Wish(mail=tuple(Kind.values))


def owed(id_: int, kind: str, code: str = "", *, key: str = "", at: datetime = NOW) -> Owed:
    return Owed(id_, kind, key or f"{code}:turn:1", code, at, at, frozenset({Channel.MAIL}))


def question(code: str, *, opened_at: datetime = NOW - HOUR, hours: float = 1.0) -> Waiting:
    """Return a question whose last reminder is due now, unless it is opened later or has more time."""
    return Waiting(1, code, "fuse", ("ben",), "turn:1", opened_at, opened_at + hours * HOUR, opened_at + hours * HOUR)


def scene(*codes: str, wish: Wish = EVERYTHING) -> Scene:
    waiting = [question(code) for code in codes]
    return Scene(wish=wish, zone=ZoneInfo("UTC"), waiting={each.subject: each for each in waiting})


def mailed(notices: list[Owed], seen: Scene, now: datetime = NOW) -> tuple[int, ...]:
    return plan_messages(notices, seen, now).messages.get(Channel.MAIL, ())


def told_at(notice: Owed, seen: Scene) -> datetime:
    """Return when the notice is sent if its player rests as planned and we look whenever it is due."""
    now = NOW
    while not mailed([notice], scene_at(seen, now), now):
        _channels, now = plan_messages([notice], scene_at(seen, now), now).left[notice.id]
        notice = replace(notice, due_at=now)
    return now


def scene_at(seen: Scene, now: datetime) -> Scene:
    """Return the scene without rests that are over by then."""
    away, asleep = (at if at and now < at else None for at in (seen.away_until, seen.asleep_until))
    return replace(seen, away_until=away, asleep_until=asleep)


@pytest.mark.parametrize("kind", ABOUT_A_MATCH)
def test_a_vacation_holds_back_what_is_about_a_match_that_waits_for_it(kind: str) -> None:
    away = replace(scene("waits"), away_until=NOW + 5 * DAY, unrelenting=frozenset({"runs"}))
    made = plan_messages([owed(1, kind, "waits")], away, NOW)
    assert not made.messages
    assert made.left[1] == (frozenset({Channel.MAIL}), NOW + VACATION_RECHECK_INTERVAL)


@pytest.mark.parametrize("kind", ABOUT_A_MATCH)
def test_who_comes_back_early_is_told_soon(kind: str) -> None:
    away = replace(scene("waits"), away_until=NOW + 5 * DAY)
    channels, looked_at = plan_messages([owed(1, kind, "waits")], away, NOW).left[1]
    back = replace(owed(1, kind, "waits"), channels=channels, due_at=looked_at)
    assert mailed([back], replace(away, away_until=None), looked_at) == (1,)


@pytest.mark.parametrize("kind", ABOUT_A_MATCH)
def test_a_vacation_holds_nothing_back_about_a_match_that_does_not_wait(kind: str) -> None:
    away = replace(scene("runs"), away_until=NOW + 5 * DAY, unrelenting=frozenset({"runs"}))
    assert mailed([owed(1, kind, "runs")], away) == (1,)


def test_tournaments_go_on_during_a_vacation_and_invitations_and_digests_do_not() -> None:
    away = replace(scene("waits"), away_until=NOW + 5 * DAY)
    notices = [owed(n, kind) for n, kind in enumerate((Kind.TOURNAMENT, Kind.INVITATION, Kind.DIGEST, Kind.HOUSE))]
    assert mailed(notices, away) == (0,)
    assert mailed(notices, replace(away, away_until=None)) == (0, 1, 2, 3)


def test_quiet_hours_hold_everything_back_on_vacation_too() -> None:
    asleep = replace(
        scene("runs", "waits"),
        away_until=NOW + 5 * DAY, asleep_until=NOW + 8 * HOUR, unrelenting=frozenset({"runs"}),
    )  # fmt: skip
    notices = [owed(1, Kind.CALL, "runs"), owed(2, Kind.CALL, "waits"), owed(3, Kind.TOURNAMENT)]
    assert [told_at(each, asleep) for each in notices] == [NOW + 8 * HOUR, NOW + 5 * DAY, NOW + 8 * HOUR]


def test_a_night_that_outlasts_the_vacation_is_kept() -> None:
    asleep = replace(scene("waits"), away_until=NOW + HOUR, asleep_until=NOW + 8 * HOUR)
    assert told_at(owed(1, Kind.CALL, "waits"), asleep) == NOW + 8 * HOUR


def test_no_digest_holds_a_last_call_back() -> None:
    daily = scene("soon", "later", wish=Wish(digest=18))
    notices = [
        owed(1, Kind.TURN, "soon"), owed(2, Kind.CALL, "soon"),
        owed(3, Kind.TURN, "later"), owed(4, Kind.NUDGE, "later"),
    ]  # fmt: skip
    made = plan_messages(notices, daily, NOW)
    assert made.messages == {Channel.MAIL: (2,)}, "the call says that it is one's turn"
    assert {id_: left for id_, left in made.left.items() if left[0]} == {
        3: (frozenset({Channel.MAIL}), NOW + 18 * HOUR), 4: (frozenset({Channel.MAIL}), NOW + 18 * HOUR),
    }  # fmt: skip


def test_a_last_call_before_the_digest_leaves_the_channel_its_breath() -> None:
    daily = replace(scene("soon", wish=Wish(digest=18)), last={Channel.MAIL: NOW - MIN_MESSAGE_GAP / 2})
    made = plan_messages([owed(1, Kind.CALL, "soon")], daily, NOW)
    assert not made.messages
    assert made.left[1][1] == NOW + MIN_MESSAGE_GAP / 2
    assert mailed([owed(1, Kind.CALL, "soon")], daily, NOW + MIN_MESSAGE_GAP / 2) == (1,)
    hour = NOW + 18 * HOUR
    called = replace(daily, last={Channel.MAIL: hour - MINUTE})
    assert plan_messages([owed(1, Kind.NUDGE, "soon")], called, hour).left[1][1] == hour - MINUTE + MIN_MESSAGE_GAP


def test_at_the_hour_of_the_digest_a_last_call_comes_with_it() -> None:
    daily = replace(scene("soon", "later", wish=Wish(digest=18)), last={Channel.MAIL: NOW - DAY})
    notices = [owed(1, Kind.CALL, "soon", at=NOW - HOUR), owed(2, Kind.TURN, "later", at=NOW - 7 * HOUR)]
    assert mailed(notices, daily, NOW + 18 * HOUR) == (1, 2)


def test_a_last_call_whose_time_has_not_come_waits_for_it_and_not_for_the_digest() -> None:
    slow = question("slow", opened_at=NOW, hours=10)
    daily = replace(scene(wish=Wish(digest=18)), waiting={slow.subject: slow})
    made = plan_messages([owed(1, Kind.TURN, "slow"), owed(2, Kind.CALL, "slow")], daily, NOW)
    assert not made.messages
    assert (made.left[1][1], made.left[2][1]) == (NOW + 18 * HOUR, NOW + 8 * HOUR)


def test_the_end_of_a_match_is_dropped_for_who_saw_it_and_kept_for_who_only_has_it_open() -> None:
    over = [owed(1, Kind.OVER, "m", key="m:over")]
    assert plan_messages(over, replace(scene(), saw_end=frozenset({"m"})), NOW).left[1][0] == frozenset()
    open_ = plan_messages(over, replace(scene(), present=frozenset({"m"})), NOW)
    assert not open_.messages
    assert open_.left[1] == (frozenset({Channel.MAIL}), NOW + OPEN_MATCH_RECHECK_INTERVAL)
    assert mailed(over, scene()) == (1,)
