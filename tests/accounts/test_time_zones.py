"""Tests that times are shown in the reader's zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts import time_zones
from apps.accounts.middleware import TimeZoneMiddleware
from apps.accounts.models import Player
from apps.matches.services import availability
from apps.matches.store import availability as stored_availability

pytestmark = pytest.mark.once

PASSWORD = "slow and steady"
NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def clock(request: HttpRequest) -> HttpResponse:
    """Return a page that knows its reader and shows a time."""
    known = request.user.is_authenticated
    return HttpResponse(Template("{{ noon|date:'H:i' }}").render(Context({"noon": NOON, "known": known})))


def told(client: Client, cookies: dict[str, str] | None = None) -> str:
    request = RequestFactory().get("/")
    request.session = client.session
    request.COOKIES.update(cookies or {})
    response: Any = TimeZoneMiddleware(clock)(request)
    return response.content.decode()


@pytest.fixture(autouse=True)
def _back_home():
    yield
    timezone.deactivate()


def test_a_player_reads_their_own_time(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo")
    client.force_login(ada)
    assert told(client) == "21:00"


def test_what_the_player_chose_beats_what_the_browser_says(client: Client, ada: Player) -> None:
    client.force_login(ada)
    assert told(client, {"time_zone": "Asia/Tokyo"}) == "12:00"


def test_a_visitor_reads_the_time_of_their_browser(client: Client, db: None) -> None:
    assert told(client, {"time_zone": "Europe/Paris"}) == "14:00"


@pytest.mark.parametrize("lie", ["", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "x" * 5000, "\x00"])
def test_a_browser_that_lies_reads_utc(client: Client, db: None, lie: str) -> None:
    assert told(client, {"time_zone": lie}) == "12:00"


def test_the_next_reader_does_not_inherit_the_zone(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo")
    client.force_login(ada)
    assert told(client) == "21:00"
    assert told(Client()) == "12:00"


def test_a_zone_this_machine_has_lost_becomes_utc(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Atlantis/Deep")
    client.force_login(ada)
    assert told(client) == "12:00"


def test_it_costs_no_query_of_its_own(client: Client, ada: Player, django_assert_num_queries) -> None:
    client.force_login(ada)
    request = RequestFactory().get("/")
    request.session = client.session
    request.session.get("warm")
    with django_assert_num_queries(1):
        TimeZoneMiddleware(clock)(request)
    with django_assert_num_queries(0):
        TimeZoneMiddleware(lambda _request: HttpResponse("nobody asked who reads"))(request)


def test_the_site_uses_it(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo")
    client.force_login(ada)
    client.get(reverse("accounts:me"))
    assert timezone.get_current_timezone_name() == "Asia/Tokyo"


@pytest.fixture
def guest(client: Client, db: None) -> Player:
    """Return a guest whose first click was quicker than the script that detects the time zone."""
    client.post(reverse("accounts:guest"))
    return Player.objects.get()


def lives(guest: Player) -> str:
    guest.refresh_from_db()
    return guest.time_zone


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", [None, "Mars/Olympus"])
def test_a_guest_whose_browser_says_its_zone_later_lives_there_from_then_on(client: Client, cookie: str | None) -> None:
    if cookie:
        client.cookies["time_zone"] = cookie
    client.post(reverse("accounts:guest"))
    guest = Player.objects.get()
    client.get(reverse("front"))
    assert lives(guest) == "UTC"
    client.cookies["time_zone"] = "Europe/Berlin"
    assert 'data-zone="Europe/Berlin"' in client.get(reverse("front")).content.decode()
    assert lives(guest) == "Europe/Berlin"
    client.cookies["time_zone"] = "Asia/Tokyo"
    client.get(reverse("front"))
    assert lives(guest) == "Europe/Berlin", "whoever travels says so themselves"


def test_the_nights_of_such_a_guest_follow(client: Client, guest: Player) -> None:
    availability.keep_quiet(player=guest.pk, begins=22 * 60, ends=7 * 60, now=NOON)
    client.cookies["time_zone"] = "Europe/Berlin"
    client.get(reverse("front"))
    assert stored_availability.load_availability(guest.pk).quiet.zone == "Europe/Berlin"


def test_a_guest_who_has_chosen_utc_lives_there(client: Client, guest: Player) -> None:
    client.post(reverse("accounts:me"), {"username": guest.username, "time_zone": "UTC", "language": ""})
    client.cookies["time_zone"] = "Europe/Berlin"
    client.get(reverse("front"))
    assert lives(guest) == "UTC"


def test_a_guest_whose_browser_says_it_at_once_lives_there_at_once(client: Client, db: None) -> None:
    client.cookies["time_zone"] = "Europe/Berlin"
    client.post(reverse("accounts:guest"))
    assert lives(Player.objects.get()) == "Europe/Berlin"
    client.cookies["time_zone"] = "Asia/Tokyo"
    client.get(reverse("front"))
    assert lives(Player.objects.get()) == "Europe/Berlin"


def enters(client: Client, player: Player, zone: str) -> str:
    """Log in from a browser of that zone, read a page, and return the player's time zone."""
    if zone:
        client.cookies["time_zone"] = zone
    client.post(reverse("account_login"), {"login": player.username, "password": PASSWORD})
    client.get(reverse("front"))
    return lives(player)


def test_a_player_who_never_had_a_zone_gets_their_browsers_at_the_first_login(client: Client, ada: Player) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    assert enters(client, ada, "Europe/Berlin") == "Europe/Berlin"
    client.post(reverse("accounts:me"), {"username": ada.username, "time_zone": "UTC", "language": ""})
    assert enters(Client(), ada, "Asia/Tokyo") == "UTC", "it's chosen now"


def test_a_player_whose_browser_says_its_zone_after_the_first_login_lives_there(client: Client, ada: Player) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    assert enters(client, ada, "") == "UTC"
    client.cookies["time_zone"] = "Europe/Berlin"
    client.get(reverse("front"))
    assert lives(ada) == "Europe/Berlin"


@pytest.mark.parametrize("path", ["/", "/puzzles/", "/tournaments/", "/accounts/login/"])
def test_every_page_names_the_zone_of_its_times(client: Client, ada: Player, path: str) -> None:
    client.cookies["time_zone"] = "Europe/Berlin"
    assert "All times are in the Europe/Berlin time zone." in client.get(path).content.decode()
    assert "All times are in the UTC time zone." in Client().get(path).content.decode()


def test_pages_of_the_admin_name_the_zone_of_their_times(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo", is_staff=True, is_superuser=True)
    client.force_login(Player.objects.get(pk=ada.pk))
    for name in ("admin:index", "admin:tournaments_tournament_changelist", "admin:tournaments_tournament_add"):
        assert "All times are in the Asia/Tokyo time zone." in client.get(reverse(name)).content.decode()


def test_only_zones_that_exist_are_valid(ada: Player) -> None:
    ada.time_zone = "Mars/Olympus"
    with pytest.raises(ValidationError) as refused:
        ada.full_clean()
    assert refused.value.message_dict == {
        "time_zone": [gettext("We don’t know this time zone. Choose one from the list.")]
    }


def test_all_places_on_offer_exist() -> None:
    offered = [name for _region, places in time_zones.list_zone_choices() for name, _place in places]
    assert offered[0] == "UTC"
    assert "Europe/Berlin" in offered
    assert len(offered) == len(set(offered)) > 300
    assert all(time_zones.is_known_zone(name) for name in offered)


@pytest.mark.parametrize(("set_to", "zone"), [("Europe/Berlin", "Europe/Berlin"), ("Etc/UTC", "UTC")])
def test_people_of_a_house_for_oneself_live_where_its_machine_stands(
    monkeypatch: pytest.MonkeyPatch, set_to: str, zone: str
) -> None:
    monkeypatch.setattr("tzlocal.get_localzone_name", lambda: set_to)
    assert time_zones.get_machine_zone() == zone
