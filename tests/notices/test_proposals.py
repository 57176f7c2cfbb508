"""Tests that a proposal reaches the other players anywhere, once, while it needs their answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import gettext, gettext_noop

from apps.accounts.services import relations
from apps.kernel.table import Seat
from apps.matches.models import Chair, Match, Question
from apps.matches.services import organiser, proposals, seats
from apps.notices import wording
from apps.notices.models import Delivery, Kind, Notice
from apps.notices.services import delivery, sweep
from tests.factories.matches import NOW, SECOND, MatchDriver, new_match
from tests.notices.conftest import mails, tell

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
DAILY = {"turn": 86400, "matchman": 43200}


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    """Return a match of three without turn notifications, so that all e-mails are about proposals."""
    dealt = new_match(ada, ben, cleo, pace=DAILY)
    Question.objects.update(opened_at=NOW + 20 * DAY, due_at=NOW + 30 * DAY, lapses_at=NOW + 30 * DAY)
    return dealt


def propose(table: MatchDriver, *seats: int, what: Any = "pause", about: int = 0, now: Any = NOW) -> None:
    for seat in seats:
        proposals.agree_to_proposal(code=table.code, seat=Seat(seat), what=what, about=about, now=now)


def decline(table: MatchDriver, seat: int, *, now: Any = NOW) -> None:
    proposals.decline_proposal(code=table.code, seat=Seat(seat), what="pause", about=3, now=now)


def heard(*players: Any) -> list[list[str]]:
    return [[mail.subject for mail in mails(player)] for player in players]


def proposed(by: str, what: str = "pause") -> str:
    return wording.PROPOSED[what] % {"by": by, "game": "Fuse"}


def test_a_proposal_is_told_once_to_everybody_else(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    propose(table, 0, about=3)
    for minutes in (1, 10, 60, 600):
        tell(NOW + minutes * MINUTE)
    assert heard(ada, ben, cleo) == [[], *[[proposed("ada")]] * 2]
    assert gettext("Pause length (days): %(days)s.") % {"days": 3} in mails(ben)[0].text
    assert f"https://fuse.example.org/m/{table.code}/" in mails(ben)[0].text


def test_who_has_agreed_already_and_bots_and_the_absent_are_not_asked(table: MatchDriver, ben: Any, cleo: Any) -> None:
    seats.resign_seat(code=table.code, seat=Seat(2), now=NOW)
    propose(table, 0, about=3)
    Chair.objects.filter(match__code=table.code, player=ben).update(autopilot=True)
    sweep.post_new_notices(now=NOW, all_of_it=True)
    assert not Notice.objects.filter(kind=Kind.NUDGE).exists()


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("pause", gettext_noop("%(by)s proposes pausing %(game)s")),
        ("live", gettext_noop("%(by)s proposes playing %(game)s at Live pace from now on")),
        ("substitute", gettext_noop("%(by)s proposes finding a substitute in %(game)s")),
    ],
)
def test_whatever_is_proposed_has_its_sentence(table: MatchDriver, ben: Any, what: str, sentence: str) -> None:
    Chair.objects.filter(match__code=table.code, index=2).update(autopilot=True, absent_at=NOW - 2 * DAY)
    propose(table, 0, what=what, about=2)
    tell(NOW + MINUTE)
    (mail,) = mails(ben)
    assert mail.subject == sentence % {"by": "ada", "game": "Fuse"}
    whose = gettext("The substitute would take over %(whose)s’s seat.") % {"whose": "cleo"}
    assert (whose in mail.text) == (what == "substitute")


def test_going_on_is_proposed_in_a_match_that_is_paused(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    propose(table, 0, 1, 2, about=3)
    assert table.match.status == Match.Status.PAUSED
    propose(table, 1, what="resume", now=NOW + MINUTE)
    tell(NOW + 2 * MINUTE)
    assert heard(ada, ben, cleo) == [[proposed("ben", "resume")], [], [proposed("ben", "resume")]]


def test_what_was_taken_back_settled_or_agreed_to_is_not_told(
    table: MatchDriver, ada: Any, ben: Any, cleo: Any
) -> None:
    propose(table, 0, about=3)
    sweep.post_new_notices(now=NOW, all_of_it=True)
    propose(table, 1, about=3)
    sweep.put_together(now=NOW + MINUTE)
    assert list(Delivery.objects.values_list("player", flat=True)) == [cleo.pk]
    decline(table, 0)
    delivery.deliver_due_messages(now=NOW + MINUTE)
    assert Delivery.objects.get().state == "void"
    assert heard(ada, ben, cleo) == [[], [], []]


def test_the_same_another_day_is_another_proposal_and_on_the_same_day_it_is_not(table: MatchDriver, ben: Any) -> None:
    for after in (timedelta(), 10 * MINUTE, 3 * DAY):
        propose(table, 0, about=3, now=NOW + after)
        tell(NOW + after + 4 * MINUTE)
        decline(table, 0, now=NOW + after + 5 * MINUTE)
    assert len(mails(ben)) == 2


def test_a_counter_proposal_goes_to_who_proposed_first(table: MatchDriver, ada: Any, ben: Any) -> None:
    propose(table, 0, about=3)
    propose(table, 1, about=4)
    tell(NOW + MINUTE)
    assert heard(ada, ben) == [[proposed("ben")], [proposed("ada")]]


def test_nothing_comes_from_people_one_is_kept_apart_from(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    propose(table, 0, about=3)
    relations.block_player(owner=ben, other=ada, now=NOW)
    tell(NOW + MINUTE)
    assert heard(ben, cleo) == [[], [proposed("ada")]]


def test_when_the_match_is_over_nothing_is_proposed(table: MatchDriver, ben: Any) -> None:
    propose(table, 0, about=3)
    sweep.post_new_notices(now=NOW, all_of_it=True)
    organiser.end_match(code=table.code, now=NOW + SECOND)
    sweep.put_together(now=NOW + MINUTE)
    assert not Delivery.objects.exists()
