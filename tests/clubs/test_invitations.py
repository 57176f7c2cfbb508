"""Tests of join requests and invitations: the notices about them, and what stays private."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused, NotAllowed
from apps.clubs.models import Club, Invitation, JoinRequest
from apps.clubs.services import invitations, members, notify, requests
from apps.common.errors import RateLimited
from tests.factories.clubs import NOW, organiser, roles, told
from tests.factories.people import guest

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def test_whoever_asks_is_let_in_by_an_organiser_and_owner_and_they_are_told(
    at: Browser, sealed: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    path = sealed.get_absolute_url()
    organiser(sealed, ben)
    assert f'action="{path}ask/"' in at(cleo).get(path).content.decode()
    at(cleo).post(f"{path}ask/")
    assert told(ada) == [notify.ASKED % {"by": "cleo", "club": "Closed Circle"}]
    assert f'action="{path}withdraw/"' in at(cleo).get(path).content.decode()
    assert at(cleo).post(f"{path}ask/").status_code == 409
    page = at(ben).get(f"{path}members/").content.decode()
    assert 'id="asking"' in page
    assert f'action="{path}members/let-in/"' in page
    assert 'name="name" value="cleo"' in page
    assert at(ben).post(f"{path}members/let-in/", {"name": "cleo"}).status_code == 302
    assert roles(sealed)["cleo"] == "member"
    assert told(cleo) == [notify.ACCEPTED % {"club": "Closed Circle"}]
    assert not JoinRequest.objects.exists()
    assert at(ben).post(f"{path}members/let-in/", {"name": "cleo"}).status_code == 409


def test_whoever_is_turned_down_is_not_told_and_may_ask_again_in_a_week(
    sealed: Club, ada: Player, cleo: Player
) -> None:
    requests.ask_to_join(code=sealed.code, player=cleo, now=NOW)
    requests.decline_request(code=sealed.code, by=ada, name="cleo", now=NOW)
    assert told(cleo) == []
    declined = gettext("Your request was declined. Please wait a few days before you ask again.")
    with pytest.raises(ClubRefused, match=declined):
        requests.ask_to_join(code=sealed.code, player=cleo, now=NOW + timedelta(days=6))
    requests.ask_to_join(code=sealed.code, player=cleo, now=NOW + timedelta(days=8))
    requests.withdraw_request(code=sealed.code, player=cleo)
    with pytest.raises(ClubRefused, match=gettext("You have no pending request to join this club.")):
        requests.withdraw_request(code=sealed.code, player=cleo)
    assert "cleo" not in roles(sealed)


def test_nobody_asks_where_everybody_may_come_or_who_was_removed(
    owls: Club, sealed: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    with pytest.raises(ClubRefused, match=gettext("This club is open to everyone, so you can just join.")):
        requests.ask_to_join(code=owls.code, player=cleo, now=NOW)
    members.remove_member(code=sealed.code, by=ada, name="ben", now=NOW)
    removed = gettext("You were removed from this club. You can rejoin if someone invites you by name.")
    with pytest.raises(NotAllowed, match=removed):
        requests.ask_to_join(code=sealed.code, player=ben, now=NOW)
    with pytest.raises(AccountNeeded):
        requests.ask_to_join(code=sealed.code, player=guest(), now=NOW)
    assert not JoinRequest.objects.exists()


def test_so_many_wait_and_no_more(sealed: Club, cleo: Player, dora: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_PENDING_REQUESTS", 1)
    requests.ask_to_join(code=sealed.code, player=cleo, now=NOW)
    full = gettext("This club has too many join requests right now. Please try again later.")
    with pytest.raises(ClubRefused, match=full):
        requests.ask_to_join(code=sealed.code, player=dora, now=NOW)


def test_whoever_is_invited_is_told_and_comes_in(at: Browser, sealed: Club, ada: Player, cleo: Player) -> None:
    path = sealed.get_absolute_url()
    answer = at(ada).post(f"{path}members/invite/", {"name": " Cleo "}, follow=True)
    said = gettext("If there’s a player called %(name)s, they’ve been invited.") % {"name": "Cleo"}
    assert said in answer.content.decode()
    assert told(cleo) == [notify.INVITED % {"by": "ada", "club": "Closed Circle"}]
    assert 'id="invited"' in at(cleo).get("/clubs/").content.decode()
    page = at(cleo).get(path).content.decode()
    for deed in ("join", "decline"):
        assert f'action="{path}{deed}/"' in page
    at(cleo).post(f"{path}join/")
    assert roles(sealed)["cleo"] == "member"
    assert not Invitation.objects.exists()


def test_who_declines_is_invited_no_more_and_nobody_is_told(
    at: Browser, sealed: Club, ada: Player, cleo: Player
) -> None:
    path = sealed.get_absolute_url()
    invitations.invite_to_club(code=sealed.code, by=ada, name="cleo", now=NOW)
    at(cleo).post(f"{path}decline/")
    assert at(cleo).post(f"{path}join/").status_code == 403
    assert at(cleo).post(f"{path}decline/").status_code == 409
    assert "cleo" in at(ada).get(f"{path}members/").content.decode(), "as if there were no answer"
    invited = gettext("%(name)s has already been invited.") % {"name": "CLEO"}
    with pytest.raises(ClubRefused, match=invited):
        invitations.invite_to_club(code=sealed.code, by=ada, name="CLEO", now=NOW + timedelta(days=29))
    invitations.invite_to_club(code=sealed.code, by=ada, name="CLEO", now=NOW + timedelta(days=31))
    assert len(told(cleo)) == 2


def test_who_invites_does_not_learn_whether_there_is_somebody(at: Browser, sealed: Club, ada: Player) -> None:
    path = f"{sealed.get_absolute_url()}members/invite/"
    for name in ("nobody", guest().username):
        answer = at(ada).post(path, {"name": name}, follow=True).content.decode()
        assert gettext("If there’s a player called %(name)s, they’ve been invited.") % {"name": name} in answer
    assert set(Invitation.objects.values_list("to", flat=True)) == {None}
    assert at(ada).post(path, {"name": " "}).status_code == 409
    assert at(ada).post(path, {"name": "ben"}).status_code == 409, "he is in it"


def test_nobody_invites_without_end(sealed: Club, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_INVITATIONS_PER_DAY", 1)
    invitations.invite_to_club(code=sealed.code, by=ada, name="eva", now=NOW)
    with pytest.raises(RateLimited):
        invitations.invite_to_club(code=sealed.code, by=ada, name="eve", now=NOW)
