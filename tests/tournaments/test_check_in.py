"""Tests of check-in: on the day before the start, entrants confirm that they'll play, and the others are removed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.common import clocks
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors import cache
from apps.tournaments.services import check_in, entries, lifecycle, notify, scheduler
from tests.factories.tournaments import KNOCKOUT, NOON, bots, log, look, told, tournament

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
EVE = NOON - DAY
EARLY = EVE - HOUR
Browser = Callable[..., Client]
NOT_OPEN = gettext("Check-in isn’t open.")
MISSED = gettext("You missed a match, so you’re out for now.")
TOO_FEW = gettext("The tournament needs at least %(least)d entrants. It has %(count)d so far.")


def not_there(count: int) -> str:
    sentence = ngettext("%(count)d entrant hasn’t checked in.", "%(count)d entrants haven’t checked in.", count)
    return sentence % {"count": count}


def there(count: int) -> str:
    return ngettext("%(count)s has checked in.", "%(count)s have checked in.", count) % {"count": count}


def came(cup: Tournament, *who: Player, at: datetime = EARLY) -> None:
    for one in who:
        entries.register_player(code=cup.code, player=one, now=at)


def said(cup: Tournament, *who: Player, at: datetime = EVE + HOUR) -> None:
    """Let these players be asked and confirm."""
    scheduler.advance_tournaments(now=min(at, EVE))
    for one in who:
        check_in.check_in(code=cup.code, player=one, now=at)


def taking_part(cup: Tournament) -> list[str]:
    rows = Entry.playing(cup).filter(player__isnull=False).order_by("number")
    return list(rows.values_list("player__username", flat=True))


def test_who_has_not_checked_in_is_taken_out_when_it_begins(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(check_in=True)
    bots(cup, 2)
    came(cup, ada, ben, cleo)
    said(cup, ada, cleo)
    look(cup)
    assert cup.status == Tournament.Status.RUNNING
    assert taking_part(cup) == ["ada", "cleo"]
    assert told(ben, notify.DROPPED, notify.STARTED) == [notify.DROPPED]
    assert "absent" in log(cup)


def test_nobody_is_asked_where_it_was_not_agreed(ada: Player, ben: Player) -> None:
    cup = tournament()
    bots(cup, 1)
    came(cup, ada, ben)
    with pytest.raises(TournamentRefused, match=re.escape(NOT_OPEN)):
        said(cup, ada)
    look(cup)
    assert taking_part(cup) == ["ada", "ben"]


def test_who_registers_within_the_last_day_and_bots_need_not_say_it(ada: Player, ben: Player) -> None:
    cup = tournament(check_in=True)
    entries.add_entrant(code=cup.code, player=None, by=None, now=EARLY)
    came(cup, ada, at=EVE)
    came(cup, ben, at=NOON - HOUR)
    look(cup)
    assert taking_part(cup) == ["ada", "ben"]


def test_who_waits_and_has_checked_in_takes_the_place_of_who_has_not(
    ada: Player, ben: Player, cleo: Player, player: Any
) -> None:
    cup = tournament(most=3, check_in=True)
    waits, absent = player("waits"), player("absent")
    came(cup, ada, ben, cleo)
    came(cup, absent)
    came(cup, waits)
    said(cup, ada, cleo, waits)
    look(cup)
    assert taking_part(cup) == ["ada", "cleo", "waits"]
    assert told(waits, notify.MOVED_UP) == [notify.MOVED_UP]
    assert told(absent, notify.DROPPED, notify.MOVED_UP) == [notify.DROPPED]


def test_it_opens_a_day_before_and_ends_with_the_beginning(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("Check-in opens 24 hours before the start."))):
        said(cup, ada, at=EVE - timedelta(seconds=1))
    said(cup, ada, ben, cleo, at=EVE)
    said(cup, ada, at=EVE + HOUR)
    look(cup)
    with pytest.raises(TournamentRefused, match=re.escape(NOT_OPEN)):
        said(cup, ada, at=NOON)


def test_only_who_takes_part_or_waits_can_check_in(ada: Player, ben: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ben)
    entries.leave_tournament(code=cup.code, player=ben, now=EARLY)
    for one in (ada, ben):
        with pytest.raises(TournamentRefused, match=re.escape(gettext("You aren’t taking part."))):
            said(cup, one)


def test_a_start_that_moves_asks_once_more(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo)
    scheduler.advance_tournaments(now=EVE)
    said(cup, ada, ben, cleo)
    later = NOON + 2 * DAY
    lifecycle.update_settings(code=cup.code, values={"starts_at": later}, by=None, now=EVE + 2 * HOUR)
    scheduler.advance_tournaments(now=later - DAY)
    assert told(ada, notify.CHECK_IN) == [notify.CHECK_IN] * 2
    cup.refresh_from_db()
    assert len(check_in.find_absent_entrants(cup)) == 3


def test_who_must_check_in_is_asked_once_and_who_need_not_is_not(ada: Player, ben: Player, player: Any) -> None:
    cup, waits = tournament(most=3, check_in=True), player("waits")
    bots(cup, 1)
    came(cup, ada, ben)
    came(cup, waits)
    for now in (EARLY, EVE, EVE + HOUR):
        scheduler.advance_tournaments(now=now)
    for one in (ada, ben, waits):
        assert told(one, notify.CHECK_IN, notify.SOON) == [notify.CHECK_IN]


def test_who_was_not_asked_in_time_is_not_taken_out(ada: Player, ben: Player, cleo: Player) -> None:
    """Check a server that was down for the whole day, so that its first look is an hour after the start."""
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo)
    look(cup, now=NOON + HOUR)
    assert cup.status == Tournament.Status.RUNNING
    assert taking_part(cup) == ["ada", "ben", "cleo"]


def test_who_was_only_reminded_is_asked_when_check_in_is_agreed_later(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament()
    came(cup, ada, ben, cleo)
    scheduler.advance_tournaments(now=EVE)
    assert told(ada, notify.SOON) == [notify.SOON]
    lifecycle.update_settings(code=cup.code, values={"check_in": True}, by=None, now=EVE + HOUR)
    scheduler.advance_tournaments(now=EVE + HOUR)
    assert told(ada, notify.CHECK_IN) == [notify.CHECK_IN]
    lifecycle.update_settings(code=cup.code, values={"name": "Other"}, by=None, now=EVE + 2 * HOUR)
    scheduler.advance_tournaments(now=EVE + 2 * HOUR)
    assert told(ada, notify.CHECK_IN) == [notify.CHECK_IN]


def test_a_start_that_was_moved_near_takes_nobody_out(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(check_in=True, starts_at=NOON + 5 * DAY)
    came(cup, ada, ben, cleo)
    lifecycle.update_settings(code=cup.code, values={"starts_at": NOON}, by=None, now=NOON - 5 * HOUR)
    scheduler.advance_tournaments(now=NOON - 5 * HOUR)
    assert told(ada, notify.CHECK_IN) == [notify.CHECK_IN]
    look(cup)
    assert taking_part(cup) == ["ada", "ben", "cleo"]


def test_who_came_back_and_then_did_not_come_to_a_table_reads_that(
    ada: Player, ben: Player, cleo: Player, dora: Player, at: Browser
) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo, dora)
    said(cup, ada, ben, cleo)
    look(cup)
    entries.come_back(code=cup.code, player=dora, now=NOON + HOUR)
    Entry.objects.filter(tournament=cup, player=dora).update(state=Entry.State.OUT, missed=True)
    assert MISSED in at(dora).get(cup.get_absolute_url()).content.decode()


def test_who_is_begun_with_early_is_not_taken_out(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo)
    assert lifecycle.start_tournament(code=cup.code, by=None, now=NOON - HOUR) == 3


def test_with_too_few_of_them_there_it_is_called_off_and_nobody_is_told_anything_else(
    ada: Player, ben: Player, cleo: Player
) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo)
    said(cup, ada)
    look(cup)
    assert cup.status == Tournament.Status.CANCELLED
    assert told(ben, notify.DROPPED, notify.CANCELLED) == [notify.CANCELLED]
    assert not_there(2) in cup.acts.get(what="cancelled").words["reason"]


def test_organisers_who_begin_it_themselves_learn_who_is_missing_and_nothing_changes(
    ada: Player, ben: Player, cleo: Player
) -> None:
    cup = tournament(check_in=True, by_itself=False)
    came(cup, ada, ben, cleo)
    said(cup, ada, ben)
    why = f"{TOO_FEW % {'least': 3, 'count': 2}} {not_there(1)}"
    with pytest.raises(TournamentRefused, match=re.escape(why)):
        lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    assert taking_part(cup) == ["ada", "ben", "cleo"]


def test_who_was_taken_out_comes_back_where_newcomers_may(ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo, dora)
    said(cup, ada, ben, cleo)
    look(cup)
    entries.come_back(code=cup.code, player=dora, now=NOON + HOUR)
    assert "dora" in taking_part(cup)


def test_the_page_asks_and_takes_the_answer(ada: Player, ben: Player, at: Browser, monkeypatch: Any) -> None:
    cup = tournament(KNOCKOUT, check_in=True)
    came(cup, ada, ben)
    page, browser = cup.get_absolute_url(), at(ada)
    monkeypatch.setattr(clocks, "now", lambda: EARLY)
    later = gettext("We’ll ask you to check in during the 24 hours before the start.")
    assert later in browser.get(page).content.decode()
    assert b'id="check-in"' not in browser.get(page).content
    monkeypatch.setattr(clocks, "now", lambda: EVE + HOUR)
    assert b'id="check-in"' in browser.get(page).content
    assert there(0) in browser.get(page).content.decode()
    answer = browser.post(f"{page}check-in/", follow=True)
    assert gettext("You’ve checked in.") in answer.content.decode()
    assert b'id="check-in"' not in answer.content
    assert there(1) in at(ben).get(page).content.decode()
    assert Client().post(f"{page}check-in/").status_code == 401


def test_the_page_says_why_somebody_is_out(ada: Player, ben: Player, cleo: Player, dora: Player, at: Browser) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben, cleo, dora)
    said(cup, ada, ben, cleo)
    look(cup)
    page = at(dora).get(cup.get_absolute_url()).content.decode()
    assert gettext("You didn’t check in before the start, so you’re out.") in page
    assert MISSED not in page


def test_a_page_that_is_kept_sees_who_has_checked_in(ada: Player, ben: Player) -> None:
    cup = tournament(check_in=True)
    came(cup, ada, ben)
    marks = []
    for one in (ada, ben):
        said(cup, one)
        marks.append(cache.compute_change_mark(cache.annotate_marks(Tournament.objects.all()).get(pk=cup.pk)))
    assert marks[0] != marks[1]


def test_a_bot_counts_as_nobody_who_has_checked_in(client: Client, ada: Player, ben: Player) -> None:
    now = timezone.now()
    cup = tournament(check_in=True, starts_at=now + HOUR)
    came(cup, ada, ben, at=now - timedelta(days=3))
    bots(cup, 3)
    said(cup, ada, at=now)
    page = " ".join(client.get(cup.get_absolute_url()).content.decode().split())
    assert there(1) in page
    assert page.count('<span class="checked-in">') == 1
