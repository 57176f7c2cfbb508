"""Tests of a club's members and their rights, and that refused actions change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused, NoRoom, NotAllowed
from apps.clubs.models import Club, Membership, Role
from apps.clubs.selectors import access
from apps.clubs.services import clubs, members
from tests.factories.clubs import NOW, club, organiser, roles
from tests.factories.people import guest

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def test_one_joins_an_open_club_and_leaves_it_again(at: Browser, owls: Club, cleo: Player) -> None:
    path = owls.get_absolute_url()
    assert f'action="{path}join/"' in at(cleo).get(path).content.decode()
    assert gettext("You’ve joined the club.") in at(cleo).post(f"{path}join/", follow=True).content.decode()
    assert roles(owls)["cleo"] == "member"
    assert at(cleo).post(f"{path}join/").status_code == 409, "once is enough"
    assert gettext("You’ve left the club.") in at(cleo).post(f"{path}leave/", follow=True).content.decode()
    assert "cleo" not in roles(owls)
    assert at(cleo).post(f"{path}leave/").status_code == 403


def test_whoever_is_nobody_yet_is_sent_to_log_in_and_guests_are_told_to_stay(at: Browser, owls: Club) -> None:
    path = owls.get_absolute_url()
    answer = at().post(f"{path}join/")
    assert (answer.status_code, answer["location"]) == (302, f"/accounts/login/?next={path}")
    refused = at(guest()).post(f"{path}join/")
    assert refused.status_code == 409
    assert refused.context["keep"]
    nameless = gettext("You need an account to join or create clubs. Choose a name and a password first.")
    assert nameless in refused.content.decode()
    assert set(roles(owls)) == {"ada", "ben"}


def test_a_club_by_invitation_lets_in_whoever_has_its_link_until_there_is_another(
    at: Browser, sealed: Club, ada: Player, cleo: Player, dora: Player
) -> None:
    path, token = sealed.get_absolute_url(), sealed.token
    assert at(cleo).post(f"{path}join/").status_code == 403
    assert at(cleo).post(f"{path}join/", {"key": "wrong ключ"}).status_code == 403
    page = at(cleo).get(f"{path}?key={token}").content.decode()
    assert f'name="key" value="{token}"' in page
    assert token not in at(cleo).get(path).content.decode()
    assert at(cleo).post(f"{path}join/", {"key": token}).status_code == 302
    clubs.renew_link(code=sealed.code, by=ada)
    assert at(dora).post(f"{path}join/", {"key": token}).status_code == 403
    assert set(roles(sealed)) == {"ada", "ben", "cleo"}


def test_a_full_club_and_somebody_of_many_clubs_take_no_more(
    owls: Club, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MAX_MEMBERS", 2)
    with pytest.raises(NoRoom):
        members.join_club(code=owls.code, player=cleo, now=NOW)
    monkeypatch.setattr(access, "MAX_MEMBERS", 3)
    monkeypatch.setattr(members, "MAX_CLUBS_PER_PLAYER", 0)
    with pytest.raises(ClubRefused, match=gettext("You can’t be in more than %(count)d clubs.") % {"count": 0}):
        members.join_club(code=owls.code, player=cleo, now=NOW)
    assert "cleo" not in roles(owls)


def test_who_was_removed_comes_back_only_if_invited_by_name(at: Browser, owls: Club, ada: Player, ben: Player) -> None:
    path = owls.get_absolute_url()
    assert at(ada).post(f"{path}members/remove/", {"name": "BEN"}).status_code == 302
    assert roles(owls) == {"ada": "owner"}
    assert at(ben).post(f"{path}join/", {"key": owls.token}).status_code == 403
    assert (
        gettext("You were removed from this club. You can rejoin if someone invites you by name.")
        in at(ben).get(path).content.decode()
    )
    at(ada).post(f"{path}members/invite/", {"name": "ben"})
    assert at(ben).post(f"{path}join/").status_code == 302
    assert roles(owls)["ben"] == "member"


def test_the_owner_makes_organisers_and_members_of_them_again(at: Browser, owls: Club, ada: Player) -> None:
    path = f"{owls.get_absolute_url()}members/"
    at(ada).post(f"{path}organiser/", {"name": "ben"})
    assert roles(owls) == {"ada": "owner", "ben": "organiser"}
    at(ada).post(f"{path}member/", {"name": "ben"})
    assert roles(owls) == {"ada": "owner", "ben": "member"}
    for deed in ("organiser/", "member/"):
        assert at(ada).post(path + deed, {"name": "ada"}).status_code == 409, "the owner stays the owner"
        assert at(ada).post(path + deed, {"name": "nobody"}).status_code == 409


def test_the_owner_leaves_only_after_handing_over(at: Browser, owls: Club, ada: Player, ben: Player) -> None:
    path = owls.get_absolute_url()
    assert at(ada).post(f"{path}leave/").status_code == 409
    assert at(ada).post(f"{path}owner/hand-over/", {"name": "cleo"}).status_code == 409, "not to a stranger"
    assert at(ada).post(f"{path}owner/hand-over/", {"name": "ada"}).status_code == 409, "it is hers already"
    assert at(ada).post(f"{path}owner/hand-over/", {"name": "ben"}).status_code == 302
    assert roles(owls) == {"ada": "organiser", "ben": "owner"}
    assert at(ada).post(f"{path}leave/").status_code == 302


def test_nobody_is_handed_more_clubs_than_one_may_own(owls: Club, ada: Player, ben: Player) -> None:
    for number in range(clubs.MAX_OWNED_CLUBS):
        club(ben, name=f"Of Ben {number}")
    with pytest.raises(ClubRefused, match=gettext("You can’t hand the club over to this player.")):
        members.hand_over(code=owls.code, by=ada, name="ben")
    assert roles(owls) == {"ada": "owner", "ben": "member"}


DEEDS: Final = {
    "members/invite/": (Role.ORGANISER, {"name": "dora"}),
    "members/link/": (Role.ORGANISER, {}),
    "members/let-in/": (Role.ORGANISER, {"name": "dora"}),
    "members/turn-down/": (Role.ORGANISER, {"name": "dora"}),
    "members/remove/": (Role.ORGANISER, {"name": "ben"}),
    "members/organiser/": (Role.OWNER, {"name": "ben"}),
    "members/member/": (Role.OWNER, {"name": "ben"}),
    "owner/": (Role.OWNER, {"name": "Other", "about": "", "open": "yes"}),
    "owner/hand-over/": (Role.OWNER, {"name": "ben"}),
    "owner/close/": (Role.OWNER, {"sure": "yes"}),
    "talk/": (Role.MEMBER, {"text": "Hello"}),
    "tournaments/new/": (Role.ORGANISER, {"game": "fuse"}),
    "tables/new/": (Role.MEMBER, {"game": "fuse"}),
}
"""All actions, with the minimum role for each."""


LESS: Final = [
    (deed, who) for deed, (least, _words) in DEEDS.items() for who in (0, Role.MEMBER, Role.ORGANISER) if who < least
]


@pytest.mark.parametrize(("deed", "who"), LESS)
def test_whoever_is_less_is_refused_and_nothing_changes(
    at: Browser, owls: Club, cleo: Player, deed: str, who: int
) -> None:
    _least, words = DEEDS[deed]
    if who:
        Membership.objects.create(club=owls, player=cleo, role=who, since=NOW)
    before = Club.objects.values().get(), roles(owls)
    assert at(cleo).post(owls.get_absolute_url() + deed, words).status_code == 403
    assert at().post(owls.get_absolute_url() + deed, words).status_code in (302, 401), "to the login"
    assert (Club.objects.values().get(), roles(owls)) == before
    assert not owls.messages.exists()
    assert not owls.invitations.exists()


def test_an_organiser_removes_members_and_nobody_of_their_own_rank(
    owls: Club, ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    for player in (cleo, dora):
        members.join_club(code=owls.code, player=player, now=NOW)
    organiser(owls, ben)
    organiser(owls, cleo)
    for name in ("ada", "cleo", "ben"):
        with pytest.raises(NotAllowed):
            members.remove_member(code=owls.code, by=ben, name=name, now=NOW)
    members.remove_member(code=owls.code, by=ben, name="dora", now=NOW)
    assert set(roles(owls)) == {"ada", "ben", "cleo"}


@pytest.mark.slow
def test_nobody_presses_buttons_without_end(at: Browser, owls: Club, cleo: Player) -> None:
    answers = [at(cleo).post(f"{owls.get_absolute_url()}leave/").status_code for _ in range(121)]
    assert set(answers[:120]) == {403}
    assert answers[-1] == 429
