"""Tests that the export has all of a player's data in one file, and nothing else."""

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

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.kernel.table import Seat
from apps.lobby.services import invitations, tables
from apps.matches.models import Missed
from apps.matches.services import availability, seats
from apps.notices.models import Delivery, Kind, Webhook, Wishes
from apps.notices.services import outbox
from apps.notices.wording import OVER, PLACE, Words
from apps.people.services import export
from apps.talk.models import ChatBan, Message, Mute, Nudge, Reading
from apps.tournaments.models import Guest
from apps.tournaments.services import entries, leagues
from tests.factories.leagues import league
from tests.factories.lobby import lobby_table
from tests.factories.matches import NOW, new_match
from tests.factories.tournaments import SWISS, tournament

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
    relations.add_friend(owner=ada, other=ben, now=now)
    availability.keep_quiet(player=ada.pk, begins=1320, ends=420, now=now)
    availability.go_on_vacation(player=ada.pk, until=(now + timedelta(days=3)).date(), now=now)
    running, finished = new_match(ada, ben, now=NOW), new_match(ada, ben, now=NOW)
    left = new_match(ada, ben, now=NOW)
    seats.resign_seat(code=left.code, seat=Seat(0), now=NOW)
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
        entries.register_player(code=entered.code, player=one, now=NOW)
    files = taken(at_home)
    assert [(one["name"], one["number"], one["state"]) for one in files["tournaments.json"]] == [("Entered", 2, "in")]
    assert files["tournaments.json"][0]["address"] == f"/tournaments/{entered.code}/"
    assert files["organised.json"] == [{"address": f"/tournaments/{run.code}/", "name": "Run", "helper": False}]


def test_it_holds_the_leagues_one_is_or_was_in(at_home: Client, ada: Player, ben: Player) -> None:
    tuesday = league(name="Tuesdays")
    for one in (ben, ada):
        leagues.join_league(pk=tuesday.pk, player=one, now=NOW)
    leagues.leave_league(pk=tuesday.pk, player=ada, now=NOW + timedelta(days=1))
    [mine] = taken(at_home)["leagues.json"]
    assert (mine["name"], mine["address"]) == ("Tuesdays", f"/tournaments/leagues/{tuesday.pk}/")
    assert mine["since"][:10] < mine["left_at"][:10]


def test_nothing_of_others_and_no_key_is_in_it(at_home: Client, ada: Player, ben: Player) -> None:
    totp.TOTP.activate(ada, "ABCDEFGHIJKLMNOP")
    relations.block_player(owner=ben, other=ada, now=timezone.now())
    table = new_match(ada, ben, now=NOW)
    Player.objects.filter(pk=ben.pk).update(email="ben@secret.example")
    text = json.dumps(taken(at_home))
    match = table.match
    session = UserSession.objects.get(user=ada).session_key
    for secret in ("ben@secret.example", "ABCDEFGHIJKLMNOP", session, ada.password, match.seed.seed.hex(), "block"):
        assert secret not in text, secret
    assert '"kind": "totp"' in text


def test_it_is_for_whoever_is_logged_in_and_not_all_day_long(at_home: Client) -> None:
    assert Client().post(reverse("people:export")).status_code == 401
    assert at_home.get(reverse("people:export")).status_code == 200
    for _ in range(5):
        taken(at_home)
    assert at_home.post(reverse("people:export")).status_code == 429


def test_it_costs_the_same_for_one_match_and_for_many(
    at_home: Client, ada: Player, ben: Player, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        new_match(ada, ben, now=NOW)
    cache.clear()
    with django_assert_max_num_queries(55):
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


def test_it_holds_what_one_was_told_in_ones_own_words(at_home: Client, ada: Player, ben: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(language="de")
    names: dict[str, str | int] = {"people": "ben", "place": 1, "seats": 2}
    for player in (ada, ben):
        over = Words(title=OVER, text=PLACE, path="/m/x/", game="fuse", names=names)
        outbox.post_notice(player=player.pk, kind=Kind.OVER, key="x:over", words=over, now=NOW, code="x")
    (told,) = taken(at_home)["told.json"]
    assert (told["kind"], told["match"], told["at"]) == ("over", "x", NOW.isoformat())
    assert told["title"] == "Partie zu Ende: Lunte mit ben"
    assert told["url"].endswith("/m/x/")


def test_it_holds_how_messages_fared_without_what_servers_said(at_home: Client, ada: Player, ben: Player) -> None:
    usual: dict[str, Any] = {"notices": [], "created_at": NOW, "next_at": NOW}
    Delivery.objects.create(player=ada, channel=1, state="sent", sent_at=NOW, tries=2, **usual)
    failed = Delivery.objects.create(player=ada, channel=4, state="failed", error="said the server", **usual)
    Delivery.objects.create(player=ben, channel=1, **usual)
    files = taken(at_home)
    sent = [(one["way"], one["state"], one["tries"], one["sent_at"]) for one in files["deliveries.json"]]
    assert sent == [("mail", "sent", 2, NOW.isoformat()), ("webhook", "failed", 0, None)]
    assert failed.error not in json.dumps(files)


def test_it_tells_nothing_from_people_one_never_meets(at_home: Client, ada: Player, ben: Player, cleo: Player) -> None:
    for host in (ben, cleo):
        invitations.ask_by_name(code=lobby_table(host).code, by=host, name="ada", now=NOW)
    relations.block_player(owner=ben, other=ada, now=NOW)
    files = taken(at_home)
    assert [one["title"] for one in files["told.json"]] == [invitations.INVITED_TITLE % {"by": "cleo", "game": "Fuse"}]
    assert len(files["invitations.json"]) == 2
    assert "ben" not in json.dumps([files["told.json"], files["invitations.json"]])


def test_it_holds_what_one_did_and_read_at_tables(at_home: Client, ada: Player, ben: Player) -> None:
    code, match = (table := new_match(ada, ben, now=NOW)).code, table.match
    until = NOW + timedelta(days=1)
    message = Message.objects.create(match=match, author=ben, at=NOW, text="hello")
    for player in (ada, ben):
        Nudge.objects.create(match=match, player=player, at=NOW)
        Reading.objects.create(match=match, player=player, upto=message.pk)
        ChatBan.objects.create(player=player, since=NOW, until=until, by=ben)
        Missed.objects.create(match=match, player=player, at=NOW)
    files = taken(at_home)
    assert files["nudges.json"] == [{"match": code, "at": NOW.isoformat()}]
    assert files["readings.json"] == [{"match": code, "upto": message.pk}]
    assert files["chat_bans.json"] == [{"since": NOW.isoformat(), "until": until.isoformat()}]
    assert files["missed.json"] == [{"match": code, "at": NOW.isoformat()}]


def test_it_says_at_which_open_tables_one_is_the_host(at_home: Client, ada: Player, ben: Player) -> None:
    mine, bens = lobby_table(ada), lobby_table(ben, ada, seats=3)
    hosted = {table["address"]: table["host"] for table in taken(at_home)["tables.json"]}
    assert hosted == {mine.get_absolute_url(): True, bens.get_absolute_url(): False}


def test_it_holds_every_invitation_but_not_what_became_of_those_one_sent(
    at_home: Client, ada: Player, ben: Player, cleo: Player
) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    relations.block_player(owner=cleo, other=ada, now=NOW)
    received = lobby_table(ben)
    invitations.ask_by_mail(code=received.code, by=ben, email="ada@example.org", now=NOW)
    table = lobby_table(ada, seats=5)
    for name in ("ben", "cleo", "nobody"):
        invitations.ask_by_name(code=table.code, by=ada, name=name, now=NOW)
    invitations.ask_by_mail(code=table.code, by=ada, email="eva@example.org", now=NOW)
    tables.fill_with_bots(code=table.code, host=ada)
    tables.start_table(code=table.code, host=ada, now=NOW)
    run = tournament(SWISS, name="Club")
    Guest.objects.create(tournament_id=run.pk, player=ada, at=NOW)
    files = taken(at_home)
    first, *sent = files["invitations.json"]
    assert (first["table"], first["sent"], first["to"]) == (received.get_absolute_url(), False, "")
    assert [one["to"] for one in sent] == ["ben", "cleo", "nobody", "eva@example.org"]
    assert {one["answer"] for one in sent} == {""}
    assert [one["name"] for one in files["tournament-invitations.json"]] == ["Club"]
