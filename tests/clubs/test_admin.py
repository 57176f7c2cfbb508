"""Tests that moderators see clubs, close them, and find reports from them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.clubs.services import messages
from apps.talk.models import PostReport
from apps.talk.services import post_reports
from tests.factories.clubs import NOW
from tests.factories.people import browser, staff

pytestmark = pytest.mark.django_db
CLUBS, REPORTS = "/admin/clubs/club/", "/admin/talk/postreport/"


def act(client: Client, path: str, action: str, *rows: Any) -> str:
    typed = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(path, typed, follow=True).content.decode()


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


def test_what_is_reported_in_a_club_waits_in_the_queue_of_posts_under_its_name(
    organiser: Client, owls: Club, ada: Player, ben: Player
) -> None:
    said = messages.add_post(code=owls.code, player=ben, text="Buy!", now=NOW)
    post_reports.report_post(post=said, reporter=ada.pk, reason="spam", about="", now=NOW)
    pk = PostReport.objects.get().pk
    assert "Buy!" in organiser.get(f"{REPORTS}?q=Night+Owls").content.decode()
    assert "Buy!" not in organiser.get(f"{REPORTS}?q=Day+Owls").content.decode()
    assert "<p>Night Owls</p>" in organiser.get(f"{REPORTS}{pk}/change/").content.decode()
