"""Tests that anyone who looks as referee can't play, and that everyone learns of it after the match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.kernel.table import Seat
from apps.matches import personal_data
from apps.matches.errors import MatchRefused
from apps.matches.models import Chair, Move, RefereeLook, Tenure
from apps.matches.services import organiser, referees, seats
from tests.concurrency import together
from tests.factories.matches import HOUR, MatchDriver, new_match
from tests.reading import words

pytestmark = pytest.mark.django_db
PLAYS = gettext_lazy("You’re playing or have played in this match. Someone else has to look at it.")
SECRET = "<code>0 · 0 · {"


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    return new_match(ada, ben, now=timezone.now())


def helper(player: Player) -> Player:
    """Make the player one who manages matches."""
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    player.user_permissions.add(*Permission.objects.filter(codename__in=["view_match", "change_match"]))
    return Player.objects.get(pk=player.pk)


def look(table: MatchDriver, player: Player) -> str:
    """Return the page with every fact, after checking that the confirmation page shows none of them."""
    client, path = Client(), f"/admin/matches/match/{table.match.pk}/referee/"
    client.force_login(helper(player))
    asked = client.get(path, follow=True).content.decode()
    assert SECRET not in asked
    read = client.post(path, follow=True).content.decode()
    assert (str(PLAYS) in asked) is (str(PLAYS) in read)
    return read


def sits(_table: MatchDriver, ada: Player) -> Player:
    return ada


def gave_the_seat_up(table: MatchDriver, ada: Player) -> Player:
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now, by=ada.pk)
    return ada


def sat_before_two_others(table: MatchDriver, ada: Player) -> Player:
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now, by=ada.pk)
    for name in ("substitute", "another"):
        other = Player.objects.create_user(name)
        seats.replace_player(code=table.code, seat=Seat(0), player=other.pk, now=table.now)
    assert not Chair.objects.filter(former=ada).exists()
    return ada


def took_a_seat_over(table: MatchDriver, _ada: Player) -> Player:
    substitute = Player.objects.create_user("substitute")
    seats.replace_player(code=table.code, seat=Seat(0), player=substitute.pk, now=table.now)
    return substitute


def was_a_guest(table: MatchDriver, _ada: Player) -> Player:
    guest = guests.create_guest()
    seats.replace_player(code=table.code, seat=Seat(0), player=guest.pk, now=table.now)
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now, by=guest.pk)
    guests.upgrade_guest(player=guest, username="Eva", password="a match in the dark")
    return guest


def sat_before_seats_remembered(table: MatchDriver, ada: Player) -> Player:
    """Return a former player of a match older than `Tenure`, known only by their moves."""
    sat_before_two_others(table, ada)
    Tenure.objects.all().delete()
    Move.objects.filter(match=table.match).update(player=ada)
    return ada


@pytest.mark.parametrize(
    "case",
    [sits, gave_the_seat_up, sat_before_two_others, took_a_seat_over, was_a_guest, sat_before_seats_remembered],
)
def test_who_sits_or_sat_at_a_match_does_not_look_at_it(
    table: MatchDriver, ada: Player, case: Callable[[MatchDriver, Player], Player]
) -> None:
    read = look(table, case(table, ada))
    assert str(PLAYS) in read
    assert SECRET not in read
    assert not RefereeLook.objects.exists()


def test_nor_do_those_who_may_do_anything(table: MatchDriver, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(is_superuser=True)
    assert str(PLAYS) in look(table, ada)


def test_a_match_one_left_long_ago_is_still_among_ones_own(table: MatchDriver, ada: Player) -> None:
    sat_before_two_others(table, ada)
    assert [match["address"] for match in personal_data.export_matches(player=ada.pk)] == [f"/m/{table.code}/"]


def record(table: MatchDriver, path: str = "record/") -> str:
    return Client().get(f"/m/{table.code}/{path}").content.decode()


def test_the_record_tells_who_looked_when_the_match_is_over_and_not_before(table: MatchDriver, cleo: Player) -> None:
    assert SECRET in look(table, cleo)
    assert SECRET in look(table, cleo)
    assert "cleo" not in words(record(table))
    assert "cleo" not in words(record(table, ""))
    organiser.end_match(code=table.code, now=table.now + HOUR)
    day = date_format(table.now, "j M Y")
    assert 'class="small looked"' in record(table)
    said = gettext("%(name)s watched this match as referee while it was in progress, first on %(day)s.")
    assert " ".join(record(table).split()).count(said % {"name": "cleo", "day": day}) == 1
    cleo.delete()
    said = gettext(
        "Someone who has since left Slow Fuse watched this match as referee while it was in progress, first on %(day)s."
    )
    assert said % {"day": day} in " ".join(record(table).split())


def test_who_looks_at_a_match_that_is_over_sees_what_everybody_sees(
    table: MatchDriver, ada: Player, cleo: Player
) -> None:
    organiser.end_match(code=table.code, now=table.now)
    assert SECRET in look(table, cleo)
    assert 'class="small looked"' not in record(table)


@pytest.mark.parametrize("take", [seats.replace_player, seats.take_over])
def test_who_has_looked_does_not_take_a_seat(table: MatchDriver, cleo: Player, take: Callable[..., None]) -> None:
    look(table, cleo)
    Chair.objects.filter(match=table.match, index=0).update(vacant=True)
    with pytest.raises(MatchRefused, match=gettext("You can’t play in a match you’ve viewed as a referee.")):
        take(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    assert table.chair(0).player != cleo


@pytest.mark.django_db(transaction=True)
def test_of_looking_and_sitting_down_in_the_same_moment_one_is_refused(ada: Any, ben: Any, cleo: Any) -> None:
    for n in range(6):
        table = new_match(ada, ben, seed=n, now=timezone.now())
        came = together(
            partial(referees.record_look, code=table.code, player=cleo.pk, now=table.now),
            partial(seats.replace_player, code=table.code, seat=Seat(0), player=cleo.pk, now=table.now),
        )
        assert sorted(type(each).__name__ for each in came) == ["MatchRefused", "NoneType"]
