"""Players online: how many there are, and which of one's friends, if they let one know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import online, relations
from tests.factories.people import browser

pytestmark = pytest.mark.django_db
SPAN = timedelta(seconds=online.SPAN_SECONDS)


def look(player: Any, *, hidden: bool = False) -> Client:
    """Ask for the numbers in the bar, as a page of this player does."""
    client = browser(player)
    client.get("/notices/bar/", headers={"HX-Request": "true"} | ({} if hidden else {"X-Visible": "yes"}))
    return client


def agree(player: Any) -> None:
    player.preferences = {"online": "on"}
    player.save()


def test_whoever_has_a_page_in_front_of_them_is_counted_once_and_nobody_else(ada: Any, ben: Any) -> None:
    look(ada)
    look(ada)
    look(ben, hidden=True)
    Client().get("/notices/bar/", headers={"X-Visible": "yes"})
    assert online.count_online_players(now=timezone.now()) == 1


def test_the_number_outlives_its_span_and_not_the_next_one(ada: Any, ben: Any) -> None:
    now = timezone.now()
    assert online.count_online_players(now=now) == 0
    for player in (ada.pk, ben.pk):
        online.mark_player_online(player=player, now=now)
    online.mark_player_online(player=ada.pk, now=now + SPAN)
    assert online.count_online_players(now=now + SPAN) == 2
    assert online.count_online_players(now=now + 2 * SPAN) == 1
    assert online.count_online_players(now=now + 3 * SPAN) == 0


def test_the_front_page_says_how_many_are_online_unless_there_is_nobody_else(ada: Any, ben: Any) -> None:
    look(ada)
    assert "online" not in browser(ada).get("/").content.decode()
    look(ben)
    assert "2 players online" in browser(ada).get("/").content.decode()


def test_a_friend_who_agreed_is_seen_online_and_nobody_else_is(ada: Any, ben: Any, cleo: Any) -> None:
    badge, home = '<span class="badge">online</span>', browser(ada)
    pages = (reverse("people:profile", args=["ben"]), reverse("people:mine"))

    def seen() -> list[bool]:
        return [badge in home.get(page).content.decode() for page in pages]

    relations.add_friend(owner=ada, other=ben, now=timezone.now())
    look(ben)
    assert seen() == [False, False], "it is off unless somebody wants it"
    agree(ben)
    assert seen() == [True, True]
    assert badge not in browser(cleo).get(pages[0]).content.decode(), "she doesn't call him a friend"
    relations.remove_tie(owner=ada, other=ben)
    assert seen() == [False, False]


def test_a_friend_who_agreed_and_is_away_is_not_seen(ada: Any, ben: Any) -> None:
    now = timezone.now()
    agree(ben)
    online.mark_player_online(player=ben.pk, now=now - 2 * SPAN)
    assert online.filter_visibly_online([ben], now=now) == frozenset()
    online.mark_player_online(player=ben.pk, now=now - SPAN)
    assert online.filter_visibly_online([ada, ben], now=now) == {ben.pk}


def test_the_preference_is_kept(ada: Any) -> None:
    home = browser(ada)
    assert "Show that I’m online to" in home.get(reverse("accounts:preferences")).content.decode()
    home.post(reverse("accounts:preferences"), {"online": "on"})
    ada.refresh_from_db()
    assert ada.preferences == {"online": "on"}
