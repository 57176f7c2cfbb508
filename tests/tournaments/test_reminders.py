"""Tests that entrants are reminded once on the day before, and organisers notified if there aren't enough entrants."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts.models import Player
from apps.notices.models import Notice
from apps.notices.wording import Words, build_notice_line
from apps.tournaments.models import Organiser, Tournament
from apps.tournaments.services import entries, lifecycle, notify, reminders, scheduler
from tests.factories.people import staff
from tests.factories.tournaments import NOON, bots, told, tournament

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
EVE = NOON - DAY
EARLY = EVE - timedelta(hours=1)


def came(cup: Tournament, *who: Player, at: datetime = EARLY) -> None:
    for one in who:
        entries.register_player(code=cup.code, player=one, now=at)


def looked(*moments: datetime) -> None:
    for now in moments:
        scheduler.advance_tournaments(now=now)


def words(player: Player, key: str) -> Words:
    return msgspec.convert(Notice.objects.get(player=player, key__contains=f":{key}:").words, Words)


def test_who_takes_part_is_reminded_a_day_before_and_once(ada: Player, ben: Player) -> None:
    cup = tournament()
    bots(cup, 1)
    came(cup, ada, ben)
    looked(EARLY, EVE - MINUTE)
    assert told(ada, notify.SOON) == []
    looked(EVE, EVE + MINUTE, NOON - MINUTE)
    for one in (ada, ben):
        assert told(one, notify.SOON) == [notify.SOON]
    kept = words(ada, "soon")
    assert kept.path == cup.get_absolute_url()
    assert build_notice_line(kept).title == notify.SOON % {"tournament": "Spring Cup"}
    assert build_notice_line(kept).due_at == NOON
    looked(NOON, NOON + MINUTE)
    assert told(ada, notify.SOON) == [notify.SOON]


def test_who_waits_left_or_came_within_the_last_day_is_not(ada: Player, ben: Player, cleo: Player, player: Any) -> None:
    cup = tournament(most=3)
    late, waits = player("late"), player("waits")
    came(cup, ada, ben)
    came(cup, late, at=EVE)
    came(cup, waits)
    cup.entries.filter(player=ben).update(state="out")
    looked(EVE + MINUTE)
    assert told(ada, notify.SOON) == [notify.SOON]
    for other in (ben, cleo, late, waits):
        assert told(other, notify.SOON) == []


def test_a_house_that_was_closed_reminds_late_and_not_after_the_beginning(ada: Player, ben: Player) -> None:
    cup, begun = tournament(), tournament(name="Begun", starts_at=NOON - 2 * DAY)
    came(cup, ada)
    came(begun, ben, at=NOON - 4 * DAY)
    looked(NOON - 60 * MINUTE)
    assert told(ada, notify.SOON) == [notify.SOON]
    assert told(ben, notify.SOON) == []


@pytest.mark.parametrize("status", ["draft", "running", "paused", "over", "cancelled"])
def test_only_what_is_still_to_begin_is_reminded_of(ada: Player, status: str) -> None:
    cup = tournament()
    came(cup, ada)
    Tournament.objects.filter(pk=cup.pk).update(status=status)
    cup.refresh_from_db()
    for now in (EVE, EVE + MINUTE):
        scheduler.advance_tournaments(now=now)
    assert told(ada, notify.SOON) == []


def test_where_organisers_begin_it_nobody_is_promised_that_it_does(ada: Player, ben: Player) -> None:
    cup = tournament(by_itself=False, by=ben)
    came(cup, ada)
    looked(EVE)
    assert told(ada, notify.SOON) == []
    assert told(ben, notify.FEW) == [notify.FEW]
    assert build_notice_line(words(ben, "few")).text == notify.FEW_WAITS % {"time": "Mon 2 Mar, 12:00 UTC"}


def test_a_start_that_was_moved_is_reminded_of_anew(ada: Player) -> None:
    cup = tournament()
    came(cup, ada)
    looked(EVE)
    for days, count in ((3, 2), (5, 3), (3, 3)):
        start = NOON + days * DAY
        lifecycle.update_settings(code=cup.code, values={"starts_at": start}, by=None, now=EVE)
        looked(EVE + MINUTE)
        looked(start - DAY - MINUTE, start - DAY, start - DAY + MINUTE)
        assert len(told(ada, notify.SOON)) == count, "who was told of a start once is told of it never again"


def test_a_start_that_was_moved_into_the_next_hours_is_told_at_once(ada: Player) -> None:
    cup = tournament(starts_at=NOON + 9 * DAY)
    came(cup, ada)
    looked(EVE)
    assert told(ada, notify.SOON) == []
    lifecycle.update_settings(code=cup.code, values={"starts_at": NOON}, by=None, now=EVE + MINUTE)
    looked(EVE + 2 * MINUTE, EVE + 3 * MINUTE)
    assert told(ada, notify.SOON) == [notify.SOON]


def test_organisers_are_told_once_if_too_few_have_come(ada: Player, ben: Player) -> None:
    cup = tournament(by=ben, least=4)
    desk = staff("olga")
    Organiser.objects.create(tournament=cup, player=desk)
    came(cup, ada, ben)
    bots(cup, 1)
    looked(EVE - MINUTE)
    assert told(ben, notify.FEW) == []
    looked(EVE, EVE + MINUTE)
    assert told(ben, notify.FEW, notify.SOON) == [notify.SOON, notify.FEW]
    kept = words(ben, "few")
    assert build_notice_line(kept).title == notify.FEW % {"tournament": "Spring Cup", "count": 3, "least": 4}
    assert build_notice_line(kept).text == notify.FEW_CALLED_OFF % {"time": "Mon 2 Mar, 12:00 UTC"}
    assert kept.path == cup.get_absolute_url()
    assert words(desk, "few").path == reverse("admin:tournaments_tournament_desk", args=[cup.pk])
    assert told(ada, notify.FEW) == []


def test_they_are_not_if_enough_have_come_or_it_was_made_within_the_last_day(ada: Player, ben: Player) -> None:
    full, fresh = tournament(by=ada), tournament(by=ben, name="Fresh")
    bots(full, 3)
    Tournament.objects.filter(pk=fresh.pk).update(created_at=EVE)
    looked(EVE, EVE + MINUTE)
    assert told(ada, notify.FEW) == told(ben, notify.FEW) == []


def test_who_did_not_get_through_is_reminded_by_the_next_look(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tournament()
    came(cup, ada)
    with monkeypatch.context() as broken:
        broken.setattr(reminders.notify, "notify_players", lambda *_args, **_more: 1 / 0)
        looked(EVE)
    cup.refresh_from_db()
    assert cup.reminded_for is None, "what was not told was not noted"
    looked(EVE + MINUTE, EVE + 2 * MINUTE)
    assert told(ada, notify.SOON) == [notify.SOON]


def test_a_look_takes_no_tournament_in_hand_that_was_reminded_of_or_is_far_away(ada: Player) -> None:
    def asked(now: datetime) -> int:
        with CaptureQueriesContext(connection) as queries:
            scheduler.advance_tournaments(now=now)
        return len(queries)

    nothing = asked(EVE)
    for number in range(5):
        came(tournament(name=f"Soon {number}"), ada)
        tournament(name=f"Later {number}", starts_at=NOON + 3 * DAY)
    assert asked(EVE) > nothing
    assert asked(EVE + MINUTE) == nothing


def test_what_a_look_asks_for_is_found_by_an_index() -> None:
    due = reminders.build_due_filter(now=NOON)
    plan = Tournament.objects.filter(due, status__in=("announced", "open", "closed")).explain()
    if connection.vendor == "sqlite":
        assert "USING INDEX tournament_status (status=? AND starts_at<?)" in plan
