"""Tests of several people acting in a club at the same moment."""

from __future__ import annotations

from functools import partial

import pytest

from apps.accounts.models import Player
from apps.clubs.errors import ClubNameRefused, ClubRefused, NoRoom, NotAllowed
from apps.clubs.models import Club, Membership, Role
from apps.clubs.selectors import access
from apps.clubs.services import clubs, members, tables
from tests.concurrency import together
from tests.factories.clubs import NOW, club, roles
from tests.factories.lobby import lobby_table, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_take_a_name_at_once_one_gets_it(founder: Player, ben: Player) -> None:
    found = partial(clubs.create_club, name="Night Owls", about="", open_=True, now=NOW)
    came = together(partial(found, player=founder), partial(found, player=ben))
    assert sum(isinstance(each, Club) for each in came) == 1, came
    assert sum(isinstance(each, ClubNameRefused) for each in came) == 1, came


def test_founding_many_at_once_does_not_pass_the_limit(founder: Player) -> None:
    found = partial(clubs.create_club, player=founder, about="", open_=True, now=NOW)
    came = together(*(partial(found, name=f"Club number {number}") for number in range(5)))
    assert sum(isinstance(each, Club) for each in came) == clubs.MAX_OWNED_CLUBS, came
    assert Club.objects.count() == clubs.MAX_OWNED_CLUBS


def test_the_last_place_is_taken_once_and_nobody_is_in_it_twice(
    ada: Player, ben: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    owls = club(ada)
    monkeypatch.setattr(access, "MAX_MEMBERS", 2)
    join = partial(members.join_club, code=owls.code, now=NOW)
    came = together(partial(join, player=ben), partial(join, player=ben), partial(join, player=cleo))
    assert came.count(None) == 1, came
    assert all(each is None or isinstance(each, NoRoom | ClubRefused) for each in came)
    assert Membership.objects.filter(club=owls).count() == 2


def test_a_club_that_is_handed_to_two_at_once_has_one_owner(ada: Player, ben: Player, cleo: Player) -> None:
    owls = club(ada, ben, cleo)
    came = together(*(partial(members.hand_over, code=owls.code, by=ada, name=name) for name in ("ben", "cleo")))
    assert came.count(None) == 1, came
    assert Membership.objects.filter(club=owls, role=Role.OWNER).count() == 1
    assert roles(owls)["ada"] == "organiser"


def test_whoever_leaves_while_they_sit_down_is_a_member_at_the_table_or_neither(ada: Player, ben: Player) -> None:
    owls = club(ada, ben)
    table = lobby_table(ada, circle=owls.code, seats=3)
    sat, left = together(
        partial(tables.join_club_table, code=owls.code, table=table.code, player=ben, now=NOW),
        partial(members.leave_club, code=owls.code, player=ben, now=NOW),
    )
    assert left is None
    assert sat == table or isinstance(sat, NotAllowed)
    assert seated(table) == ["ada", "free", "free"]
