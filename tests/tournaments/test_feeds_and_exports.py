"""Tests of a tournament's feeds, calendars and files, as programs read them."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from hashlib import sha256
from typing import Any

import feedparser
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from icalendar import Calendar

from apps.accounts.models import Player
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.services import corrections, entries, lifecycle, rounds, scheduler
from apps.tournaments.views.exports import escape_cell
from tests.factories.tournaments import CUT, NOON, SWISS, bots, decided, tournament
from tests.reading import words
from tests.tournaments.test_public import address

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HOME = settings.SLOWFUSE_SITE


@pytest.fixture
def cup(db: None) -> Tournament:
    made = tournament(SWISS, CUT, name="Spring & <Cup>", round_hours=48)
    bots(made, 9)
    decided(made)
    return made


def test_the_feed_tells_rounds_and_the_end(client: Client, cup: Tournament) -> None:
    response = client.get(address(cup, "feed.atom"))
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    read = feedparser.parse(response.content)
    assert not read.bozo, read.get("bozo_exception")
    assert read.version == "atom10"
    assert read.feed.title == "Slow Fuse: Spring & <Cup>"
    titles = [entry.title for entry in read.entries]
    assert titles[0] == "The tournament is over."
    assert titles[-1] == gettext("The tournament started with %(count)s entrants.") % {"count": 9}
    assert "Round 2 is over." in titles
    assert len({entry.id for entry in read.entries}) == len(titles)
    second = next(entry for entry in read.entries if entry.title == "Round 2 is over.")
    assert second.link == f"{HOME}{address(cup, 'rounds/2/')}"


def test_the_feed_speaks_the_language_it_is_asked_for(client: Client, cup: Tournament) -> None:
    page = client.get(address(cup, "feed.atom?lang=de"))
    assert feedparser.parse(page.content).feed.language == "de"
    assert feedparser.parse(client.get(address(cup, "feed.atom?lang=xx")).content).feed.language == "en"
    asked = client.get(address(cup, "feed.atom"), headers={"Accept-Language": "fr"})
    assert feedparser.parse(asked.content).feed.language == "fr"


@pytest.mark.parametrize("kind", ["feed.atom", "calendar.ics"])
def test_what_follows_a_cookie_says_so_to_whoever_keeps_it(client: Client, cup: Tournament, kind: str) -> None:
    client.cookies["django_language"] = "fr"
    response = client.get(address(cup, kind))
    assert response["Content-Language"] == "fr"
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))


def test_an_empty_feed_is_one_too_and_stays_the_same(client: Client) -> None:
    quiet = tournament(SWISS)
    first = client.get(address(quiet, "feed.atom"))
    assert not feedparser.parse(first.content).bozo
    again = client.get(address(quiet, "feed.atom"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_nothing_of_anybody_stands_in_the_feed(client: Client, ada: Any) -> None:
    cup = tournament(SWISS, by=ada, plan={"late": 1})
    bots(cup, 6)
    scheduler.advance_tournaments(now=NOON)
    entries.register_player(code=cup.code, player=ada, now=NOON)
    entries.leave_tournament(code=cup.code, player=ada, now=NOON)
    for path in ("feed.atom", "calendar.ics"):
        response = client.get(address(cup, path))
        assert "ada" not in words(response.content.decode())
        assert not response.cookies


def test_a_correction_leads_to_its_round(client: Client, ada: Any) -> None:
    cup = tournament(SWISS, by=ada, by_itself=False)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    corrections.correct_result(
        code=cup.code, number=0, index=1, places=[1, 1, 3, 4], reason="Slip.", by=ada.pk, now=NOON
    )
    latest = feedparser.parse(client.get(address(cup, "feed.atom")).content).entries[0]
    assert latest.title == "Round 1, table 2: the result was corrected. Slip."
    assert latest.link == f"{HOME}{address(cup, 'rounds/1/')}"


def test_the_calendar_tells_the_start_and_the_ends_of_rounds(client: Client, cup: Tournament) -> None:
    response = client.get(address(cup, "calendar.ics"))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    read = Calendar.from_ical(response.content)
    assert {b"REFRESH-INTERVAL;VALUE=DURATION:PT1H", b"X-PUBLISHED-TTL:PT1H"} <= set(response.content.splitlines())
    assert not read.errors
    events = read.walk("VEVENT")
    assert events[0]["SUMMARY"] == gettext("%(tournament)s starts") % {"tournament": "Spring & <Cup>"}
    assert events[0].decoded("DTSTART") == NOON
    assert [event["SUMMARY"] for event in events[1:]] == [
        f"Spring & <Cup>: end of round {number}" for number in range(1, 5)
    ]
    assert len({event["UID"] for event in events}) == len(events)
    assert events[1]["URL"] == f"{HOME}{address(cup, 'rounds/1/')}"


def test_a_round_that_runs_ends_when_its_time_is_up_and_no_proposal_is_told(client: Client) -> None:
    cup = tournament(SWISS, by_itself=False, round_hours=48)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    assert len(Calendar.from_ical(client.get(address(cup, "calendar.ics")).content).walk("VEVENT")) == 1
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    events = Calendar.from_ical(client.get(address(cup, "calendar.ics")).content).walk("VEVENT")
    assert events[1].decoded("DTEND") == NOON + timedelta(hours=48)
    assert "STATUS" not in events[0]
    later = NOON + timedelta(hours=1)
    rounds.extend_round(code=cup.code, number=0, hours=5, by=None, now=later)
    extended = Calendar.from_ical(client.get(address(cup, "calendar.ics")).content).walk("VEVENT")
    assert extended[1].decoded("DTEND") == NOON + timedelta(hours=53)
    assert [each.decoded("SEQUENCE") - old.decoded("SEQUENCE") for each, old in zip(extended, events, strict=True)] == [
        0,
        1,
    ]
    assert extended[1].decoded("DTSTAMP") == extended[1].decoded("LAST-MODIFIED") == later
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=later + timedelta(hours=1))
    cancelled = Calendar.from_ical(client.get(address(cup, "calendar.ics")).content).walk("VEVENT")
    assert [each["STATUS"] for each in cancelled] == ["CANCELLED", "CANCELLED"]
    assert [each["UID"] for each in cancelled] == [each["UID"] for each in events]
    assert all(
        each.decoded("SEQUENCE") > old.decoded("SEQUENCE") for each, old in zip(cancelled, extended, strict=True)
    )


def test_the_table_of_standings_is_the_one_on_the_page(client: Client, cup: Tournament) -> None:
    response = client.get(address(cup, "standings.csv"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    ranking = snapshot.load_snapshot(cup).ranking
    assert [int(row["number"]) for row in rows] == [line.entrant for line in ranking]
    assert [row["place"] for row in rows] == [str(line.place) for line in ranking]
    assert [row["knockout_round"] for row in rows].count("1") == 4
    assert {row["lot"] for row in rows} <= {"", "drawn"}


def table(client: Client, cup: Tournament, file: str) -> list[dict[str, str]]:
    """Return the lines of a file for spreadsheets."""
    text = client.get(address(cup, file)).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_of_results_has_a_line_for_everyone_at_every_table(
    client: Client, cup: Tournament, django_assert_max_num_queries: Any
) -> None:
    with translation.override("de"), django_assert_max_num_queries(10):
        rows = table(client, cup, "results.csv")
    whole = json.loads(client.get(address(cup, "tournament.json")).content)
    names = {one["number"]: one["name"] for one in whole["entrants"]}
    expected = [
        {
            "round": str(one["number"]),
            "table": str(each["number"]),
            "number": str(entrant),
            "name": names[entrant],
            "place": str(each["result"]["places"][seat]),
            "score": str(each["result"]["scores"][seat]) if each["result"]["scores"] else "",
            "points_exact": str(each["result"]["points"][seat]) if each["result"]["points"] else "",
            "not_finished": "",
            "not_come": "",
            "corrected": "",
            "matches": " ".join(match["code"] for match in each["matches"]),
        }
        for one in whole["rounds"]
        for each in one["tables"]
        for seat, entrant in enumerate(each["seats"])
    ]
    assert rows == expected
    assert len(rows) == 9 * 3 + 4


def test_a_table_that_is_being_played_has_no_result_yet_and_a_corrected_one_says_so(client: Client) -> None:
    cup = tournament(SWISS, by_itself=False)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    assert table(client, cup, "results.csv") == [], "the round isn't published"
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    scheduler.advance_tournaments(now=NOON)
    rows = table(client, cup, "results.csv")
    assert {(row["round"], row["place"], row["score"], row["corrected"]) for row in rows} == {("1", "", "", "")}
    seats = sum(row["table"] == "1" for row in rows)
    places = list(range(1, seats + 1))
    corrections.correct_result(code=cup.code, number=0, index=0, places=places, reason="So.", by=None, now=NOON)
    first = [row for row in table(client, cup, "results.csv") if row["table"] == "1"]
    assert [row["place"] for row in first] == list(map(str, places))
    assert {row["corrected"] for row in first} == {"yes"}


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@sum", "\tx"])
def test_no_name_is_a_formula(client: Client, player: Callable[[str], Any], quick: None, name: str) -> None:
    assert escape_cell(name) == f"'{name}"
    cup = tournament(SWISS)
    one = player("somebody")
    Player.objects.filter(pk=one.pk).update(username=name)
    entries.register_player(code=cup.code, player=one, now=NOON)
    bots(cup, 5)
    scheduler.advance_tournaments(now=NOON)
    for file in ("standings.csv", "results.csv"):
        names = [row["name"] for row in table(client, cup, file)]
        assert f"'{name}" in names
        assert name not in names


def test_everything_public_is_in_one_file(client: Client, cup: Tournament) -> None:
    response = client.get(address(cup, "tournament.json"))
    told = json.loads(response.content)
    assert (told["format"], told["version"], told["status"]) == ("slowfuse-tournament", 1, "over")
    assert told["plan"]["stages"][0]["rounds"] == 3
    assert len(told["entrants"]) == 9
    assert [len(one["tables"]) for one in told["rounds"]] == [3, 3, 3, 1]
    table = told["rounds"][0]["tables"][0]
    assert sorted(table["seats"]) == sorted(set(table["seats"]))
    assert table["result"]["points"]
    assert client.get(f"/m/{table['matches'][0]['code']}/record/").status_code == 200
    assert [line["place"] for line in told["ranking"]] == list(range(1, 10))
    assert sha256(b"seed:" + bytes.fromhex(told["seed"])).hexdigest() == told["commitment"]


def test_the_file_of_a_running_tournament_tells_neither_proposals_nor_players(client: Client, ada: Any) -> None:
    cup = tournament(SWISS, by_itself=False)
    entries.register_player(code=cup.code, player=ada, now=NOON)
    bots(cup, 7)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    told = json.loads(client.get(address(cup, "tournament.json")).content)
    assert told["rounds"] == []
    assert told["ranking"] == []
    assert "seed" not in told
    assert told["entrants"][0] == {"number": 1, "name": "ada", "bot": False, "withdrawn": False}
    assert "@example.org" not in repr(told)


def test_points_of_programs_are_exact_and_add_up(client: Client) -> None:
    cup = tournament(SWISS, name="Thirds")
    bots(cup, 10)
    decided(cup)
    told = json.loads(client.get(address(cup, "tournament.json")).content)
    added: dict[int, Fraction] = defaultdict(Fraction)
    for table in (table for one in told["rounds"] for table in one["tables"]):
        for entrant, paid in zip(table["seats"], table["result"]["points"], strict=True):
            added[entrant] += Fraction(paid)
    standing = {line.entrant: line.standing.points for line in snapshot.load_snapshot(cup).ranking if line.standing}
    assert {line["entrant"]: Fraction(line["points"]) for line in told["ranking"]} == standing
    rows = list(csv.DictReader(io.StringIO(client.get(address(cup, "standings.csv")).content.decode("utf-8-sig"))))
    assert {int(row["number"]): Fraction(row["points_exact"]) for row in rows} == standing
    unrounded = {
        (line.entrant, f"{name}_exact"): value
        for line in snapshot.load_snapshot(cup).ranking
        for name, value in zip(
            snapshot.load_snapshot(cup).plan.ties, line.standing.measures if line.standing else (), strict=False
        )
        if name != "lot"
    }
    in_row = {int(row["number"]): row for row in rows}
    assert {key: Fraction(in_row[key[0]][key[1]]) for key in unrounded} == unrounded
    assert any(points.denominator == 3 for points in standing.values()), "some cannot be written as a decimal"
    assert added == {number: added[number] for number in standing}
