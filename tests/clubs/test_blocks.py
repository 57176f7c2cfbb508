"""Tests that blocks hold in clubs as everywhere.

No page, message or invitation leads to a blocked player or reveals the block.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.errors import NoRoom, NotAllowed
from apps.clubs.models import Club, Invitation, JoinRequest
from apps.clubs.services import invitations, members, messages, requests
from tests.factories.clubs import NOW, organiser, roles, told
from tests.reading import words

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
Blocks = Callable[[Player, Player], None]


def _forth(one: Player, other: Player) -> None:
    relations.block_player(owner=one, other=other, now=NOW)


def _back(one: Player, other: Player) -> None:
    relations.block_player(owner=other, other=one, now=NOW)


@pytest.fixture(params=[_forth, _back], ids=["the one blocked", "the one is blocked"])
def apart(request: pytest.FixtureRequest) -> Blocks:
    return request.param


def test_a_club_whose_owner_one_never_meets_is_as_if_it_were_full(
    at: Browser, apart: Blocks, owls: Club, sealed: Club, ada: Player, cleo: Player
) -> None:
    apart(ada, cleo)
    for club in (owls, sealed):
        page = at(cleo).get(f"{club.get_absolute_url()}?key={club.token}").content.decode()
        assert str(NoRoom.sentence) in page
        assert "ada" not in words(page)
        for deed in ("join/", "ask/"):
            refused = at(cleo).post(f"{club.get_absolute_url()}{deed}", {"key": club.token})
            assert refused.status_code == 409
            assert str(NoRoom.sentence) in refused.content.decode()
    assert "Night Owls" not in at(cleo).get("/clubs/").content.decode()
    assert not JoinRequest.objects.exists()
    assert set(roles(owls)) == {"ada", "ben"}


def test_whoever_asked_before_is_not_let_in_after_it(
    apart: Blocks, sealed: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    organiser(sealed, ben)
    requests.ask_to_join(code=sealed.code, player=cleo, now=NOW)
    apart(ada, cleo)
    with pytest.raises(NoRoom):
        requests.accept_request(code=sealed.code, by=ben, name="cleo", now=NOW)
    assert "cleo" not in roles(sealed)


@pytest.mark.parametrize("by", ["owner", "organiser"])
def test_nobody_is_invited_by_whom_or_into_whose_club_they_never_meet(
    apart: Blocks, sealed: Club, ada: Player, ben: Player, cleo: Player, by: str
) -> None:
    organiser(sealed, ben)
    apart(ada if by == "owner" else ben, cleo)
    invitations.invite_to_club(code=sealed.code, by=ben, name="cleo", now=NOW)
    assert Invitation.objects.get().to is None
    assert told(cleo) == []


@pytest.mark.parametrize(("by", "refusal"), [("owner", NoRoom), ("organiser", NotAllowed)])
def test_an_invitation_from_before_leads_nowhere(
    apart: Blocks, sealed: Club, ada: Player, ben: Player, cleo: Player, by: str, refusal: type[Exception]
) -> None:
    organiser(sealed, ben)
    inviter = ada if by == "owner" else ben
    invitations.invite_to_club(code=sealed.code, by=inviter, name="cleo", now=NOW)
    apart(inviter, cleo)
    with pytest.raises(refusal):
        members.join_club(code=sealed.code, player=cleo, now=NOW)
    assert "cleo" not in roles(sealed)


def test_they_see_neither_each_others_lines_nor_names(
    at: Browser, apart: Blocks, owls: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    members.join_club(code=owls.code, player=cleo, now=NOW)
    said = messages.add_post(code=owls.code, player=ben, text="Ben was here.", now=NOW)
    apart(ben, cleo)
    path = owls.get_absolute_url()
    assert "Ben was here." not in at(cleo).get(f"{path}talk/").content.decode()
    assert at(cleo).get(f"{path}talk/{said}/").status_code == 404
    assert "/p/ben/" not in at(cleo).get(f"{path}members/").content.decode()
    assert "Ben was here." in at(ada).get(f"{path}talk/").content.decode()
    assert "/p/ben/" in at(ada).get(f"{path}members/").content.decode()


def test_a_club_is_not_handed_to_whom_one_never_meets(
    at: Browser, apart: Blocks, owls: Club, ada: Player, ben: Player
) -> None:
    apart(ada, ben)
    assert at(ada).post(f"{owls.get_absolute_url()}owner/hand-over/", {"name": "ben"}).status_code == 409
    assert roles(owls)["ada"] == "owner"


def test_who_blocks_an_organiser_is_not_beyond_their_reach(
    at: Browser, apart: Blocks, owls: Club, ada: Player, ben: Player
) -> None:
    apart(ada, ben)
    said = messages.add_post(code=owls.code, player=ben, text="Something nasty.", now=NOW)
    path = owls.get_absolute_url()
    assert "<summary" in at(ada).get(f"{path}talk/").content.decode(), "it is there, folded away"
    assert at(ada).post(f"{path}talk/{said}/remove/").status_code == 302
    page = at(ada).get(f"{path}members/").content.decode()
    assert 'name="name" value="ben"' in page
    assert 'href="/p/ben/"' not in page
    assert at(ada).post(f"{path}members/remove/", {"name": "ben"}).status_code == 302
    assert set(roles(owls)) == {"ada"}
