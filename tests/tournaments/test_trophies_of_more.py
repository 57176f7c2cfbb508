"""Tests of trophies of seasons, leagues and arenas, for more than one tournament or for none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.common import clocks
from apps.common.ordinals import format_ordinal
from apps.people.services import account_deletion
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Entry, Series, Tournament
from apps.tournaments.selectors.trophies import arenas as arena_trophies
from apps.tournaments.selectors.trophies import trophy
from apps.tournaments.services import corrections
from tests.factories.leagues import league, members, played_out, playing
from tests.factories.people import browser
from tests.factories.tournaments import NOON, decide_all, look, tournament
from tests.factories.tournaments import seen as snapshot_of
from tests.tournaments.test_arenas import DAY, arena, joined, match
from tests.tournaments.test_public import address, seen

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ONE_TABLE = Swiss(rounds=1, most=6, least=3)
WEEK = timedelta(days=7)
SIX = ("ada", "ben", "cleo", "dora", "egon", "fay")


@pytest.fixture
def series() -> Series:
    return Series.objects.create(name="Thursday Cup", every=Series.Every.WEEK, active=False)


@pytest.fixture
def six(player: Any) -> list[Player]:
    return [player(name) for name in SIX]


def came_in(people: Sequence[Player], week: int, **more: Any) -> Tournament:
    """Return a finished tournament of one table in which they finished in this order."""
    start = NOON + week * WEEK
    cup = tournament(ONE_TABLE, game="bombe", starts_at=start, **more)
    Entry.objects.bulk_create(
        Entry(tournament=cup, number=number, player=one, at=start - timedelta(days=1))
        for number, one in enumerate(people, start=1)
    )
    look(cup, now=start)
    decide_all(cup, now=start, best=range(1, 1 + len(people)))
    look(cup, now=start)
    assert snapshot_of(cup).tournament.ended
    return cup


def season_of(series: Series, people: Sequence[Player], **more: Any) -> list[Tournament]:
    """Return two tournaments, the season of which the second player wins.

    The first six have 6+4, 5+6, 4+5, 3+3, 2+2 and 1+1 points.
    """
    ada, ben, cleo, *others = people
    return [came_in(order, week, series=series, **more)
            for week, order in enumerate([(ada, ben, cleo, *others), (ben, cleo, ada, *others)])]  # fmt: skip


def names_of(cup: Tournament) -> list[str]:
    """Return the names of the players, best first."""
    snapshot = snapshot_of(cup)
    return [str(snapshot.entries[line.entrant].player) for line in snapshot.ranking]


def trophies(client: Client, name: str, *, looks: int = 6) -> list[str]:
    """Return a profile's trophies, after enough looks to have loaded all of them."""
    for _look in range(looks):
        page = seen(client, f"/p/{name}/").partition('id="results"')[0]
    found = re.findall(r'<a href="([^"]+)">([^<]+)</a> <br> <span class="quiet small">(.*?) (?:· <time|</span>)', page)
    return [f"{title} {path} {text.strip()}" for path, title, text in found]


def test_the_first_three_of_a_season_that_is_over_have_a_trophy(
    series: Series, six: list[Player], client: Client
) -> None:
    cups = season_of(series, six)
    path = f"{series.get_absolute_url()}?year=2026"
    for name, place in (("ada", 2), ("ben", 1), ("cleo", 3)):
        won = trophies(client, name)
        assert f"Thursday Cup {path} season 2026 · {format_ordinal(place)} of 6" in won
        assert len(won) == 3, "those of its tournaments stay"
        assert f"Spring Cup {address(cups[0])} {format_ordinal(('ada', 'ben', 'cleo').index(name) + 1)} of 6" in won
    assert trophies(client, "dora") == []
    assert 'id="podium"' in seen(client, path)


def test_a_season_that_goes_on_small_or_of_one_tournament_gives_none(
    series: Series, six: list[Player], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "now", lambda: NOON + 2 * WEEK)
    season_of(series, six)
    for changed in ({"active": True}, {"active": False}):
        Series.objects.update(**changed)
        caches["shared"].clear()
        assert any("season" in each for each in trophies(client, "ben")) is not changed["active"]
    coming = tournament(ONE_TABLE, game="bombe", series=series, starts_at=NOON + 3 * WEEK)
    for status, counts in (("open", False), ("running", False), ("cancelled", True)):
        Tournament.objects.filter(pk=coming.pk).update(status=status)
        caches["shared"].clear()
        assert any("season" in each for each in trophies(client, "ben")) is counts
        assert ('id="podium"' in seen(client, series.get_absolute_url())) is counts
    few, single = (Series.objects.create(name=name, every="week", active=False) for name in ("Few", "Single"))
    season_of(few, six[:5])
    came_in(six, 9, series=single)
    assert not [each for each in trophies(client, "ben") if each.startswith(("Few", "Single"))]


def test_only_public_tournaments_count_for_a_season(series: Series, six: list[Player], client: Client, at: Any) -> None:
    season_of(series, six, listed=False)
    assert trophies(client, "ben") == []
    assert [each.partition(" ")[0] for each in trophies(at(six[1]), "ben")] == ["Spring", "Spring"]


def test_a_correction_changes_who_won_the_season(
    series: Series, six: list[Player], client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    last = season_of(series, six)[1]
    assert "season 2026 · 1st of 6" in " ".join(trophies(client, "ben"))
    [table] = snapshot_of(last).published[0].pods
    # Its entrants are ben, cleo, ada, dora, egon and fay; now ben comes last and ada first.
    places = [{1: 6, 2: 2, 3: 1, 4: 3, 5: 4, 6: 5}[entrant] for entrant in table.seats]
    with django_capture_on_commit_callbacks(execute=True):
        corrections.correct_result(
            code=last.code, number=0, index=0, places=places, reason="Not so.", by=None, now=NOON
        )
    # 6+6, 4+5, 3+4, 5+1, 2+3 and 1+2: ada, cleo, dora.
    for name, place in (("ada", 1), ("cleo", 2), ("dora", 3)):
        assert f"season 2026 · {format_ordinal(place)} of 6" in " ".join(trophies(client, name))
    assert not [each for each in trophies(client, "ben") if "season" in each]


def test_who_is_gone_leaves_their_place_in_the_season_to_others(
    series: Series, six: list[Player], client: Client
) -> None:
    season_of(series, six)
    assert "season 2026" in " ".join(trophies(client, "ben"))
    account_deletion.delete_account(player=six[5], now=timezone.now())
    trophy.begin_era()  # This happens after an hour.
    assert not [each for each in trophies(client, "ben") if "season" in each], "five are too few"


def test_the_first_three_of_the_highest_division_are_champions(player: Any, client: Client) -> None:
    tuesday = league()
    members(tuesday, player, 12)
    played_out(tuesday, now=NOON)
    upper, lower = playing(tuesday)
    path = f"{tuesday.get_absolute_url()}?season=1"
    order = names_of(upper)
    for place, name in enumerate(order[:3], start=1):
        assert trophies(client, name) == [f"Fuse League {path} league, season 1 · {format_ordinal(place)} of 6"]
    assert trophies(client, order[3]) == []
    assert trophies(client, names_of(lower)[0]) == [f"Fuse League 1/2 {address(lower)} 1st of 6"], (
        "that of a tournament"
    )
    assert "Season 1</h2>" in seen(client, path), "where a trophy leads to"


def test_who_was_brought_into_a_division_later_is_no_champion(player: Any, client: Client) -> None:
    tuesday = league()
    members(tuesday, player, 6)
    played_out(tuesday, now=NOON)
    [only] = playing(tuesday)
    first = snapshot_of(only).ranking[0].entrant
    Entry.objects.filter(tournament=only, number=first).update(at=NOON + DAY)
    assert trophies(client, names_of(only)[0]) == [f"Fuse League 1/1 {address(only)} 1st of 6"]


def test_the_first_three_of_an_arena_that_is_over_have_a_trophy(six: list[Player], player: Any, client: Client) -> None:
    ada, ben, cleo, dora, egon, fay = six
    now = timezone.now()
    week = arena(begins_at=now - 9 * DAY, ends_at=now - 2 * DAY)
    joined(week, *six, player("idle"))
    match([ada, ben, cleo], [1, 2, 3], ended=5 * DAY)
    match([dora, egon, fay], [1, 2, 3], ended=4 * DAY)
    match([ada, dora], [1, 2], ended=3 * DAY)
    # Points are 3, 1, 0, 2, 1 and 0. Players without a match rank above those who lost all of theirs.
    path = week.get_absolute_url()
    for name, place in (("ada", 1), ("dora", 2), ("ben", 3), ("egon", 3)):
        assert trophies(client, name) == [f"Fuse Week {path} arena · {format_ordinal(place)} of 6"]
    for name in ("cleo", "fay", "idle"):
        assert trophies(client, name) == []
    assert "5th of 6" in seen(client, "/p/cleo/").partition('id="results"')[2]
    assert 'id="results"' not in seen(client, "/p/idle/")


def test_a_trophy_from_an_arena_of_a_club_is_on_ones_own_page_alone(six: list[Player], client: Client) -> None:
    now = timezone.now()
    week = arena(begins_at=now - 9 * DAY, ends_at=now - 2 * DAY)
    joined(week, *six)
    week.circle = "abcdef"
    week.save()
    match(six[:3], [1, 2, 3], ended=5 * DAY)
    match(six[3:], [1, 2, 3], ended=4 * DAY)
    assert trophies(client, "ada") == []
    assert not any(week.name in seen(client, f"/p/{one}/") for one in six), "nor is any other place"
    assert trophies(browser(six[0]), "ada") == [f"Fuse Week {week.get_absolute_url()} arena · {format_ordinal(1)} of 6"]


def test_an_arena_that_goes_on_small_or_of_a_game_that_is_gone_gives_none(six: list[Player], client: Client) -> None:
    now = timezone.now()
    running, small = arena(name="Running"), arena(name="Small", begins_at=now - 9 * DAY, ends_at=now - 2 * DAY)
    joined(running, *six)
    joined(small, *six)
    for first in (0, 3):
        match(six[first : first + 3], [1, 2, 3], ended=DAY)
    match(six[:5], [1, 2, 3, 4, 5], ended=4 * DAY)
    assert trophies(client, "ada") == []
    small.game = "gone"
    small.save()
    assert trophies(client, "ada") == []


@pytest.mark.parametrize(("ended", "seconds"), [(timedelta(hours=2), 3600), (2 * DAY, trophy.TROPHY_CACHE_SECONDS)])
def test_an_arena_whose_last_matches_may_still_be_judged_is_looked_at_again(
    ended: timedelta, seconds: int, six: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[str, int] = {}
    monkeypatch.setattr(caches["shared"], "set", lambda key, _value, seconds: kept.update({key: seconds}))
    now = timezone.now()
    joined(arena(begins_at=now - 9 * DAY, ends_at=now - ended), six[0])
    arena_trophies.find_arena_trophies(six[0].pk, own=False, now=now, may_read=True)
    assert [lasts for key, lasts in kept.items() if key.startswith("places-arena")] == [seconds]


def test_one_thing_is_read_for_a_page_and_then_nothing(
    series: Series, six: list[Player], client: Client, django_assert_max_num_queries: Any
) -> None:
    season_of(series, six)
    now = timezone.now()
    week = arena(begins_at=now - 9 * DAY, ends_at=now - 2 * DAY)
    joined(week, *six)
    for first in (0, 3):
        match(six[first : first + 3], [1, 2, 3], ended=5 * DAY)
    cache.clear()
    caches["shared"].clear()
    numbers = []
    for _look in range(4):
        with django_assert_max_num_queries(24):
            page = seen(client, "/p/ada/")
        numbers.append(page.count('class="cup"'))
    assert numbers == [1, 3, 4, 4], "each tournament with the season, then the arena"
    with django_assert_max_num_queries(11):
        seen(client, "/p/ada/")


def test_more_than_half_a_dozen_are_folded_away(six: list[Player], client: Client) -> None:
    for week in range(13):
        came_in(six, week)
    assert len(trophies(client, "ada", looks=14)) == 13
    _shown, _summary, folded = seen(client, "/p/ada/").partition("Earlier trophies")
    assert folded.count('class="cup"') == 13 - 6
