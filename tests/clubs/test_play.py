"""Tests of tables and tournaments for club members only, which no other view opens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.errors import ClubRefused, NotMember
from apps.clubs.models import Club
from apps.clubs.services import clubs, members, tables, tournaments
from apps.lobby.errors import NotForYou, TableRefused
from apps.lobby.models import Table
from apps.lobby.selectors import listing
from apps.lobby.services import invitations, quick_match
from apps.lobby.services import tables as lobby
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import entries, hosting
from tests.factories.clubs import NOW, club
from tests.factories.finished_matches import end_match
from tests.factories.lobby import lobby_table, seated
from tests.reading import words

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


@pytest.fixture
def table(owls: Club, ada: Player) -> Table:
    return lobby_table(ada, circle=owls.code, seats=3)


def test_a_member_opens_a_table_for_the_club_with_the_lobbys_form(at: Browser, owls: Club, ada: Player) -> None:
    new = f"{owls.get_absolute_url()}tables/new/"
    page = at(ada).get(new, {"game": "fuse"}).content.decode()
    assert gettext("Members of %(only_for)s only.") % {"only_for": "Night Owls"} in page
    assert f'action="{new}"' in page
    answer = at(ada).post(new, {"game": "fuse", "pace": "daily", "seats": "2", "public": "yes"})
    assert answer.status_code == 302, answer.content.decode()
    opened = Table.objects.get()
    assert (opened.circle, opened.public, seated(opened)) == (owls.code, False, ["ada", "free"])


def test_only_members_see_it_and_sit_down_there(
    at: Browser, owls: Club, table: Table, ben: Player, cleo: Player
) -> None:
    path = owls.get_absolute_url()
    assert "with ada" in at(ben).get(path).content.decode()
    assert "with ada" not in at(cleo).get(path).content.decode()
    assert table.code not in at(cleo).get("/tables/").content.decode()
    elsewhere = at(cleo).get(table.get_absolute_url())
    assert (elsewhere.status_code, elsewhere["location"]) == (302, path)
    assert at(cleo).post(f"{path}tables/{table.code}/join/").status_code == 403
    assert at(ben).post(f"{path}tables/{table.code}/join/").status_code == 302
    assert seated(table) == ["ada", "ben", "free"]
    assert gettext("club members only") in at(ben).get(table.get_absolute_url()).content.decode()
    assert at(ben).post(f"{path}tables/nowhere/join/").status_code == 404


def test_no_door_of_the_lobby_leads_there_not_even_for_members(
    at: Browser, owls: Club, table: Table, ada: Player, ben: Player
) -> None:
    with pytest.raises(NotForYou):
        lobby.join_table(code=table.code, player=ben, now=NOW)
    with pytest.raises(NotForYou):
        lobby.join_table(code=table.code, player=ben, now=NOW, circle="another")
    elsewhere = gettext("This table is for club members. They can find it on the club’s page.")
    with pytest.raises(TableRefused, match=elsewhere):
        invitations.ask_by_name(code=table.code, by=ada, name="ben", now=NOW)
    answer = at(ben).post(f"{table.get_absolute_url()}join/")
    assert answer.status_code == 403
    assert "ada" not in words(answer.content.decode())
    assert quick_match.join_quick_match(player=ben, game="fuse", pace_name="daily", now=NOW) != table
    assert listing.load_lobby_page(listing.Wanted(), player=ben.pk).rows == []
    assert seated(table) == ["ada", "free", "free"]


def test_a_club_vouches_for_its_own_tables_alone(owls: Club, table: Table, cleo: Player) -> None:
    other = club(cleo, name="Early Birds")
    with pytest.raises(NotForYou):
        tables.join_club_table(code=other.code, table=table.code, player=cleo, now=NOW)


def test_who_leaves_or_is_removed_stands_up_from_what_has_not_begun(
    owls: Club, table: Table, ada: Player, ben: Player
) -> None:
    tables.join_club_table(code=owls.code, table=table.code, player=ben, now=NOW)
    members.leave_club(code=owls.code, player=ben, now=NOW)
    assert seated(table) == ["ada", "free", "free"]
    members.join_club(code=owls.code, player=ben, now=NOW)
    tables.join_club_table(code=owls.code, table=table.code, player=ben, now=NOW)
    members.remove_member(code=owls.code, by=ada, name="ben", now=NOW)
    assert seated(table) == ["ada", "free", "free"]
    with pytest.raises(NotMember):
        tables.join_club_table(code=owls.code, table=table.code, player=ben, now=NOW)


def test_a_tournament_goes_to_the_owner_of_the_club_when_its_creator_leaves(
    at: Browser, owls: Club, cup: Tournament, ada: Player, ben: Player
) -> None:
    cup.organisers.update(player=ben)
    members.remove_member(code=owls.code, by=ada, name="ben", now=timezone.now())
    assert list(cup.organisers.values_list("player__username", "helper")) == [("ada", False)]
    assert at(ben).post(f"{cup.get_absolute_url()}bot/").status_code == 409


def test_a_club_that_closes_calls_off_what_has_not_begun(owls: Club, table: Table, ada: Player, ben: Player) -> None:
    elsewhere = lobby_table(ada)
    clubs.close_club(code=owls.code, by=ada, now=NOW)
    assert list(Table.objects.all()) == [elsewhere]
    with pytest.raises(ClubRefused, match="closed"):
        tables.open_table(code=owls.code, host=ben, game="fuse")


def test_blocks_hold_at_its_tables(at: Browser, owls: Club, table: Table, ada: Player, ben: Player) -> None:
    relations.block_player(owner=ben, other=ada, now=NOW)
    assert "with ada" not in at(ben).get(owls.get_absolute_url()).content.decode()
    with pytest.raises(TableRefused, match=gettext("All seats are taken.")):
        tables.join_club_table(code=owls.code, table=table.code, player=ben, now=NOW)


def test_its_matches_are_shown_while_they_are_played(
    at: Browser, owls: Club, table: Table, ada: Player, ben: Player
) -> None:
    lobby.fill_with_bots(code=table.code, host=ada)
    code = lobby.start_table(code=table.code, host=ada, now=timezone.now())
    assert 'id="played"' in at(ben).get(owls.get_absolute_url()).content.decode()
    end_match(code, 1, 2, 3, now=timezone.now())
    assert 'id="played"' not in at(ben).get(owls.get_absolute_url()).content.decode()


# -- Tournaments -------------------------------------------------------------------------------------------------------


@pytest.fixture
def cup(at: Browser, owls: Club, ada: Player, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return a tournament that Ada created for her club by its form."""
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)
    new = f"{owls.get_absolute_url()}tournaments/new/"
    only = gettext(
        "Only for members of %(only_for)s. The tournament is listed only there, and its matches are unrated."
    )
    assert only % {"only_for": "Night Owls"} in at(ada).get(new, {"game": "fuse"}).content.decode()
    start = timezone.localtime(timezone.now() + timedelta(days=2))
    typed: dict[str, Any] = {
        "game": "fuse", "name": "Owls’ Cup", "pattern": "knockout", "starts_at": f"{start:%Y-%m-%dT%H:%M}",
        "most": "16", "takes_part": "on",
    }  # fmt: skip
    answer = at(ada).post(new, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get()


def test_a_tournament_of_the_club_stands_in_its_list_alone_and_is_not_rated(
    at: Browser, owls: Club, cup: Tournament, ada: Player, ben: Player, cleo: Player
) -> None:
    assert (cup.circle, cup.listed, cup.rated) == (owls.code, False, False)
    assert list(cup.entries.values_list("player", flat=True)) == [ada.pk]
    assert cup.name in at(ben).get(owls.get_absolute_url()).content.decode()
    assert cup.name not in at(cleo).get(owls.get_absolute_url()).content.decode()
    assert cup.name not in at(ben).get("/tournaments/").content.decode()


def test_only_members_register_and_the_tournaments_own_page_leads_them_to_the_door(
    at: Browser, owls: Club, cup: Tournament, ben: Player, cleo: Player
) -> None:
    door = f"{owls.get_absolute_url()}tournaments/{cup.code}/register/"
    assert f'action="{door}"' in at(ben).get(cup.get_absolute_url()).content.decode()
    assert at(cleo).post(door).status_code == 403
    assert at(ben).post(f"{cup.get_absolute_url()}register/").status_code == 409
    with pytest.raises(TournamentRefused, match=gettext("Only members of the club can enter this tournament.")):
        entries.register_player(code=cup.code, player=ben, now=timezone.now())
    assert at(ben).post(door).status_code == 302
    assert at(ben).post(door).status_code == 409
    assert set(cup.entries.values_list("player__username", flat=True)) == {"ada", "ben"}
    assert at(ben).post(f"{owls.get_absolute_url()}tournaments/nowhere/register/").status_code == 404


def test_a_club_vouches_for_its_own_tournaments_alone(owls: Club, cup: Tournament, cleo: Player) -> None:
    other = club(cleo, name="Early Birds")
    with pytest.raises(TournamentRefused, match=gettext("Only members of the club can enter this tournament.")):
        tournaments.register_player(code=other.code, tournament=cup.code, player=cleo, now=timezone.now())


def test_who_is_in_the_club_no_more_takes_part_in_none_that_has_not_begun(
    owls: Club, cup: Tournament, ada: Player, ben: Player
) -> None:
    tournaments.register_player(code=owls.code, tournament=cup.code, player=ben, now=timezone.now())
    members.remove_member(code=owls.code, by=ada, name="ben", now=timezone.now())
    assert not Entry.playing(cup).filter(player=ben).exists()


def test_a_co_organiser_looks_after_a_tournament_of_the_club_until_they_leave_it(
    at: Browser, owls: Club, cup: Tournament, ada: Player, ben: Player, cleo: Player
) -> None:
    root = cup.get_absolute_url()
    assert at(ben).post(f"{root}bot/").status_code == 409
    assert at(ada).post(f"{root}organisers/", {"name": "cleo"}).status_code == 409, "she isn't in the club"
    tournaments.register_player(code=owls.code, tournament=cup.code, player=ben, now=timezone.now())
    assert at(ada).post(f"{root}organisers/", {"name": "ben"}).status_code == 302
    assert at(ben).post(f"{root}bot/").status_code == 302
    assert at(ben).get(f"{root}edit/").status_code == 200
    assert at(ben).post(f"{root}out/1/").status_code == 302
    assert not Entry.playing(cup).filter(player=ada).exists()
    assert at(cleo).post(f"{owls.get_absolute_url()}tournaments/{cup.code}/register/").status_code == 403
    assert "invite/" not in at(ben).get(root).content.decode(), "members find it on the club's page"
    assert at(ben).post(f"{root}invite/", {"players": "cleo"}).status_code == 409
    members.leave_club(code=owls.code, player=ben, now=timezone.now())
    assert at(ben).post(f"{root}bot/").status_code == 409
    assert list(cup.organisers.values_list("player__username", flat=True)) == ["ada"]


def test_a_club_that_closes_calls_off_its_tournaments_that_have_not_begun(
    owls: Club, cup: Tournament, ada: Player
) -> None:
    clubs.close_club(code=owls.code, by=ada, now=timezone.now())
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.CANCELLED


def test_begun_tables_of_whom_one_never_meets_are_not_shown(
    at: Browser, owls: Club, table: Table, ada: Player, ben: Player
) -> None:
    lobby.fill_with_bots(code=table.code, host=ada)
    lobby.start_table(code=table.code, host=ada, now=timezone.now())
    relations.block_player(owner=ben, other=ada, now=NOW)
    assert "with ada" not in at(ben).get(owls.get_absolute_url()).content.decode()


def test_whoever_can_create_the_first_tournament_gets_the_button_and_others_a_sentence(
    at: Browser, owls: Club, ada: Player, ben: Player
) -> None:
    new, nothing = f"{owls.get_absolute_url()}tournaments/new/", gettext("Nothing is planned right now.")
    owner, member = (at(reader).get(owls.get_absolute_url()).content.decode() for reader in (ada, ben))
    assert (new in owner, nothing in owner) == (True, False)
    assert (new in member, nothing in member) == (False, True)
