"""Tests of the list of clubs and a club's pages: what each reader sees, and at what cost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext

from apps.accounts import confusables
from apps.accounts.models import Player
from apps.clubs.models import Club, Membership
from apps.clubs.services import members, requests
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES
from apps.ratings.models import Rating
from apps.talk.models import Board, Post
from tests.conftest import person
from tests.database import statements
from tests.factories.clubs import NOW, club
from tests.factories.lobby import lobby_table

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def seen(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


def test_the_list_is_by_name_page_by_page_and_can_be_searched(at: Browser, ada: Player) -> None:
    names = [f"Club {number:02}" for number in range(25)]
    Club.objects.bulk_create(
        Club(name=name, skeleton=confusables.compute_skeleton(name), created_at=NOW) for name in names
    )
    first = seen(at(), "/clubs/")
    assert first.index("Club 00") < first.index("Club 19")
    assert "Club 20" not in first
    assert "Club 24" in seen(at(), "/clubs/?page=2")
    assert "Page 2 of 2" in seen(at(), "/clubs/?page=zzz99") or "Page 1 of 2" in seen(at(), "/clubs/?page=zzz99")
    found = seen(at(), "/clubs/?name=CLUB+07")
    assert "Club 07" in found
    assert "Club 08" not in found
    assert gettext("No clubs by that name") in seen(at(), "/clubs/?name=%25")


def test_it_says_of_each_what_it_is_and_of_mine_what_i_am_there(at: Browser, owls: Club, ada: Player) -> None:
    Club.objects.update(about="We play *late*.\n\nBring cake.")
    page = seen(at(ada), "/clubs/")
    mine = page.split('id="mine"')[1].split('id="all"')[0]
    assert "owner" in mine
    assert "2 members" in mine
    assert "We play late." in page
    assert 'id="mine"' not in seen(at(), "/clubs/")


def test_everybody_sees_who_is_in_an_open_club_and_members_alone_in_one_by_invitation(
    at: Browser, owls: Club, sealed: Club, ben: Player, cleo: Player
) -> None:
    assert "/p/ben/" in seen(at(cleo), f"{owls.get_absolute_url()}members/")
    for page in ("members/", "leaders/fuse/"):
        assert at(cleo).get(sealed.get_absolute_url() + page).status_code == 403
        assert at(ben).get(sealed.get_absolute_url() + page).status_code == 200
    outside = seen(at(cleo), sealed.get_absolute_url())
    assert "2 members" in outside
    assert "/p/ada/" not in outside


def test_members_stand_by_rank_and_then_by_how_long_they_are_there(at: Browser, owls: Club, cleo: Player) -> None:
    members.join_club(code=owls.code, player=cleo, now=NOW)
    page = seen(at(), f"{owls.get_absolute_url()}members/")
    assert page.index("/p/ada/") < page.index("/p/cleo/") < page.index("/p/ben/")


def test_its_leaderboard_is_of_its_members_with_ranks_of_their_own(
    at: Browser, owls: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    for least, player in ((30.0, cleo), (25.0, ben), (20.0, ada)):
        Rating.objects.create(player=player, game="fuse", mu=40, sigma=2, least=least, matches=20, updated_at=NOW)
    page = seen(at(cleo), f"{owls.get_absolute_url()}leaders/fuse/")
    assert "/p/cleo/" not in page
    assert page.index("/p/ben/") < page.index("/p/ada/")
    assert '<span class="rank">1</span>' in page
    empty = gettext("No club members are ranked yet. It takes %(settled)s rated matches to appear here.")
    assert empty % {"settled": MIN_SETTLED_MATCHES} in seen(at(), f"{owls.get_absolute_url()}leaders/frogs/")
    assert at().get(f"{owls.get_absolute_url()}leaders/chess/").status_code == 404


def test_there_is_no_page_where_there_is_no_club(at: Browser, ada: Player) -> None:
    for path in ("", "members/", "talk/", "owner/", "leaders/fuse/", "tables/new/"):
        assert at(ada).get(f"/clubs/nowhere/{path}").status_code == 404


def test_only_the_owner_comes_to_the_settings(at: Browser, owls: Club, ben: Player) -> None:
    assert at(ben).get(f"{owls.get_absolute_url()}owner/").status_code == 403
    assert f"{owls.get_absolute_url()}owner/" not in seen(at(ben), owls.get_absolute_url())


def test_the_invitation_link_is_for_organisers_alone(at: Browser, owls: Club, ada: Player, ben: Player) -> None:
    assert owls.token in seen(at(ada), f"{owls.get_absolute_url()}members/")
    assert owls.token not in seen(at(ben), f"{owls.get_absolute_url()}members/")


def test_pages_cost_the_same_however_many_are_in_it(at: Browser, ada: Player) -> None:
    owls = club(ada, open=False)
    people = [person(f"p{number:02}") for number in range(30)]
    Membership.objects.bulk_create(Membership(club=owls, player=who, since=NOW) for who in people[:25])
    owls.board = Board.objects.create()
    owls.save()
    Post.objects.bulk_create(Post(board=owls.board, author=who, text="Hello.", at=NOW) for who in people[:25])
    for who in people[25:]:
        requests.ask_to_join(code=owls.code, player=who, now=NOW)
    for who in people[:5]:
        lobby_table(who, circle=owls.code)
    path = owls.get_absolute_url()
    limits = {"/clubs/": 8, path: 19, f"{path}members/": 12, f"{path}talk/": 9, f"{path}leaders/fuse/": 11}
    client = at(ada)
    for page, most in limits.items():
        cache.clear()
        with CaptureQueriesContext(connection) as context:
            assert client.get(page).status_code == 200
        sent = statements(context)
        assert len(sent) <= most, f"{page}: {len(sent)}\n" + "\n".join(sent)
