"""Tests of trophies on profiles, of which only a cache is stored."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client

from apps.common.ordinals import format_ordinal
from apps.matches.models import Chair
from apps.tournaments.models import Entry, PodMatch, Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.selectors.trophies.trophy import MIN_PLAYERS
from apps.tournaments.services import corrections
from tests.factories.tournaments import NOON, SWISS, bots, decided, tournament
from tests.tournaments.test_public import address, seen

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def won(player: Any, *, place: int = 1, entrants: int = 6, **more: Any) -> Tournament:
    """Return a finished tournament in which the player took this place."""
    cup = tournament(SWISS, **more)
    bots(cup, entrants)
    number = decided(cup).ranking[place - 1].entrant
    for bout in PodMatch.objects.filter(pod__round__tournament=cup).select_related("pod"):
        if number in bout.pod.seats:  # Pretend that they had this seat from the deal to the end.
            chair = Chair.objects.filter(match=bout.match_id, index=bout.pod.seats.index(number))
            chair.update(bot=False, player=player)
    Entry.objects.filter(tournament=cup, number=number).update(bot=False, player=player)
    return cup


def test_the_first_three_places_are_trophies(client: Client, ada: Any) -> None:
    for place in (1, 2, 3, 4):
        won(ada, place=place, name=f"Cup {place}")
    for _ in range(4):  # Each look reads one more of them.
        page = seen(client, "/p/ada/")
    assert page.count('class="cup"') == 3
    for place in (1, 2, 3):
        assert f"Cup {place}</a>" in page
        assert f"{format_ordinal(place)} of 6" in page
    assert "Cup 4" not in page.partition('id="results"')[0]


def test_other_places_are_results_without_a_cup(client: Client, at: Browser, ada: Any) -> None:
    won(ada, name="Great")
    for place in (4, 5):
        won(ada, place=place, name=f"Cup {place}")
    won(ada, name="Small", entrants=5)
    hidden = won(ada, place=4, name="A club’s", listed=False)
    for _ in range(5):  # Each look reads one more of them.
        page = seen(client, "/p/ada/")
    results = page.partition("More tournament results</h2>")[2].partition("</section>")[0]
    assert re.findall(r'<a href="[^"]+">([^<]+)</a>', results) == ["Small", "Cup 5", "Cup 4"], "the latest first"
    for said in ("4th of 6", "5th of 6", "1st of 5"):
        assert said in results
    assert 'class="cup"' not in results
    assert hidden.name not in page
    assert hidden.code not in page
    for _ in range(5):
        own = seen(at(ada), "/p/ada/")
    assert hidden.name in own


def test_without_a_finished_tournament_there_are_no_results(client: Client, ada: Any, ben: Any) -> None:
    won(ada, place=4)
    assert "Tournament results</h2>" in seen(client, "/p/ada/")
    assert "ournament results" not in seen(client, "/p/ben/")


def test_the_list_of_tournaments_names_who_won_by_name_and_face(client: Client, ada: Any) -> None:
    won(ada, name="Hers")
    won(ada, place=2, name="A bot’s")
    for _ in range(2):  # Each look reads one more of them.
        page = seen(client, "/tournaments/")
    hers = page.partition(">Hers</a>")[2].partition("</li>")[0]
    assert "ada</span>" in hers
    assert f"/face/{ada.face_seed}" in hers
    assert "ada" not in page.partition(">A bot’s</a>")[2].partition("</li>")[0]


def test_small_running_and_unlisted_tournaments_give_none(client: Client, at: Browser, ada: Any) -> None:
    won(ada, entrants=5)
    running = won(ada, name="Still running")
    Tournament.objects.filter(pk=running.pk).update(status="paused")
    won(ada, name="By link", listed=False)
    for _ in range(3):
        assert "Trophies" not in seen(client, "/p/ada/")
    for _ in range(3):
        page = seen(at(ada), "/p/ada/")
    assert "By link" in page, "one’s own are shown to oneself"
    assert "Still running" not in page


def test_looking_at_the_tournament_is_enough_to_know_them(
    client: Client, ada: Any, ben: Any, django_assert_max_num_queries: Any
) -> None:
    for n in range(3):
        seen(client, address(won(ada, name=f"Cup {n}")))
    assert seen(client, "/p/ada/").count('class="cup"') == 3
    with django_assert_max_num_queries(7):
        client.get("/p/ada/")
    assert "Trophies" not in seen(client, "/p/ben/")


def test_what_was_forgotten_is_read_from_the_results_again(client: Client, ada: Any) -> None:
    won(ada)
    before = seen(client, "/p/ada/")
    cache.clear()
    caches["shared"].clear()
    assert "Trophies" in before
    assert seen(client, "/p/ada/").count('class="cup"') == before.count('class="cup"')


def test_one_tournament_more_is_seen_at_once(client: Client, ada: Any) -> None:
    won(ada, name="First")
    assert "First" in seen(client, "/p/ada/")
    won(ada, name="Second", starts_at=NOON)
    page = seen(client, "/p/ada/")
    assert "First" in page
    assert "Second" in page


def test_places_are_nowhere_kept_but_in_the_cache() -> None:
    fields = {field.name for model in (Tournament, Entry) for field in model._meta.get_fields()}
    assert not fields & {"place", "places", "winner", "trophy", "rank"}
    assert MIN_PLAYERS == 6


def test_a_correction_after_the_end_takes_a_trophy_away(
    client: Client, ada: Any, django_capture_on_commit_callbacks: Any
) -> None:
    cup = won(ada)
    seen(client, address(cup))
    assert seen(client, "/p/ada/").count('class="cup"') == 1
    number = next(entry.number for entry in cup.entries.all() if entry.player_id == ada.pk)
    with django_capture_on_commit_callbacks(execute=True):
        for turn in snapshot.load_snapshot(cup).published:
            for table in turn.pods:
                if number in table.seats:
                    places = [len(table.seats) if one == number else 1 for one in table.seats]
                    corrections.correct_result(
                        code=cup.code, number=turn.round.number, index=table.pod.index, places=places,
                        reason="Not so.", by=None, now=NOON,
                    )  # fmt: skip
    assert 'class="cup"' not in seen(client, "/p/ada/")
