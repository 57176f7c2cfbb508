"""Moderators see clubs and close them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from apps.clubs.models import Club
from tests.factories.people import browser, staff

pytestmark = pytest.mark.django_db
CLUBS = "/admin/clubs/club/"


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
