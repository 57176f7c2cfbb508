"""Tests of friends on the front page: what they did lately, which of them are listed, and what's left out."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import relations
from apps.clubs.services import clubs
from apps.matches.models import Match
from apps.people.selectors import activity
from apps.ratings.services import ledger
from apps.talk.models import ChatBan
from apps.talk.services import mutes
from apps.tournaments.models import Entry, Tournament
from tests.factories.clubs import club
from tests.factories.finished_matches import finished_match
from tests.factories.people import browser
from tests.factories.tournaments import SWISS, tournament

pytestmark = pytest.mark.django_db


def played(*players: Any, places: tuple[int, ...] = (1, 2), ago: float = 1, **more: Any) -> Match:
    """Create a match that ended some hours ago, with its results."""
    match = finished_match(players, places, at=timezone.now() - timedelta(hours=ago), **more)
    ledger.record_results(now=timezone.now())
    return match


def befriend(owner: Any, other: Any) -> None:
    relations.add_friend(owner=owner, other=other, now=timezone.now())


def names(reader: Any) -> list[tuple[str, str]]:
    """Return the reader's lines as pairs of player and title."""
    return [(line.name, line.title) for line in activity.find_recent_activity(reader.pk, now=timezone.now())]


def section(reader: Any) -> str:
    html = browser(reader).get("/").content.decode()
    found = re.search(r'<section aria-labelledby="lately" class="front-friends">.*?</section>', html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", found[0]) if found else ""


def test_a_friend_s_match_is_there_with_its_place_and_the_way_to_it(ada: Any, ben: Any, cleo: Any) -> None:
    match = played(ben, cleo, places=(2, 1))
    assert section(ada) == ""
    befriend(ada, ben)
    said = section(ada)
    assert "2nd of 2" in said
    assert f'href="{reverse("matches:record", args=[match.code])}"' in said
    assert f'href="{reverse("people:profile", args=["ben"])}"' in said
    assert section(ben) == "", "that somebody calls me a friend shows me nothing of them"


def test_members_of_the_same_clubs_are_there_and_those_of_closed_ones_are_not(ada: Any, ben: Any, cleo: Any) -> None:
    now = timezone.now()
    circle = club(ada, ben)
    played(ben, cleo)
    assert names(ada) == [("ben", "Fuse")]
    clubs.close_club(code=circle.code, by=ada, now=now)
    assert names(ada) == []


def test_a_match_of_two_friends_is_one_line_with_the_better_of_them(ada: Any, ben: Any, cleo: Any) -> None:
    befriend(ada, ben)
    befriend(ada, cleo)
    played(ben, cleo, places=(2, 1))
    assert names(ada) == [("cleo", "Fuse")]


def test_private_old_and_lonely_matches_and_those_one_played_oneself_are_left_out(
    ada: Any, ben: Any, cleo: Any
) -> None:
    befriend(ada, ben)
    played(ben, cleo, listed=False)
    played(ben, cleo, ago=24 * 8)
    played(ben, None)
    played(ada, ben)
    played(ben, cleo, places=())
    assert names(ada) == []
    kept = played(ben, cleo)
    assert names(ada) == [("ben", "Fuse")]
    Match.objects.filter(pk=kept.pk).update(listed=False)
    assert names(ada) == [], "a match that left the lists since"


@pytest.mark.parametrize("why", ["blocked", "blocks", "muted", "banned", "inactive"])
def test_nobody_is_there_whom_the_reader_is_kept_apart_from(ada: Any, ben: Any, cleo: Any, why: str) -> None:
    now = timezone.now()
    club(ada, ben)
    played(ben, cleo)
    assert names(ada) == [("ben", "Fuse")]
    match why:
        case "blocked":
            relations.block_player(owner=ada, other=ben, now=now)
        case "blocks":
            relations.block_player(owner=ben, other=ada, now=now)
        case "muted":
            mutes.mute_player(owner=ada.pk, other=ben.pk, now=now)
        case "banned":
            ChatBan.objects.create(player=ben, since=now, until=now + timedelta(days=1))
        case "inactive":
            type(ben).objects.filter(pk=ben.pk).update(is_active=False)
    assert names(ada) == []


def test_a_tournament_that_a_friend_won_is_there_and_no_other_place(ada: Any, ben: Any, cleo: Any) -> None:
    now = timezone.now()
    cup = tournament(SWISS, name="Spring Cup")
    for number, player in enumerate((ben, cleo), 1):
        Entry.objects.create(tournament=cup, number=number, player=player, at=now)
        befriend(ada, player)
    Tournament.objects.filter(pk=cup.pk).update(status="over", over_at=now - timedelta(hours=1))
    caches["shared"].set(f"places:{cup.pk}", (6, {1: 1, 2: 2}), 60)
    assert names(ada) == [("ben", "Spring Cup")]
    assert "Spring Cup" in section(ada)
    Tournament.objects.filter(pk=cup.pk).update(listed=False)
    assert names(ada) == []


def test_a_line_says_against_whom_a_match_was_played(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    befriend(ada, ben)
    played(cleo, ben, dora, places=(2, 1, 3))
    assert [line.others for line in activity.find_recent_activity(ada.pk, now=timezone.now())] == [("cleo", "dora")]
    assert "against cleo, dora" in section(ada)


def test_there_are_ten_lines_in_three_statements(ada: Any, ben: Any, cleo: Any, django_assert_num_queries: Any) -> None:
    befriend(ada, ben)
    for hours in range(12):
        played(ben, cleo, ago=hours + 1)
    with django_assert_num_queries(3):
        lines = activity.find_recent_activity(ada.pk, now=timezone.now())
    assert len(lines) == 10
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
