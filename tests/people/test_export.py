"""Everything of one's own in one file, and nothing else."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts import ties
from apps.accounts.models import Player
from apps.kernel.table import Seat
from apps.matches import resting, seating
from apps.notices.models import Webhook, Wishes
from apps.people import export
from apps.talk.models import Mute
from apps.tournaments import entering
from tests.matches.table import NOW, deal
from tests.tournaments.hall import SWISS, tournament

pytestmark = pytest.mark.django_db
PASSWORD = "slow and steady"


def taken(client: Client) -> dict[str, Any]:
    response: Any = client.post(reverse("people:export"))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        assert archive.testzip() is None
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


@pytest.fixture
def at_home(client: Client, ada: Player) -> Client:
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    return client


def test_every_part_is_there_even_if_it_is_empty(at_home: Client) -> None:
    files = taken(at_home)
    assert sorted(files) == sorted(f"{name}.json" for name, _rows in export.PARTS)
    assert files["matches.json"] == []
    assert files["account.json"][0]["username"] == "ada"


def test_it_holds_what_is_ones_own(at_home: Client, ada: Player, ben: Player) -> None:
    now = timezone.now()
    EmailAddress.objects.create(user=ada, email="ada@example.com")
    ties.befriend(owner=ada, other=ben, now=now)
    resting.keep_quiet(player=ada.pk, begins=1320, ends=420, now=now)
    resting.go_on_vacation(player=ada.pk, until=(now + timedelta(days=3)).date(), now=now)
    running, finished = deal(ada, ben, now=NOW), deal(ada, ben, now=NOW)
    left = deal(ada, ben, now=NOW)
    seating.resign(code=left.code, seat=Seat(0), now=NOW)
    match = finished.match
    match.status, match.outcome, match.over_at, match.wake_at = "over", {"places": [1, 2]}, NOW, None
    match.save()
    files = taken(at_home)
    assert {row["email"] for row in files["addresses.json"]} >= {"ada@example.com"}
    assert files["ties.json"][0]["name"] == "ben"
    assert files["rest.json"][0]["quiet_hours"]["next_begins"] == 1320
    assert len(files["rest.json"][0]["vacations"]) == 1
    assert [row["address"] for row in files["matches.json"]] == [
        f"/m/{table.code}/" for table in (running, finished, left)
    ]
    assert [row["outcome"] for row in files["matches.json"]] == [None, {"places": [1, 2]}, None]
    assert [row["left"] for row in files["matches.json"]] == [[], [], [0]]
    assert {row["match"] for row in files["orders.json"]} == {running.code}
    assert files["sessions.json"][0]["user_agent"] == ""


def test_it_holds_the_tournaments_one_entered_or_runs(at_home: Client, ada: Player, ben: Player) -> None:
    entered, run = tournament(SWISS, name="Entered"), tournament(SWISS, name="Run", by=ada)
    for one in (ben, ada):
        entering.register(code=entered.code, player=one, now=NOW)
    files = taken(at_home)
    assert [(one["name"], one["number"], one["state"]) for one in files["tournaments.json"]] == [("Entered", 2, "in")]
    assert files["tournaments.json"][0]["address"] == f"/tournaments/{entered.code}/"
    assert files["organised.json"] == [{"address": f"/tournaments/{run.code}/", "name": "Run", "helper": False}]


def test_nothing_of_others_and_no_key_is_in_it(at_home: Client, ada: Player, ben: Player) -> None:
    totp.TOTP.activate(ada, "ABCDEFGHIJKLMNOP")
    ties.block(owner=ben, other=ada, now=timezone.now())
    table = deal(ada, ben, now=NOW)
    Player.objects.filter(pk=ben.pk).update(email="ben@secret.example")
    text = json.dumps(taken(at_home))
    match = table.match
    session = UserSession.objects.get(user=ada).session_key
    for secret in ("ben@secret.example", "ABCDEFGHIJKLMNOP", session, ada.password, match.seed.seed.hex(), "block"):
        assert secret not in text, secret
    assert '"kind": "totp"' in text


def test_it_is_for_whoever_is_logged_in_and_not_all_day_long(at_home: Client) -> None:
    assert Client().post(reverse("people:export")).status_code == 302
    assert at_home.get(reverse("people:export")).status_code == 200
    for _ in range(5):
        taken(at_home)
    assert at_home.post(reverse("people:export")).status_code == 429


def test_it_costs_the_same_for_one_match_and_for_many(
    at_home: Client, ada: Player, ben: Player, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        deal(ada, ben, now=NOW)
    cache.clear()
    with django_assert_max_num_queries(29):
        taken(at_home)


def test_it_holds_how_one_is_told_without_the_keys_to_it(at_home: Client, ada: Player, ben: Player) -> None:
    chosen = Wishes.objects.create(player=ada, chosen={"digest": 7})
    hook = Webhook.objects.create(player=ada, url="https://bell.example.org/x", kinds=["turn"], created_at=NOW)
    Mute.objects.create(owner=ada, other=ben, since=NOW)
    parts = taken(at_home)
    assert parts["notices.json"] == [{"chosen": {"digest": 7}}]
    assert [(way["way"], way["url"]) for way in parts["told-by.json"]] == [("webhook", hook.url)]
    assert [one["name"] for one in parts["mutes.json"]] == ["ben"]
    assert chosen.feed not in json.dumps(parts)
    assert hook.secret not in json.dumps(parts)
