"""Tests of time banks, windows and proposals together: players late, away or gone while others can still answer."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.games import load_games
from apps.games.kobolds.state import Claim
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine import availability, deadlines
from apps.matches.models import Chair, Match, Missed, Move, Question, Vacation
from apps.matches.services import availability as availability_service
from apps.matches.services import organiser, play, proposals, reliability, seats, uptime
from tests.database import statements
from tests.factories.kobolds import calm
from tests.factories.matches import HOUR, SECOND, MatchDriver, new_match, sealed_match
from tests.matches.test_deadlines import DAILY, DAY, EVENING, due, sleeps, whose

pytestmark = pytest.mark.django_db
RESERVED = {"turn": 3600, "matchman": 3600, deadlines.TIME_BANK: 7200, deadlines.REFILL: 600}


def reserved(slug: str) -> dict[str, int]:
    """Return a pace of one hour for everything, with a time bank of two."""
    kinds = next(iter(load_games()[slug].meta.paces.values()))
    return {**dict.fromkeys(kinds, 3600), deadlines.TIME_BANK: 7200, deadlines.REFILL: 600}


# -- time bank -----------------------------------------------------------------------------


def test_sleep_costs_nothing_of_the_time_bank(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 22, 6)
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    assert due(table).lapses_at == EVENING + timedelta(hours=11), "an hour tonight, another in the morning"
    table.now = EVENING + timedelta(hours=10, minutes=30)
    table.lay()
    assert table.chair(seat).time_bank == 7200 - 5400 + 600


def test_what_is_done_beside_a_question_neither_refills_the_time_bank_nor_counts_as_a_kept_duty(
    ada: Any, ben: Any, cleo: Any
) -> None:
    table = calm(sealed_match("kobolds", ada, ben, cleo, pace=reserved("kobolds")))
    holder = table.know().holder
    Chair.objects.filter(match__code=table.code, index=holder).update(time_bank=100)
    kept = Move.objects.filter(player__isnull=False).count()
    for _ in range(3):
        table.says(holder, Claim(on=not table.know().claims[holder]))
    assert not table.question(holder).answered
    assert table.chair(holder).time_bank == 100
    assert Move.objects.filter(player__isnull=False).count() == kept
    table.says(holder, table.question(holder).default)
    assert table.chair(holder).time_bank == 700
    assert Move.objects.filter(player__isnull=False).count() == kept + 1


def test_where_the_house_closes_a_window_nobody_is_promised_a_time_bank(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=reserved("bombe"), fixed_windows=True)
    [question] = table.look(ada).questions
    assert question.due_at == table.match.wake_at == table.now + HOUR
    assert question.lapses_at == question.due_at
    assert question.time_bank is None


def test_a_late_answer_asks_ten_times_at_most(ada: Any, ben: Any) -> None:
    uptime.beat_if_due(now=timezone.now())
    table = new_match(ada, ben, pace=RESERVED, now=timezone.now() - 2 * HOUR)
    seat, client = table.ask.seat, Client()
    client.force_login(whose(table, ada, ben))
    Chair.objects.filter(index=seat).update(missed=1)
    words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
    with CaptureQueriesContext(connection) as context:
        assert client.post(f"/m/{table.code}/answer/", words).status_code == 303
    assert 3500 < table.chair(seat).time_bank < 4300
    assert len(statements(context)) <= 10, "\n".join(statements(context))


# -- windows -------------------------------------------------------------------------------


def test_nobody_learns_of_an_absence_while_they_may_still_answer_unseen(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=reserved("bombe"))
    Chair.objects.filter(match__code=table.code, index=0).update(
        time_bank=0, missed=deadlines.MISSES_BEFORE_AUTOPILOT - 1
    )
    Question.objects.filter(match__code=table.code, seat=0).update(lapses_at=table.now + HOUR)
    Match.objects.update(wake_at=table.now + HOUR)
    before = table.seen(0)
    table.settle(after=HOUR)
    assert table.chair(0).missed == deadlines.MISSES_BEFORE_AUTOPILOT
    assert table.seen(0) == before, "ada bids least, which is hers to know"
    table.settle(after=2 * HOUR)
    assert table.chair(0).autopilot
    assert table.chair(0).absent_at == table.now


def test_reliability_does_not_count_what_is_sealed(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=reserved("bombe"))
    table.says(0, table.as_bot(0))
    assert reliability.update_reliability(player=ada.pk, now=table.now).answered == 0
    Chair.objects.filter(index=1).update(time_bank=0)
    Question.objects.filter(seat=1).update(lapses_at=table.now + HOUR)
    Match.objects.update(wake_at=table.now + HOUR)
    table.settle(after=HOUR)
    assert Missed.objects.count() == 1
    assert reliability.update_reliability(player=ben.pk, now=table.now).missed == 0
    table.says(2, table.as_bot(2))
    assert reliability.update_reliability(player=ada.pk, now=table.now).answered == 1
    assert reliability.update_reliability(player=ben.pk, now=table.now).missed == 1


# -- vacations -----------------------------------------------------------------------------


def test_who_returns_to_a_match_that_waited_for_nobody_has_the_time_they_had(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 600, "matchman": 300}, now=EVENING)
    player = whose(table, ada, ben)
    availability_service.go_on_vacation(player=player.pk, until=date(2026, 6, 9), now=EVENING)
    assert table.look(observer=Seat(0)).story[0].fact != "away"
    availability_service.come_back(player=player.pk, now=EVENING + timedelta(minutes=2))
    assert due(table).due_at == EVENING + timedelta(minutes=10)


@pytest.mark.parametrize(("changed", "said"), [
    ({}, True), ({"vacations": False}, False), ({"pace": {"turn": 600, "matchman": 300}}, False),
])  # fmt: skip
def test_a_match_says_that_it_waits_only_if_it_does(ada: Any, ben: Any, changed: dict[str, Any], said: bool) -> None:
    table = new_match(ada, ben, pace=DAILY)
    Match.objects.update(**changed)
    now = timezone.now()
    availability_service.go_on_vacation(player=ada.pk, until=(now + 3 * DAY).date(), now=now)
    assert (table.look(ben).people[0].away_until is not None) == said


def test_of_a_vacation_that_was_prolonged_the_page_tells_the_end_of_all_of_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    now, today = table.now, table.now.date()
    availability_service.go_on_vacation(player=ada.pk, until=today + 3 * DAY, now=now)
    availability_service.go_on_vacation(player=ada.pk, until=today + 6 * DAY, now=now)
    until = availability_service.go_on_vacation(player=ada.pk, until=today + 9 * DAY, now=now)
    assert Vacation.objects.filter(player=ada).count() == 3
    assert [person.away_until for person in table.look(ben).people] == [until, None]
    Vacation.objects.create(player=ada, begins_at=until + DAY, ends_at=until + 3 * DAY)
    Vacation.objects.create(player=ben, begins_at=now + DAY, ends_at=now + 3 * DAY)
    assert [person.away_until for person in table.look(ben).people] == [until, None], "another one is not this one"
    availability_service.come_back(player=ada.pk, now=now)
    assert table.look(ben).people[0].away_until is None


def test_who_returns_while_the_match_is_paused_is_not_waited_for_when_it_goes_on(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    availability_service.go_on_vacation(player=player.pk, until=date(2026, 6, 19), now=EVENING)
    organiser.pause_match(code=table.code, now=EVENING + DAY)
    availability_service.come_back(player=player.pk, now=EVENING + 2 * DAY)
    organiser.resume_match(code=table.code, now=EVENING + 2 * DAY)
    assert EVENING + 2 * DAY + 6 * HOUR <= due(table).due_at <= EVENING + 4 * DAY


def test_a_vacation_shorter_than_the_time_that_is_left_is_added_and_taken_back(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 7 * 24 * 3600, "matchman": 3600}, now=EVENING)
    player = whose(table, ada, ben)
    until = availability_service.go_on_vacation(player=player.pk, until=date(2026, 6, 4), now=EVENING + HOUR)
    away = until - (EVENING + HOUR)
    assert due(table).due_at == EVENING + 7 * DAY + away
    play.settle_match(code=table.code, now=EVENING + DAY)
    assert due(table).due_at == EVENING + 7 * DAY + away, "once"
    availability_service.come_back(player=player.pk, now=EVENING + DAY)
    assert due(table).due_at == EVENING + 8 * DAY - HOUR


def test_a_vacation_holds_the_time_bank_that_was_being_spent(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat, player = table.ask.seat, whose(table, ada, ben)
    until = availability_service.go_on_vacation(player=player.pk, until=date(2026, 6, 4), now=EVENING + 2 * HOUR)
    assert (due(table).due_at, due(table).lapses_at) == (EVENING + HOUR, until + HOUR)
    availability_service.come_back(player=player.pk, now=EVENING + DAY)
    assert (due(table).due_at, due(table).lapses_at) == (EVENING + HOUR, EVENING + DAY + HOUR)
    table.now = EVENING + DAY + HOUR / 2
    table.lay()
    assert table.chair(seat).time_bank == 7200 - 5400 + 600


def test_the_time_left_after_a_vacation_has_no_nights_in_it(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 22, 6)
    table = new_match(ada, ben, pace={"turn": 4 * 3600, "matchman": 3600}, now=EVENING)
    player = whose(table, ada, ben)
    until = availability_service.go_on_vacation(player=player.pk, until=date(2026, 6, 4), now=EVENING + HOUR)
    assert due(table).due_at == until + timedelta(hours=6 + 3), "they wake at six and have three hours"
    availability_service.come_back(player=player.pk, now=EVENING + DAY)
    assert due(table).due_at == EVENING + DAY + timedelta(hours=2 + 8 + 1)


@pytest.mark.parametrize("hours", [0.5, 1.5, 3, 11, 25, 100])
def test_time_awake_is_what_advance_advances_by(hours: float) -> None:
    quiet = availability.QuietHours(22 * 60, 6 * 60, zone="Europe/Berlin")
    away = ((EVENING + 20 * HOUR, EVENING + 70 * HOUR), (EVENING + 70 * HOUR, EVENING + 80 * HOUR))
    for start in (EVENING, EVENING + 3 * HOUR, EVENING + 30 * HOUR, datetime(2026, 10, 24, 23, tzinfo=UTC)):
        until = availability.advance_while_awake(quiet, away, start, hours * 3600)
        assert availability.compute_time_awake(quiet, away, start, until) == timedelta(hours=hours)


# -- proposals -----------------------------------------------------------------------------


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return new_match(ada, ben, cleo, pace=DAILY)


def agree(table: MatchDriver, *seats: int, what: Any = "pause", about: int = 0) -> list[bool]:
    return [
        proposals.agree_to_proposal(code=table.code, seat=Seat(s), what=what, about=about, now=table.now) for s in seats
    ]


def test_who_takes_a_seat_over_has_agreed_to_nothing(table: MatchDriver, dora: Any) -> None:
    agree(table, 1, 0, about=3)
    seats.replace_player(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    assert agree(table, 2, about=3) == [False]
    assert [one.wait_for for one in table.look(dora).proposals] == [("dora",)]


def test_what_only_somebody_who_left_proposed_is_off_the_table(table: MatchDriver) -> None:
    agree(table, 1, about=3)
    seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    assert table.match.proposals == []


def test_consent_to_end_one_pause_does_not_end_the_next(table: MatchDriver) -> None:
    agree(table, 0, 1, 2, about=1)
    agree(table, 0, 1, what="resume")
    table.now += DAY
    assert organiser.resume_due(now=table.now) == 1
    assert table.match.proposals == []
    agree(table, 0, 1, 2, about=9)
    assert agree(table, 2, what="resume") == [False]


def test_consent_to_a_substitute_ends_when_they_are_back(table: MatchDriver) -> None:
    Chair.objects.filter(index=1).update(autopilot=True, absent_at=table.now - DAY)
    agree(table, 0, what="substitute", about=1)
    seats.reclaim_seat(code=table.code, seat=Seat(1), now=table.now)
    assert table.match.proposals == []


def test_what_all_who_are_still_there_agreed_on_can_be_done(table: MatchDriver, ada: Any) -> None:
    agree(table, 0, 1, about=3)
    seats.resign_seat(code=table.code, seat=Seat(2), now=table.now)
    client = Client()
    client.force_login(ada)
    address = f"/m/{table.code}/agree/"
    assert address in client.get(f"/m/{table.code}/").content.decode()
    assert 'value="yes"' in client.get(address).content.decode()
    client.post(address, {"what": "pause", "about": "3", "say": "yes"})
    assert table.match.status == Match.Status.PAUSED


def test_a_proposal_without_a_number_is_one_whatever_number_is_sent(table: MatchDriver) -> None:
    agree(table, 0, what="live", about=5)
    agree(table, 0, what="live", about=6)
    assert [(one["what"], one["about"]) for one in table.match.proposals] == [("live", 0)]


def test_nothing_is_proposed_any_more_when_the_match_is_over(table: MatchDriver) -> None:
    agree(table, 0, about=3)
    organiser.end_match(code=table.code, now=table.now)
    assert table.match.proposals == []


def test_a_match_that_cannot_go_on_after_its_pause_stops_no_other(ada: Any, ben: Any) -> None:
    broken, sound = (new_match(ada, ben, pace=DAILY) for _ in range(2))
    for each in (broken, sound):
        agree(each, 0, 1, about=1)
    Match.objects.filter(code=broken.code).update(pace={"turn": "soon"}, resumes_at=broken.now)
    Question.objects.filter(match__code=broken.code).delete()
    assert organiser.resume_due(now=broken.now + DAY) == 1
    assert (broken.match.status, sound.match.status) == (Match.Status.PAUSED, Match.Status.PLAYING)
    assert organiser.resume_due(now=broken.now + DAY + SECOND) == 0, "it is left alone for a while"


def test_the_house_is_asked_as_long_as_people_are(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=reserved("bombe"), fixed_windows=True, now=EVENING)
    until = availability_service.go_on_vacation(player=ben.pk, until=date(2026, 6, 4), now=EVENING)
    assert table.match.wake_at == until + HOUR
    assert set(Question.objects.values_list("lapses_at", flat=True)) == {until + HOUR}
    assert Question.objects.filter(seat=HOUSE).exists()
