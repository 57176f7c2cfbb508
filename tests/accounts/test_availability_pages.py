"""Tests of a player's own pages: the hub, quiet hours, vacation."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as written
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.matches.models import QuietHoursRow, Vacation

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def at_home(client: Client, ada: Player) -> Client:
    client.force_login(ada)
    return client


def page(client: Client, path: str) -> str:
    return " ".join(client.get(path, follow=True).content.decode().split())


@pytest.mark.parametrize("path", ["/me/", "/me/quiet/", "/me/vacation/"])
def test_pages_about_oneself_ask_for_somebody_and_cost_little(
    at_home: Client, path: str, django_assert_max_num_queries: Any
) -> None:
    assert Client().get(path).status_code == 302
    at_home.post("/me/quiet/", {"begins": 1320, "ends": 420})
    cache.clear()
    with django_assert_max_num_queries(8):
        response = at_home.get(path)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


def test_quiet_hours_are_set_and_said_with_the_time_from_which_they_count(at_home: Client) -> None:
    assert "None." in page(at_home, "/me/")
    assert at_home.post("/me/quiet/", {"begins": 1320, "ends": 420}).status_code == 302
    tomorrow = QuietHoursRow.objects.get().changes_at
    assert tomorrow is not None
    assert abs(tomorrow - timezone.now() - timedelta(days=1)) < timedelta(hours=1)
    then = {"at": written(tomorrow, "D j M, H:i"), "begins": "22:00", "ends": "07:00"}
    sentence = gettext("From %(at)s, they’ll be %(begins)s to %(ends)s.") % then
    for path in ("/me/", "/me/quiet/"):
        assert f"None. {sentence}" in page(at_home, path)


def test_quiet_hours_are_given_up(at_home: Client, ada: Player) -> None:
    QuietHoursRow.objects.create(player=ada, begins=1320, ends=420)
    assert "22:00 to 07:00" in page(at_home, "/me/")
    at_home.post("/me/quiet/", {"none": "1", "begins": "1320", "ends": "420"})
    changes_at = QuietHoursRow.objects.get().changes_at
    assert changes_at is not None
    sentence = gettext("From %(at)s, you’ll have none.") % {"at": written(changes_at, "D j M, H:i")}
    assert sentence in page(at_home, "/me/quiet/")


@pytest.mark.parametrize("wrong", [{}, {"begins": "1", "ends": "60"}, {"begins": "0", "ends": "600"}, {"begins": "x"}])
def test_hours_that_do_not_fit_are_refused_with_a_sentence(at_home: Client, wrong: dict[str, str]) -> None:
    response = at_home.post("/me/quiet/", wrong)
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    assert not QuietHoursRow.objects.exists()


def test_one_goes_on_vacation_and_comes_back(at_home: Client) -> None:
    day = (timezone.now() + timedelta(days=5)).date()
    assert "30 of 30 days left" in page(at_home, "/me/")
    assert at_home.post("/me/vacation/", {"until": day.isoformat()}).status_code == 302
    assert f"on vacation until {day + timedelta(days=1):%a %-d %b}" in page(at_home, "/me/")
    assert "I’m back" in page(at_home, "/me/vacation/")
    at_home.post("/me/vacation/back/")
    said = page(at_home, "/me/vacation/")
    assert "Welcome back." in said
    assert "29 of 30 days left" in said
    at_home.post("/me/vacation/back/")
    assert "You’re not on vacation." in page(at_home, "/me/vacation/")


def test_one_plans_a_vacation_and_calls_it_off(at_home: Client) -> None:
    first = (timezone.now() + timedelta(days=5)).date()
    words = {"since": first.isoformat(), "until": (first + timedelta(days=1)).isoformat()}
    assert at_home.post("/me/vacation/", words).status_code == 302
    said = page(at_home, "/me/vacation/")
    planned = "Your vacation is planned. Players at your tables can see it, and your deadlines allow for it."
    assert gettext(planned) in said
    assert "28 of 30 days left" in said
    assert f"From {first:%a %-d %b}" in said
    assert at_home.post("/me/vacation/", words).status_code == 400
    begins_at = Vacation.objects.get().begins_at.isoformat()
    assert f'value="{begins_at}"' in said
    for strange in ("", "soon", "2020-01-01T00:00:00", "2020-01-01T00:00:00+00:00"):
        at_home.post("/me/vacation/off/", {"begins_at": strange})
        assert gettext("You have no vacation planned for that time.") in page(at_home, "/me/vacation/")
    at_home.post("/me/vacation/off/", {"begins_at": begins_at})
    assert gettext("Your vacation has been cancelled.") in page(at_home, "/me/vacation/")
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("until", ["", "soon", "2020-01-01", "9999-12-31"])
def test_a_last_day_that_does_not_fit_is_refused_with_a_sentence(at_home: Client, until: str) -> None:
    response = at_home.post("/me/vacation/", {"until": until})
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    assert not Vacation.objects.exists()


def test_another_time_zone_does_not_put_one_to_sleep(at_home: Client, ada: Player) -> None:
    QuietHoursRow.objects.create(player=ada, begins=1320, ends=360)
    at_home.post("/me/", {"username": "ada", "time_zone": "Asia/Tokyo", "language": ""})
    rest = QuietHoursRow.objects.get()
    assert (rest.begins, rest.ends, rest.next_begins, rest.next_ends) == (420, 900, 1320, 360)


def test_a_name_that_is_taken_moves_no_nights(at_home: Client, ada: Player, ben: Player) -> None:
    QuietHoursRow.objects.create(player=ada, begins=1320, ends=360)
    at_home.post("/me/", {"username": "ben", "time_zone": "Asia/Tokyo", "language": ""})
    assert QuietHoursRow.objects.get().begins == 1320


def test_the_hub_leads_to_everything(at_home: Client) -> None:
    html = page(at_home, "/me/")
    for name in ("account_change_password", "account_email", "mfa_list_webauthn", "mfa_index", "usersessions_list"):
        assert f'href="{reverse(name)}"' in html


def test_guests_are_led_to_keep_their_account(client: Client) -> None:
    client.post(reverse("accounts:guest"))
    html = page(client, "/me/")
    assert reverse("mfa_index") not in html
    for name in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "usersessions_list"):
        assert client.get(reverse(name)).url == reverse("accounts:keep")  # type: ignore[attr-defined]
