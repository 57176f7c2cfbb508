"""Tests of account deletion: the seats stay, the name is removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.lobby.models import Table
from apps.lobby.services import tables
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.people.services import account_deletion
from apps.tournaments import account_deletion as tournaments
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.services import entries, scheduler
from tests.factories.finished_matches import end_match
from tests.factories.lobby import lobby_table
from tests.factories.matches import new_match
from tests.factories.tournaments import NOON, SWISS, bots, tournament
from tests.reading import words

pytestmark = pytest.mark.django_db
PASSWORD = "slow and steady"
LEAVE = "/me/delete/"


@pytest.fixture
def at_home(client: Client, ada: Player) -> Client:
    """Return the browser of Ada after she has confirmed her password."""
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": LEAVE})
    return client


def names(code: str) -> list[str]:
    return [person.name for person in match_view.load_match_view(code=code, player=None).people]


def test_who_leaves_is_gone_and_everything_of_theirs(at_home: Client, ada: Player) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.com")
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    said = at_home.post(LEAVE, {"sure": "yes"}, follow=True).content.decode()
    assert gettext("Your account has been deleted. Goodbye, and thanks for playing.") in said
    assert not Player.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()
    assert not get_user(at_home).is_authenticated
    assert elsewhere.get("/me/").status_code == 302
    elsewhere.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert not get_user(elsewhere).is_authenticated


def test_a_running_match_goes_on_with_the_houses_player(at_home: Client, ada: Player, ben: Player) -> None:
    table = new_match(ada, ben, now=timezone.now())
    quits = ngettext(
        "You’ll leave %(running)s match in progress. A bot will take over your seat.",
        "You’ll leave %(running)s matches in progress. Bots will take over your seats.",
        1,
    )
    assert quits % {"running": 1} in " ".join(at_home.get(LEAVE).content.decode().split())
    at_home.post(LEAVE, {"sure": "yes"})
    chair = Chair.objects.get(match__code=table.code, index=0)
    assert (chair.player, chair.former, chair.bot) == (None, None, True)
    assert names(table.code) == [match_view.SEAT_BOT_NAMES[0], "ben"]
    play.settle_due(now=timezone.now() + 2 * deadlines.BOT_PAUSE)
    assert Match.objects.get().moves > 1, "the match goes on"


def test_in_old_records_somebody_left(at_home: Client, ada: Player, ben: Player) -> None:
    code = new_match(ada, ben, now=timezone.now()).code
    end_match(code, 1, 2, now=timezone.now())
    at_home.post(LEAVE, {"sure": "yes"})
    assert names(code) == ["someone who left", "ben"]
    for path in (f"/m/{code}/", "/matches/", f"/m/{code}/record/"):
        html = Client().get(path).content.decode()
        assert "someone who left" in html, path
        assert ">ada<" not in html
    assert "someone who left" in Client().get(f"/m/{code}/record.jsonl").content.decode()


def test_a_match_that_is_set_aside_keeps_nobody(at_home: Client, ada: Player, ben: Player) -> None:
    table = new_match(ada, ben, now=timezone.now())
    Match.objects.filter(code=table.code).update(setup='{"seats": "broken"}')
    assert at_home.post(LEAVE, {"sure": "yes"}).status_code == 302
    assert not Player.objects.filter(username="ada").exists()


def test_open_tables_are_left_and_old_invitations_still_lead_to_their_match(
    at_home: Client, ada: Player, ben: Player
) -> None:
    open_, alone = lobby_table(ada, ben, seats=3, now=timezone.now()), lobby_table(ada, seats=3, now=timezone.now())
    begun = lobby_table(ada, ben, seats=3, now=timezone.now())
    tables.fill_with_bots(code=begun.code, host=ada)
    code = tables.start_table(code=begun.code, host=ada, now=timezone.now())
    at_home.post(LEAVE, {"sure": "yes"})
    assert Table.objects.get(code=open_.code).host == ben
    assert not Table.objects.filter(code=alone.code).exists()
    assert Client().get(f"/tables/{begun.code}/").url == f"/m/{code}/"  # type: ignore[attr-defined]


def test_without_being_sure_nothing_happens(at_home: Client) -> None:
    response = at_home.post(LEAVE)
    assert response.status_code == 400
    assert gettext("Your account wasn’t deleted. Tick the box to confirm.") in response.content.decode()
    assert Player.objects.exists()


def test_whoever_is_logged_in_is_asked_once_more_who_they_are(client: Client, ada: Player) -> None:
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    for ask in (client.get, client.post):
        response: Any = ask(LEAVE)
        assert (response.status_code, response.url) == (302, "/accounts/reauthenticate/?next=%2Fme%2Fdelete%2F")
    assert "errorlist" in client.post("/accounts/reauthenticate/", {"password": "guess"}).content.decode()
    assert client.get(LEAVE).status_code == 302
    asked: Any = client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": LEAVE}, follow=True)
    assert gettext("Yes, delete everything.") in asked.content.decode()
    assert Player.objects.exists()


def test_nobody_is_deleted_who_is_not_logged_in(client: Client, ada: Player) -> None:
    assert client.post(LEAVE, {"sure": "yes"}).status_code == 401
    assert Player.objects.exists()


def test_a_guest_leaves_with_a_word(client: Client, db: None) -> None:
    client.post(reverse("accounts:guest"))
    assert client.post(LEAVE, {"sure": "yes"}).status_code == 302
    assert not Player.objects.exists()


def test_it_can_be_done_twice(ada: Player) -> None:
    account_deletion.delete_account(player=ada, now=timezone.now())
    account_deletion.delete_account(player=Player(pk=10**6), now=timezone.now())


def test_the_page_costs_little(at_home: Client, ada: Player, ben: Player, django_assert_max_num_queries: Any) -> None:
    for _ in range(3):
        new_match(ada, ben, now=timezone.now())
    with django_assert_max_num_queries(8):
        at_home.get(LEAVE)


def test_a_chair_that_was_kept_for_them_is_free_again_for_those_who_search(ada: Player, ben: Player) -> None:
    table = lobby_table(
        ben, seats=3, now=timezone.now(),
        places=[tables.Place(player=ben.pk), tables.Place(kept_for=ada.pk), tables.Place(bot=True)],
        kept_until=timezone.now() + timedelta(hours=24),
    )  # fmt: skip
    account_deletion.delete_account(player=ada, now=timezone.now())
    assert Table.objects.get(pk=table.pk).vacant == 1


def test_whoever_the_house_deletes_leaves_as_if_by_their_own_hand(
    admin_client: Client, ada: Player, ben: Player
) -> None:
    code = new_match(ada, ben, now=timezone.now()).code
    open_ = lobby_table(ada, ben, seats=3, now=timezone.now())
    path = reverse("admin:accounts_player_delete", args=[ada.pk])
    assert "ada" in admin_client.get(path).content.decode()
    assert admin_client.post(path, {"post": "yes"}).status_code == 302
    assert not Player.objects.filter(username="ada").exists()
    assert Chair.objects.get(match__code=code, index=0).bot
    assert Table.objects.get(code=open_.code).host == ben
    assert "delete_selected" not in admin_client.get(reverse("admin:accounts_player_changelist")).content.decode()


def test_where_a_match_is_in_the_way_the_house_deletes_nobody(
    admin_client: Client, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_match(ada, ben, now=timezone.now())
    monkeypatch.setattr(account_deletion, "MAX_LEAVING_ROUNDS", 0)
    path = reverse("admin:accounts_player_delete", args=[ada.pk])
    page = admin_client.post(path, {"post": "yes"}, follow=True).content.decode()
    busy = gettext("One of this player’s matches is being updated. Nothing was deleted. Try again.")
    assert busy in page
    assert "successfully" not in page
    assert Player.objects.filter(username="ada").exists()


# -- tournaments -----------------------------------------------------------------------------


def test_who_leaves_withdraws_and_their_results_stay_without_their_name(at_home: Client, ada: Player) -> None:
    running, open_, over = (tournament(SWISS, name=name) for name in ("Running", "Open", "Over"))
    for cup in (running, open_, over):
        entries.register_player(code=cup.code, player=ada, now=NOON)
        bots(cup, 7)
    Tournament.objects.filter(pk=open_.pk).update(starts_at=timezone.now() + timedelta(days=9))
    Tournament.objects.filter(pk=over.pk).update(status="over")
    scheduler.advance_tournaments(now=NOON)
    code = next(table.came[0].code for table in snapshot.load_snapshot(running).published[0].pods if 1 in table.seats)
    at_home.post(LEAVE, {"sure": "yes"})
    assert not Player.objects.exists()
    assert dict(Entry.objects.filter(number=1).values_list("tournament__name", "state")) == {
        "Running": "out", "Open": "out", "Over": "in"
    }  # fmt: skip
    running.refresh_from_db()
    assert 1 in snapshot.load_snapshot(running).out
    assert Chair.objects.filter(match__code=code, player=None, bot=True).count() == 4
    page = at_home.get(f"/tournaments/{running.code}/standings/").content.decode()
    assert "someone who left" in page
    assert "ada" not in words(page)
    assert at_home.get(f"/tournaments/{over.code}/of/1/").status_code == 200


def test_nobody_goes_who_entered_a_tournament_meanwhile(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tournament(SWISS)
    real = tournaments.leave_all
    times: list[Entry] = []

    def sly(*, player: Player, now: object) -> None:
        real(player=player, now=timezone.now())
        if not times:
            times.append(entries.register_player(code=cup.code, player=player, now=NOON))

    monkeypatch.setattr(tournaments, "leave_all", sly)
    account_deletion.delete_account(player=ada, now=timezone.now())
    assert times
    assert not Player.objects.exists()
    assert Entry.objects.get().state == Entry.State.OUT
