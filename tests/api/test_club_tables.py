"""Tests that a program opens, sees and joins tables of its player's clubs as on their pages, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.api import response_policy
from apps.clubs.models import Club
from apps.clubs.services import clubs, limits, members
from apps.common import clocks
from apps.lobby.models import Chair, RememberedAnswer, Table
from apps.matches.models import Match
from tests.api.program import Program
from tests.factories.clubs import NOW, club
from tests.factories.lobby import lobby_table, seated

pytestmark = pytest.mark.django_db
ONLY_MEMBERS = "Only club members can do that."
NO_CLUB = "We can’t find that club. It may have been closed."


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)


@pytest.fixture
def owls(ada: Player, ben: Player) -> Club:
    """Return Ada's open club, which Ben has joined."""
    return club(ada, ben)


def everything() -> list[Any]:
    """Return all that an act on tables could change."""
    return [list(model.objects.order_by("pk").values()) for model in (Table, Chair, Match, RememberedAnswer)]


def test_a_member_opens_a_table_that_only_members_find_and_join(
    owls: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    told = Program(ada).post("/tables/", {"game": "fuse", "seats": 2, "club": owls.code})
    assert (told["club"], told["listed"], told["joined"]) == (owls.code, False, True)
    path = f"/clubs/{owls.code}/tables/"
    [listed] = Program(ben).get(path)
    assert (listed["code"], listed["joined"]) == (told["code"], False)
    assert Program(ben).get("/tables/")["items"] == []
    before = everything()
    other = Program(cleo)
    assert other.get(path, 403)["detail"] == ONLY_MEMBERS
    assert other.post(f"{path}{told['code']}/join/", status=403)["code"] == "not_member"
    other.post(f"/tables/{told['code']}/join/", status=403)
    assert other.post("/tables/", {"game": "fuse", "club": owls.code}, 403)["detail"] == ONLY_MEMBERS
    assert everything() == before
    joined = Program(ben).post(f"{path}{told['code']}/join/")
    assert joined["match"] == Match.objects.get().code
    assert Program(ada).get(path) == []


def test_the_page_makes_the_same_table(owls: Club, ada: Player) -> None:
    Program(ada).post("/tables/", {"game": "fuse", "pace": "daily", "seats": 2, "club": owls.code, "options": {}})
    browser = Client()
    browser.force_login(ada)
    browser.post(
        f"{owls.get_absolute_url()}tables/new/",
        {"game": "fuse", "pace": "daily", "seats": "2", "by_itself": "on", "newcomers": "on", "bots_welcome": "on"},
    )
    columns = ("circle", "public", "seats", "pace_name", "rated", "by_itself", "newcomers", "bots_welcome", "opponents")
    ours, theirs = Table.objects.order_by("pk").values(*columns)
    assert ours == theirs


def test_the_list_is_that_of_the_page(owls: Club, ada: Player, ben: Player, dora: Player) -> None:
    members.join_club(code=owls.code, player=dora, now=NOW)
    first, second = lobby_table(ada, circle=owls.code, seats=3), lobby_table(dora, circle=owls.code, seats=3)
    lobby_table(ada, seats=3)
    lobby_table(ada, circle=club(ada, name="Early Birds").code, seats=3)
    program, path = Program(ben), f"/clubs/{owls.code}/tables/"
    assert [each["code"] for each in program.get(path)] == [second.code, first.code]
    relations.block_player(owner=dora, other=ben, now=NOW)
    assert [each["code"] for each in program.get(path)] == [first.code]
    before = everything()
    assert program.post(f"{path}{second.code}/join/", status=409)["detail"] == "All seats are taken."
    assert everything() == before


def test_a_club_vouches_for_its_own_tables_alone(owls: Club, ada: Player, cleo: Player) -> None:
    table, other = lobby_table(ada, circle=owls.code, seats=3), club(cleo, name="Early Birds")
    before = everything()
    Program(cleo).post(f"/clubs/{other.code}/tables/{table.code}/join/", status=403)
    Program(cleo).post(f"/clubs/{other.code}/tables/nowhere/join/", status=404)
    assert everything() == before
    assert seated(table) == ["ada", "free", "free"]


def test_a_closed_club_is_unknown_to_others_and_opens_nothing(
    owls: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    clubs.close_club(code=owls.code, by=ada, now=NOW)
    before, body = everything(), {"game": "fuse", "club": owls.code}
    assert Program(cleo).post("/tables/", body, 404)["detail"] == NO_CLUB
    assert Program(cleo).get(f"/clubs/{owls.code}/tables/", 404)["detail"] == NO_CLUB
    assert Program(ben).post("/tables/", body, 409)["detail"] == "This club is closed."
    for code in ("nowhere", "no club", "k" * 41):
        Program(ben).post("/tables/", {"game": "fuse", "club": code}, 404 if code == "nowhere" else 422)
    assert everything() == before


def test_bad_settings_open_nothing_and_the_scope_is_needed(owls: Club, ada: Player) -> None:
    table = lobby_table(ada, circle=owls.code, seats=3)
    before, weak = everything(), Program(ada, "read", "play")
    Program(ada).post("/tables/", {"game": "fuse", "club": owls.code, "seats": 99}, 422, key="k1")
    weak.post("/tables/", {"game": "fuse", "club": owls.code}, 403)
    weak.post(f"/clubs/{owls.code}/tables/{table.code}/join/", status=403)
    Program(ada, "tables").get(f"/clubs/{owls.code}/tables/", 403)
    assert everything() == before


def test_a_repeat_gets_the_first_answer_even_after_leaving(owls: Club, ben: Player) -> None:
    program, body = Program(ben), {"game": "fuse", "club": owls.code}
    first = program.post("/tables/", body, key="k1")
    members.leave_club(code=owls.code, player=ben, now=clocks.now())
    assert program.post("/tables/", body, key="k1") == first
    assert not Table.objects.exists()
    assert program.post("/tables/", {"game": "fuse"}, 422, key="k1")["code"] == "key_reused"


def test_pages_and_programs_have_one_limit(
    owls: Club, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_ACTIONS_PER_HOUR", 1)
    browser, table = Client(), lobby_table(ada, circle=owls.code, seats=3)
    browser.force_login(ben)
    browser.post(f"{owls.get_absolute_url()}leave/")
    members.join_club(code=owls.code, player=ben, now=NOW)
    before = everything()
    problem = Program(ben).post(f"/clubs/{owls.code}/tables/{table.code}/join/", status=429)
    assert problem["code"] == "rate_limited"
    assert everything() == before
