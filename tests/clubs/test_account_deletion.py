"""Tests of account deletion: clubs get another owner or are deleted, and members can take data along before."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from apps.clubs import account_deletion, personal_data
from apps.clubs.models import Club
from apps.clubs.services import clubs, invitations, members, messages, requests
from apps.people.services import account_deletion as house
from apps.talk import personal_data as talk
from apps.talk.models import Board, Post
from apps.talk.services import post_reports
from tests.factories.clubs import NOW, club, organiser, roles

pytestmark = pytest.mark.django_db


def test_the_longest_serving_organiser_inherits_before_any_member(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    owls = club(ada, ben, cleo, dora)
    for player in (dora, cleo):
        organiser(owls, player)
    house.delete_account(player=ada, now=NOW)
    assert roles(owls) == {"ben": "member", "cleo": "owner", "dora": "organiser"}
    house.delete_account(player=cleo, now=NOW)
    assert roles(owls) == {"ben": "member", "dora": "owner"}
    house.delete_account(player=dora, now=NOW)
    assert roles(owls) == {"ben": "owner"}


def test_a_club_in_which_nobody_else_is_goes_with_its_owner(ada: Player, ben: Player) -> None:
    club(ada)
    closed = club(ada, name="Closed")
    messages.add_post(code=closed.code, player=ada, text="Alone.", now=NOW)
    kept = club(ben, ada, name="Of Ben")
    clubs.close_club(code=closed.code, by=ada, now=NOW)
    house.delete_account(player=ada, now=NOW)
    assert list(Club.objects.all()) == [kept]
    assert not Board.objects.exists(), "with what was said there"
    assert roles(kept) == {"ben": "owner"}


def test_lines_stay_and_lose_their_author(owls: Club, ada: Player, ben: Player) -> None:
    messages.add_post(code=owls.code, player=ben, text="Farewell.", now=NOW)
    house.delete_account(player=ben, now=NOW)
    assert Post.objects.values_list("author", "text").get() == (None, "Farewell.")


def test_whoever_owns_a_club_again_meanwhile_is_not_deleted_with_it(
    owls: Club, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = account_deletion.leave_all
    handed: list[Club] = []

    def leave_all(*, player: Player) -> None:
        real(player=player)
        if not handed:  # At this moment, someone else hands them theirs.
            handed.append(club(ada, ben, name="Handed Over"))
            members.hand_over(code=handed[0].code, by=ada, name="ben")

    monkeypatch.setattr(house.clubs, "leave_all", leave_all)
    house.delete_account(player=ben, now=NOW)
    assert roles(handed[0]) == {"ada": "owner"}
    assert not Player.objects.filter(username="ben").exists()


def test_one_takes_along_what_is_ones_own_and_nothing_of_others(
    owls: Club, sealed: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    said = messages.add_post(code=owls.code, player=ada, text="Ada’s.", now=NOW)
    messages.add_post(code=owls.code, player=ben, text="Ben’s.", now=NOW)
    post_reports.report_post(post=said, reporter=ben.pk, reason="spam", about="", now=NOW)
    invitations.invite_to_club(code=sealed.code, by=ada, name="cleo", now=NOW)
    requests.ask_to_join(code=sealed.code, player=cleo, now=NOW)
    members.remove_member(code=sealed.code, by=ada, name="ben", now=NOW)
    assert [row["role"] for row in personal_data.export_memberships(player=ada.pk)] == ["owner", "owner"]
    assert [row["text"] for row in talk.export_posts(player=ben.pk)] == ["Ben’s."]
    assert [row["reason"] for row in talk.export_post_reports(player=ben.pk)] == ["spam"]
    assert [set(row) & {"asked_at", "removed_at"} for row in personal_data.export_outside_clubs(player=ben.pk)] == [
        {"removed_at"}
    ]
    assert [set(row) & {"asked_at", "removed_at"} for row in personal_data.export_outside_clubs(player=cleo.pk)] == [
        {"asked_at"}
    ]
    assert [row["to"] for row in personal_data.export_invitations(player=ada.pk)] == ["cleo"]
    assert [row["to"] for row in personal_data.export_invitations(player=cleo.pk)] == [""]
