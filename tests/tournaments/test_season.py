"""Tests of the page of a series with its table of a year, for everyone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.common import clocks
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Series, Tournament
from apps.tournaments.selectors import season as season_selector
from apps.tournaments.selectors import season_tables
from apps.tournaments.services import entries
from tests.factories.tournaments import NOON, decided, seen, tournament
from tests.tournaments.test_public import seen as page_of

pytestmark = pytest.mark.django_db
ONE = Swiss(rounds=1, most=4, least=3)
WEEK = timedelta(days=7)


@pytest.fixture
def series() -> Series:
    return Series.objects.create(name="Thursday Cup", every=Series.Every.WEEK, active=False)


def over(series: Series, number: int, people: list[Any], **more: Any) -> Tournament:
    """Return a finished tournament of the series with these players, in which the first seats won."""
    start = NOON + number * WEEK
    cup = tournament(ONE, series=series, starts_at=start, **more)
    for one in people:
        entries.register_player(code=cup.code, player=one, now=start)
    decided(cup, now=start)
    return cup


def test_it_adds_up_what_its_tournaments_say(series: Series, player: Any, client: Client) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo", "dora")]
    cups = [over(series, number, people) for number in range(2)]
    page = page_of(client, series.get_absolute_url())
    sums = dict.fromkeys(("ada", "ben", "cleo", "dora"), 0)
    for cup in cups:
        snapshot = seen(cup)
        for line in snapshot.ranking:
            entry = snapshot.entries[line.entrant]
            assert entry.player is not None
            sums[entry.player.username] += 1 + len(snapshot.ranking) - line.place
    for name, total in sums.items():
        assert re.search(rf'href="/p/{name}/"[^>]*>{name}</a>.*?points"><strong>{total}</strong>', page, re.DOTALL)
    assert page.count('scope="row"') == 4
    assert "Season 2026" in page


def test_a_series_without_points_does_not_promise_any_once_it_has_ended(series: Series, client: Client) -> None:
    promise = gettext("The standings start after the first tournament.")
    over(series, 0, [Player.objects.create_user(name) for name in ("ada", "ben", "cleo")])
    Player.objects.all().update(is_active=False)
    assert promise not in page_of(client, series.get_absolute_url())


def test_the_best_count_and_a_year_is_a_season(series: Series, player: Any, client: Client) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    Series.objects.filter(pk=series.pk).update(best=1)
    for number in (0, 1, 52):
        over(series, number, people)
    page = page_of(client, series.get_absolute_url())
    assert "Season 2027" in page
    assert 'href="?year=2026"' in page
    before = page_of(client, f"{series.get_absolute_url()}?year=2026")
    assert before.count('class="number quiet"') == 3, "one of two of each is pale"
    for odd in ("0", "x", "9999", "99999999"):
        assert "Season 2027" in page_of(client, f"{series.get_absolute_url()}?year={odd}")


def test_its_chart_shows_how_points_grew(series: Series, player: Any, client: Client) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    over(series, 0, people)
    assert "<polyline" not in page_of(client, series.get_absolute_url()), "one tournament has no course"
    over(series, 1, people)
    page = page_of(client, series.get_absolute_url())
    drawn = re.findall(r'<polyline class="line-(\d)" points="0.0,160.0 300.0,([\d.]+) 600.0,([\d.]+)"', page)
    assert [number for number, _then, _last in drawn] == ["1", "2", "3"]
    assert drawn[0][2] == "0.0", "whoever has most ends at the top"
    assert all(float(then) >= float(last) for _number, then, last in drawn), "points only grow"


def test_a_season_in_which_nobody_has_a_point_is_shown(series: Series, player: Any, client: Client) -> None:
    """Check that the chart has no top without points.

    A player who came last, alone among bots, keeps only the point for entering.
    """
    row = season_selector.SeasonRow(1, "ada", "ada", 0, (None, None), profile=True, me=False, program=False)
    [course] = season_selector._draw_season_courses([row], best=0)
    assert course.line == "0.0,160.0 300.0,160.0 600.0,160.0"


def test_prizes_are_given_when_the_year_is_over_or_the_series(
    series: Series, player: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    over(series, 0, people)
    monkeypatch.setattr(clocks, "now", lambda: NOON + 2 * WEEK)
    assert 'id="podium"' in page_of(client, series.get_absolute_url()), "there will be no other one"
    Series.objects.update(active=True)
    assert 'id="podium"' not in page_of(client, series.get_absolute_url())
    monkeypatch.setattr(clocks, "now", lambda: NOON + 52 * WEEK)
    assert 'id="podium"' in page_of(client, series.get_absolute_url())


def test_whose_account_is_gone_stands_there_no_more(series: Series, player: Any, client: Client) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    over(series, 0, people)
    assert ">ada</a>" in page_of(client, series.get_absolute_url())
    people[0].delete()
    assert ">ada</a>" not in page_of(client, series.get_absolute_url())


def test_a_series_of_which_nothing_is_public_is_nobodys_business(series: Series, player: Any, client: Client) -> None:
    page_of(client, series.get_absolute_url(), 404)
    over(series, 0, [player(name) for name in ("ada", "ben", "cleo")], listed=False)
    page_of(client, series.get_absolute_url(), 404)
    page_of(client, "/tournaments/series/99999999999999999999/", 404)


def test_of_many_whoever_looks_first_reads_a_few_and_is_told(
    series: Series, player: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_selector, "MAX_TOURNAMENTS_READ", 1)
    people = [player(name) for name in ("ada", "ben", "cleo")]
    for number in range(2):
        over(series, number, people)
    assert "still being counted" in page_of(client, series.get_absolute_url())
    assert "still being counted" not in page_of(client, series.get_absolute_url())


def test_before_the_first_is_over_it_says_so_and_names_the_next(series: Series, client: Client) -> None:
    cup = tournament(ONE, series=series)
    page = page_of(client, series.get_absolute_url())
    assert "The standings start after the first tournament." in page
    assert cup.get_absolute_url() in page
    assert series.get_absolute_url() in page_of(client, cup.get_absolute_url())


def test_it_takes_few_statements_once_it_was_read(
    series: Series, player: Any, client: Client, django_assert_max_num_queries: Any
) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    for number in range(4):
        over(series, number, people)
    page_of(client, series.get_absolute_url())
    with django_assert_max_num_queries(7):
        page_of(client, series.get_absolute_url())


def test_a_tournament_that_started_early_counts_for_the_year_it_started_in(
    series: Series, player: Any, client: Client
) -> None:
    people = [player(name) for name in ("ada", "ben", "cleo")]
    eve = datetime(2026, 12, 31, 12, tzinfo=UTC)
    early = over(series, 0, people)
    Tournament.objects.filter(pk=early.pk).update(starts_at=eve + timedelta(days=2), started_at=eve)
    page = page_of(client, series.get_absolute_url())
    assert "Season 2026" in page
    assert "31 Dec" in page
    assert season_tables.get_season_year(series, Tournament.objects.get(pk=early.pk)) == 2026


def test_lists_go_by_when_a_tournament_started(player: Any, client: Client) -> None:
    """Check the filters in the admin, too."""
    planned, early = tournament(name="Planned"), tournament(name="Early")
    Tournament.objects.filter(pk=planned.pk).update(status="running", starts_at=NOON, started_at=NOON)
    Tournament.objects.filter(pk=early.pk).update(
        status="running", starts_at=NOON + 9 * WEEK, started_at=NOON - 9 * WEEK
    )
    page = page_of(client, "/tournaments/")
    assert page.index("Early") < page.index("Planned")
    host = player("host")
    host.is_staff = host.is_superuser = True
    host.save()
    client.force_login(host)
    day = NOON - 9 * WEEK
    found = page_of(client, f"/admin/tournaments/tournament/?begins_at__year={day.year}&begins_at__month={day.month}")
    assert "Early" in found
    assert "Planned" not in found
    assert f"{day:%Y}" in page_of(client, f"/admin/tournaments/tournament/{early.pk}/desk/")
