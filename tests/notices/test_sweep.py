"""Tests of e-mails about questions: sent once, never too late, and never when outdated."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import gettext

from apps.common.ordinals import format_ordinal
from apps.matches.models import Chair, Match, Question, QuietHoursRow, Vacation
from apps.matches.services import organiser, play
from apps.matches.store import presence
from apps.notices import wording
from apps.notices.batching import MAX_PRESENCE
from apps.notices.models import Delivery, Kind, Notice
from apps.notices.selectors.preferences import Wish
from apps.notices.services import delivery, preferences, sweep
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, new_match
from tests.notices.conftest import mails, tell

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
DAILY = {"turn": 86400, "matchman": 43200}
WITH_BEN = {"game": "Fuse", "people": "ben"}
TURN, CALL, OVER, AWAY = (each % WITH_BEN for each in (wording.TURN, wording.CALL, wording.OVER, wording.BOT_TOOK_OVER))


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    """Return a match in which Ada is asked first and has a day."""
    return next(t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)


@pytest.fixture
def only(table: MatchDriver) -> MatchDriver:
    """Return the same match, with no others on the site."""
    Match.objects.exclude(code=table.code).delete()
    return table


def test_whose_turn_it_is_gets_one_mail_and_nobody_else_does(only: MatchDriver, ada: Any) -> None:
    for after in (1, 50, 60, 70, 3600):
        tell(NOW + after * SECOND)
    assert [mail.to for mail in mails()] == [ada.email]
    assert mails()[0].subject == "Your turn: Fuse with ben"
    assert f"https://fuse.example.org/m/{only.code}/" in mails()[0].text


def test_who_answers_at_once_is_not_told(only: MatchDriver, ada: Any) -> None:
    tell(NOW + SECOND)
    only.lay()
    tell(NOW + 10 * MINUTE)
    assert not mails(ada)


def test_a_question_answered_while_its_mail_waits_to_go_out_is_not_told(only: MatchDriver, ada: Any) -> None:
    sweep.post_new_notices(now=NOW)
    sweep.put_together(now=NOW + MINUTE)
    assert Delivery.objects.get().state == "waiting"
    only.lay()
    delivery.deliver_due_messages(now=NOW + 2 * MINUTE)
    assert Delivery.objects.get().state == "void"
    assert not mails(ada)


@pytest.mark.slow
def test_a_thousand_decisions_within_a_minute_are_one_mail(ada: Any, ben: Any) -> None:
    first = new_match(ada, ben)
    match = first.match
    Match.objects.bulk_create(
        Match(code=f"m{n}", game="fuse", setup=match.setup, pace=match.pace, begun_at=NOW, commitment=match.commitment)
        for n in range(1000)
    )
    made = list(Match.objects.filter(code__startswith="m").exclude(pk=match.pk))
    Chair.objects.bulk_create(
        Chair(match=each, index=i, player=player) for each in made for i, player in enumerate((ada, ben))
    )

    def decide(second: int) -> list[Question]:
        now = NOW + second * SECOND
        asked = {"key": "turn:1", "about": "turn", "opened_at": now, "due_at": now + DAY, "lapses_at": now + DAY}
        return [Question(match=each, seat=0, answered=False, duty=True, **asked) for each in made[second::60]]

    for second in range(60):
        Question.objects.bulk_create(decide(second))
        if second % 6 == 0:
            tell(NOW + second * SECOND)
    for minute in range(1, 10):
        tell(NOW + minute * MINUTE)
    tell(NOW + 12 * MINUTE)
    tell(NOW + 30 * MINUTE)
    assert len(mails(ada)) == 1, "and after the pause, none of it is told again"
    assert mails(ada)[0].text.count("Your turn:") >= 1000
    assert Delivery.objects.filter(player=ada).count() == 1
    Question.objects.filter(match=made[0]).update(key="turn:2", opened_at=NOW + 31 * MINUTE)
    tell(NOW + 32 * MINUTE)
    assert len(mails(ada)) == 2
    assert mails(ada)[1].text.count("Your turn:") == 1, "what is new is told alone"


def test_the_last_call_comes_once_when_most_of_the_time_has_passed(only: MatchDriver, ada: Any) -> None:
    tell(NOW + MINUTE)
    tell(NOW + 0.79 * DAY)
    assert len(mails(ada)) == 1
    tell(NOW + 0.81 * DAY)
    tell(NOW + 0.9 * DAY)
    assert [mail.subject for mail in mails(ada)][1:] == [CALL]


def test_the_last_call_follows_a_deadline_that_was_moved(only: MatchDriver, ada: Any) -> None:
    tell(NOW + MINUTE)
    Question.objects.filter(seat=0).update(due_at=NOW + 2 * DAY, lapses_at=NOW + 2 * DAY)
    tell(NOW + 0.81 * DAY)
    assert len(mails(ada)) == 1
    tell(NOW + 1.61 * DAY)
    assert len(mails(ada)) == 2


def test_no_last_call_for_who_has_answered(only: MatchDriver, ada: Any, ben: Any) -> None:
    only.lay()
    tell(NOW + 0.81 * DAY)
    assert not mails(ada)
    assert len(mails(ben)) == 1


def test_bots_and_seats_they_play_for_are_not_told_whose_turn_it_is(only: MatchDriver, ada: Any) -> None:
    Chair.objects.filter(player=ada).update(autopilot=True)
    tell(NOW + MINUTE)
    tell(NOW + 4 * MINUTE)
    assert [mail.subject for mail in mails(ada)] == [AWAY]


def test_a_paused_match_calls_nobody_and_tells_when_it_goes_on(only: MatchDriver, ada: Any) -> None:
    tell(NOW)
    organiser.pause_match(code=only.code, now=NOW + SECOND)
    for hours in range(24):
        tell(NOW + hours * HOUR + MINUTE)
    assert not mails(ada)
    organiser.resume_match(code=only.code, now=NOW + DAY)
    tell(NOW + DAY + 6 * MINUTE)
    tell(NOW + DAY + 7 * MINUTE)
    assert [mail.subject for mail in mails(ada)] == ["Your turn: Fuse with ben"]


def test_the_last_call_comes_after_a_pause_too(only: MatchDriver, ada: Any) -> None:
    tell(NOW + MINUTE)
    organiser.pause_match(code=only.code, now=NOW + HOUR)
    tell(NOW + 0.9 * DAY)
    organiser.resume_match(code=only.code, now=NOW + DAY)
    for hours in range(24, 46):
        tell(NOW + hours * HOUR + MINUTE)
    assert [mail.subject for mail in mails(ada)] == [TURN, CALL]


def test_the_match_that_is_open_is_silent_and_only_that_one(ada: Any, ben: Any, only: MatchDriver) -> None:
    presence.mark_viewing(player=ada.pk, code=only.code)
    tell(NOW + MINUTE)
    assert not mails(ada)
    other = next(t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code__in=[only.code, other.code]).delete()
    tell(NOW + 3 * MINUTE)
    assert len(mails(ada)) == 1
    assert other.code in mails(ada)[0].text
    assert only.code not in mails(ada)[0].text


def test_a_page_that_stays_open_without_an_answer_is_no_person(only: MatchDriver, ada: Any) -> None:
    presence.mark_viewing(player=ada.pk, code=only.code)
    tell(NOW + MINUTE)
    tell(NOW + MAX_PRESENCE + MINUTE)
    assert len(mails(ada)) == 1


def test_nobody_is_woken_and_all_is_told_when_they_wake(only: MatchDriver, ada: Any) -> None:
    ada.time_zone = "Europe/Berlin"
    ada.save()
    QuietHoursRow.objects.create(player=ada, begins=23 * 60, ends=7 * 60)  # NOW is one o'clock at night there.
    tell(NOW + MINUTE)
    tell(NOW + 5 * HOUR + 59 * MINUTE)
    assert not mails(ada)
    tell(NOW + 6 * HOUR + SECOND)
    assert len(mails(ada)) == 1


def two_matches(ada: Any, ben: Any) -> tuple[MatchDriver, MatchDriver]:
    """Return a match that waits for vacations and one that doesn't, as in most tournaments. Ada is asked in both."""
    waits, runs = [t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0][:2]
    Match.objects.exclude(code__in=[waits.code, runs.code]).delete()
    Match.objects.filter(code=runs.code).update(vacations=False)
    return waits, runs


def test_on_vacation_one_is_told_of_the_matches_that_do_not_wait_and_of_the_others_afterwards(
    ada: Any, ben: Any
) -> None:
    waits, runs = two_matches(ada, ben)
    Vacation.objects.create(player=ada, begins_at=NOW - DAY, ends_at=NOW + 5 * DAY)
    Question.objects.filter(match__code=waits.code).update(due_at=NOW + 6 * DAY, lapses_at=NOW + 6 * DAY)
    for hours in range(24):
        tell(NOW + hours * HOUR + MINUTE)
    assert [mail.subject for mail in mails(ada)] == [TURN, CALL]
    assert all(runs.code in mail.text and waits.code not in mail.text for mail in mails(ada))
    Chair.objects.filter(match__code=runs.code, player=ada).update(autopilot=True, absent_at=NOW + DAY)
    tell(NOW + DAY + MINUTE)
    assert mails(ada)[2].subject == AWAY
    tell(NOW + 5 * DAY + MINUTE)
    assert len(mails(ada)) == 4
    assert waits.code in mails(ada)[3].text


def test_a_match_too_quick_for_rest_tells_people_on_vacation(ada: Any, ben: Any) -> None:
    quick, runs = two_matches(ada, ben)
    Match.objects.filter(code=quick.code).update(pace={"turn": 1800, "matchman": 600})
    Match.objects.filter(code=runs.code).delete()
    Vacation.objects.create(player=ada, begins_at=NOW - DAY, ends_at=NOW + 5 * DAY)
    tell(NOW + MINUTE)
    assert len(mails(ada)) == 1


def test_whoever_sleeps_on_vacation_is_told_in_the_morning_of_what_does_not_wait(ada: Any, ben: Any) -> None:
    waits, runs = two_matches(ada, ben)
    ada.time_zone = "Europe/Berlin"
    ada.save()
    QuietHoursRow.objects.create(player=ada, begins=23 * 60, ends=7 * 60)  # NOW is one o'clock at night there.
    Vacation.objects.create(player=ada, begins_at=NOW - DAY, ends_at=NOW + 5 * DAY)
    tell(NOW + MINUTE)
    tell(NOW + 5 * HOUR + 59 * MINUTE)
    assert not mails(ada)
    tell(NOW + 6 * HOUR + SECOND)
    (mail,) = mails(ada)
    assert runs.code in mail.text
    assert waits.code not in mail.text


def test_with_a_digest_a_last_call_comes_in_time_and_the_rest_at_the_hour(only: MatchDriver, ada: Any) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish(digest=22))
    due = NOW + 10 * HOUR
    Question.objects.filter(seat=0).update(due_at=due, lapses_at=due)
    for hour in range(8):
        tell(NOW + hour * HOUR + MINUTE)
    assert not mails(ada)
    tell(NOW + 8 * HOUR + MINUTE)
    tell(NOW + 9 * HOUR)
    assert [mail.subject for mail in mails(ada)] == [CALL]
    for hour in range(10, 24):
        tell(NOW + hour * HOUR + MINUTE)
    assert len(mails(ada)) == 2, "and what waits is told at ten"


def test_a_digest_is_one_mail_a_day_while_something_waits(ada: Any, ben: Any) -> None:
    pace = {"turn": 10 * 86400, "matchman": 43200}
    table = next(t for t in (new_match(ada, ben, seed=n, pace=pace) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code=table.code).delete()
    preferences.save_wish(player=ada.pk, wish=Wish(digest=18))
    for hour in range(70):
        tell(NOW + hour * HOUR + MINUTE)
    assert len(mails(ada)) == 3, "at 18:00 of three days"
    table.lay()
    for hour in range(70, 95):
        tell(NOW + hour * HOUR + MINUTE)
    assert len(mails(ada)) == 3


def test_who_does_not_want_mail_gets_none(only: MatchDriver, ada: Any) -> None:
    preferences.no_mail(player=ada.pk)
    tell(NOW + MINUTE)
    tell(NOW + 0.9 * DAY)
    assert not mails(ada)
    assert not Delivery.objects.exists()


def test_mail_goes_only_to_an_address_that_was_confirmed(only: MatchDriver, ada: Any, ben: Any, settings: Any) -> None:
    settings.HOSTED = True
    only.lay()
    tell(NOW + 10 * MINUTE)
    assert not mails(ben), "ben never confirmed his"


def test_a_finished_match_is_told_with_the_place(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, short_fuse=True).finish()
    preferences.save_wish(player=ada.pk, wish=Wish(mail=("over",)))
    tell(table.now + MINUTE)
    tell(table.now + 10 * MINUTE)
    assert [mail.subject for mail in mails(ada)] == [OVER]
    place = format_ordinal(table.outcome["places"][0])
    assert gettext("You finished %(place)s of %(seats)s.") % {"place": place, "seats": 2} in mails(ada)[0].text


def test_mails_speak_the_language_and_the_time_of_who_reads(only: MatchDriver, ada: Any) -> None:
    ada.time_zone, ada.language = "Asia/Tokyo", "de"
    ada.save()
    tell(NOW + MINUTE)
    assert "Du hast Zeit bis Fr, 2. Jan, 09:00 JST." in mails(ada)[0].text
    assert "Asia/Tokyo" in mails(ada)[0].text


def test_posting_twice_is_posting_once(only: MatchDriver, ada: Any) -> None:
    for _ in range(3):
        sweep.post_new_notices(now=NOW, all_of_it=True)
    assert Notice.objects.filter(player=ada, kind=Kind.TURN).count() == 1


def test_what_is_settled_is_not_looked_at_again(only: MatchDriver, ada: Any) -> None:
    tell(NOW + MINUTE)
    only.lay()
    tell(NOW + 2 * DAY)
    tell(NOW + 2 * DAY + MINUTE)
    assert not Notice.objects.filter(player=ada, owed__gt=0, key=f"{only.code}:turn:1").exists()
    play.settle_match(code=only.code, now=NOW)
