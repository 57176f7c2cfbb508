"""Tests of seats that running matches give away: which players get offers, and which one gets the seat."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts.services import relations
from apps.kernel.table import Seat
from apps.lobby.views import substitutes
from apps.matches.errors import MatchRefused
from apps.matches.models import Match
from apps.matches.services import proposals, seats
from tests.factories.matches import NOW, MatchDriver, new_match

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    """Return a match that Ben has left, and for which Ada and Cleo are seeking a substitute."""
    table = new_match(ada, ben, cleo)
    seats.resign_seat(code=table.code, seat=Seat(1), now=NOW)
    for seat in (0, 2):
        proposals.agree_to_proposal(code=table.code, seat=Seat(seat), what="substitute", about=1, now=NOW)
    return table


def take(table: MatchDriver, player: Any, seat: int = 1) -> None:
    substitutes.take_offered_seat(player=player, code=table.code, seat=seat, now=NOW)


def test_a_seat_is_offered_until_somebody_takes_it(table: MatchDriver, dora: Any) -> None:
    (offer,) = substitutes.find_open_seats(dora.pk)
    assert (offer.code, offer.seat, offer.people) == (table.code, 1, ("ada", "cleo"))
    take(table, dora)
    assert table.chair(1).player == dora
    assert substitutes.find_open_seats(None) == []


def test_it_is_offered_to_nobody_who_sits_or_sat_there(table: MatchDriver, ada: Any, ben: Any) -> None:
    assert substitutes.find_open_seats(ada.pk) == substitutes.find_open_seats(ben.pk) == []
    for player in (ada, ben):
        with pytest.raises(MatchRefused):
            take(table, player)


def test_nor_to_somebody_whom_two_others_have_followed(table: MatchDriver, ada: Any, ben: Any, dora: Any) -> None:
    """Check that Ben can't return for another hand, although the seat itself stores only its last player."""
    take(table, dora)
    seats.resign_seat(code=table.code, seat=Seat(1), now=NOW, by=dora.pk)
    for seat in (0, 2):
        proposals.agree_to_proposal(code=table.code, seat=Seat(seat), what="substitute", about=1, now=NOW)
    assert substitutes.find_open_seats(ben.pk) == []
    with pytest.raises(MatchRefused):
        take(table, ben)


@pytest.mark.parametrize("by_the_newcomer", [True, False])
def test_people_who_blocked_each_other_do_not_meet_there(
    table: MatchDriver, ada: Any, dora: Any, by_the_newcomer: bool
) -> None:
    owner, other = (dora, ada) if by_the_newcomer else (ada, dora)
    relations.block_player(owner=owner, other=other, now=NOW)
    assert substitutes.find_open_seats(dora.pk) == []
    with pytest.raises(MatchRefused, match="taken"):
        take(table, dora)


def test_a_match_by_link_only_is_offered_to_whoever_has_the_link(table: MatchDriver, dora: Any) -> None:
    Match.objects.update(listed=False)
    assert substitutes.find_open_seats(dora.pk) == []
    take(table, dora)


def test_guests_take_no_seat_in_a_rated_match(table: MatchDriver, dora: Any) -> None:
    Match.objects.update(rated=True)
    dora.guest = True
    with pytest.raises(MatchRefused, match=gettext("You need an account to play rated matches. Create one first.")):
        take(table, dora)


def test_of_two_who_want_it_one_gets_it(table: MatchDriver, dora: Any, player: Any) -> None:
    take(table, dora)
    with pytest.raises(MatchRefused):
        take(table, player("eva"))


def test_the_pages_offer_it_and_a_stranger_sits_down_as_a_guest(table: MatchDriver, client: Client) -> None:
    address = reverse("lobby:take_over", args=[table.code, 1])
    assert address in client.get(reverse("lobby:seats")).content.decode()
    assert address in client.get(f"/m/{table.code}/").content.decode()
    response = client.post(address, follow=True)
    assert gettext("The seat is yours. You know everything its last player knew.") in response.content.decode()
    sitter = table.chair(1).player
    assert sitter is not None
    assert sitter.guest
    assert address not in client.get(reverse("lobby:seats")).content.decode()


@pytest.mark.parametrize("seat", [0, 2, 9])
def test_a_seat_that_is_not_given_away_is_refused_with_a_sentence(
    table: MatchDriver, client: Client, seat: int
) -> None:
    response = client.post(reverse("lobby:take_over", args=[table.code, seat]), follow=True)
    assert gettext("That seat is already taken.") in response.content.decode()
    assert not table.chair(1).player


def test_the_page_costs_the_same_for_many_seats(
    table: MatchDriver, client: Client, ada: Any, ben: Any, cleo: Any, dora: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        other = new_match(ada, ben, cleo)
        other.match.seats.filter(index=1).update(bot=True, player=None, former=ben, vacant=True)
    client.force_login(dora)
    with django_assert_max_num_queries(7):
        page = client.get(reverse("lobby:seats")).content.decode()
    assert page.count("take-over") == 5
