"""Tests of feeds of a player's deadlines, for feed readers and calendars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import feedparser
import pytest
from django.test import Client
from icalendar import Calendar

from apps.matches.models import Match
from apps.matches.services import availability
from apps.notices.services import preferences
from tests.factories.matches import HOUR, NOW, MatchDriver, new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
STAMP = "%Y-%m-%dT%H:%M:%S+00:00"
DAILY = {"turn": 86400, "matchman": 43200}


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    found = next(t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code=found.code).delete()
    return found


def address(player: Any, kind: str) -> str:
    return f"/feed/{preferences.get_or_create_wishes(player.pk).feed}.{kind}"


def test_the_feed_says_what_waits(table: MatchDriver, ada: Any) -> None:
    response = Client().get(address(ada, "atom"))
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    read = feedparser.parse(response.content)
    assert not read.bozo, read.get("bozo_exception")
    assert read.version == "atom10"
    assert [entry.title for entry in read.entries] == ["Your turn: Fuse with ben"]
    assert read.entries[0].link == f"https://fuse.example.org/m/{table.code}/"
    assert read.entries[0].id.startswith(read.entries[0].link)
    assert "00:00" in read.entries[0].summary


def test_the_calendar_says_until_when(table: MatchDriver, ada: Any) -> None:
    response = Client().get(address(ada, "ics"))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    read = Calendar.from_ical(response.content)
    assert not read.errors
    assert {b"REFRESH-INTERVAL;VALUE=DURATION:PT15M", b"X-PUBLISHED-TTL:PT15M"} <= set(response.content.splitlines())
    (event,) = read.walk("VEVENT")
    assert event.decoded("DTEND") == NOW + 24 * HOUR
    assert event["SUMMARY"] == "Your turn: Fuse with ben"
    assert event["URL"] == f"https://fuse.example.org/m/{table.code}/"
    assert read.walk("VALARM")


def test_what_moves_a_deadline_is_told_as_a_change(table: MatchDriver, ada: Any) -> None:
    (before,) = Calendar.from_ical(Client().get(address(ada, "ics")).content).walk("VEVENT")
    assert (before.decoded("SEQUENCE"), before.decoded("DTSTAMP")) == (0, NOW)
    availability.go_on_vacation(player=ada.pk, until=(NOW + 72 * HOUR).date(), now=NOW + HOUR)
    (after,) = Calendar.from_ical(Client().get(address(ada, "ics")).content).walk("VEVENT")
    assert after["UID"] == before["UID"]
    assert after.decoded("DTEND") > before.decoded("DTEND")
    assert after.decoded("SEQUENCE") > 0
    assert after.decoded("DTSTAMP") == after.decoded("LAST-MODIFIED") == NOW + HOUR
    entry = feedparser.parse(Client().get(address(ada, "atom")).content).entries[0]
    assert (entry.published, entry.updated) == (NOW.strftime(STAMP), (NOW + HOUR).strftime(STAMP))
    availability.come_back(player=ada.pk, now=NOW + 2 * HOUR)
    (back,) = Calendar.from_ical(Client().get(address(ada, "ics")).content).walk("VEVENT")
    assert back.decoded("DTEND") < after.decoded("DTEND")
    assert back.decoded("SEQUENCE") > after.decoded("SEQUENCE"), "earlier is a change, too"


def test_a_calendar_in_which_nothing_waits_is_one_too(ada: Any) -> None:
    read = Calendar.from_ical(Client().get(address(ada, "ics")).content)
    assert read.subcomponents, "RFC 5545 wants at least one component"
    assert not read.walk("VEVENT")


@pytest.mark.parametrize("kind", ["atom", "ics"])
def test_nothing_new_is_not_sent_again(table: MatchDriver, ada: Any, kind: str) -> None:
    client = Client()
    first = client.get(address(ada, kind))
    assert first["ETag"]
    assert "private" in first["Cache-Control"]
    again = client.get(address(ada, kind), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    table.lay()
    later = client.get(address(ada, kind), headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200
    assert table.code not in later.content.decode()
    empty = client.get(address(ada, kind), headers={"If-None-Match": later["ETag"]})
    assert empty.status_code == 304, "an empty feed stays the same, too"


@pytest.mark.parametrize("kind", ["atom", "ics"])
def test_everybody_sees_only_their_own(table: MatchDriver, ben: Any, kind: str) -> None:
    assert table.code not in Client().get(address(ben, kind)).content.decode()


def test_a_new_address_makes_the_old_one_lead_nowhere(at: Callable[..., Client], ada: Any) -> None:
    old = address(ada, "atom")
    assert at(ada).post("/me/notices/feed/").status_code == 302
    assert Client().get(old).status_code == 404
    assert Client().get(address(ada, "atom")).status_code == 200


def test_who_is_shut_out_has_no_feed(ada: Any) -> None:
    ada.is_active = False
    ada.save()
    assert Client().get(address(ada, "atom")).status_code == 404


@pytest.mark.parametrize("kind", ["atom", "ics"])
def test_a_feed_asks_the_same_for_one_match_and_for_thirty(
    ada: Any, ben: Any, kind: str, django_assert_max_num_queries: Any
) -> None:
    where = address(ada, kind)
    for n in range(30):
        new_match(ada, ben, seed=n, pace=DAILY)
    with django_assert_max_num_queries(4):
        assert Client().get(where).status_code == 200
