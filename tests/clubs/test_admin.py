"""Moderators see clubs, close them, and settle what is reported there."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.accounts.models import Player
from apps.clubs.models import Club, Message, Report
from apps.clubs.services import messages, reports
from apps.talk.models import Silence
from tests.factories.clubs import NOW
from tests.factories.people import browser, staff

pytestmark = pytest.mark.django_db
CLUBS, REPORTS = "/admin/clubs/club/", "/admin/clubs/report/"
ALL = f"{REPORTS}?verdict=all"


def act(client: Client, path: str, action: str, *rows: Any) -> str:
    typed = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(path, typed, follow=True).content.decode()


@pytest.fixture
def report(owls: Club, ada: Player, ben: Player) -> Report:
    for number in range(3):
        cache.clear()
        said = messages.say(code=owls.code, player=ben, text=f"Buy {number}!", now=NOW)
    reports.report(message=said, reporter=ada.pk, reason="spam", about="", now=NOW)
    return Report.objects.get()


def test_a_moderator_closes_a_club_once(organiser: Client, owls: Club) -> None:
    assert "Night Owls" in organiser.get(CLUBS).content.decode()
    page = organiser.get(f"{CLUBS}{owls.pk}/change/").content.decode()
    assert "ben" in page
    assert owls.token not in page
    assert "Closed." in act(organiser, CLUBS, "close", owls)
    owls.refresh_from_db()
    assert owls.closed_at is not None
    assert "This club is closed." in act(organiser, CLUBS, "close", owls)


def test_who_may_only_look_closes_nothing(owls: Club) -> None:
    looks = browser(staff("looks", "view_club"))
    assert "Night Owls" in looks.get(CLUBS).content.decode()
    act(looks, CLUBS, "close", owls)
    owls.refresh_from_db()
    assert owls.closed_at is None


def test_a_report_stands_among_what_was_said_around_it(organiser: Client, report: Report) -> None:
    assert "Buy 2!" in organiser.get(REPORTS).content.decode()
    page = organiser.get(f"{REPORTS}{report.pk}/change/").content.decode()
    assert "<strong>Buy 2!</strong>" in page
    assert "Buy 0!" in page


@pytest.mark.parametrize(
    ("action", "verdict", "hidden", "silenced"),
    [("hide", "hidden", True, 0), ("silence_week", "silenced", True, 1), ("dismiss", "dismissed", False, 0)],
)
def test_it_is_settled_once(
    organiser: Client, report: Report, ben: Player, action: str, verdict: str, hidden: bool, silenced: int
) -> None:
    act(organiser, REPORTS, action, report)
    report.refresh_from_db()
    assert report.verdict == verdict
    assert (Message.objects.get(pk=report.message_id).hidden_at is not None) == hidden
    assert Silence.objects.filter(player=ben).count() == silenced
    assert "Buy 2!" not in organiser.get(REPORTS).content.decode(), "the queue is of open ones"
    assert "Somebody settled this report already." in act(organiser, ALL, "hide", report)


def test_nobody_is_silenced_who_left(organiser: Client, report: Report, ben: Player) -> None:
    ben.delete()
    assert "Its author has left the house" in act(organiser, REPORTS, "silence_day", report)
    report.refresh_from_db()
    assert report.verdict == "open"
