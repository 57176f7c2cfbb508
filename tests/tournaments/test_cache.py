"""Tests that cached books are never outdated."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.matches.services import play
from apps.people.services import account_deletion
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import cache, snapshot
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import corrections, entries, lifecycle, rounds, scheduler, session, teams
from tests.factories.teams import EVE, team, team_cup
from tests.factories.tournaments import NOON, SWISS, bots, tournament
from tests.tournaments.versions import ROWS, Watch

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "monotonic", lambda: 0.0)


def read(cup: Tournament) -> TournamentSnapshot:
    return cache.load_cached_snapshot(cache.annotate_marks(Tournament.objects.all()).get(pk=cup.pk))


def test_a_book_is_read_once_as_long_as_nothing_happens(django_assert_num_queries: Any) -> None:
    cup = tournament(SWISS)
    bots(cup, 8)
    scheduler.advance_tournaments(now=NOON)
    first = read(cup)
    with django_assert_num_queries(1):
        assert read(cup) is first


def test_whatever_happens_makes_it_be_read_again(player: Callable[[str], Any], quick: None) -> None:
    cup = tournament(SWISS, by_itself=False, plan={"late": 1}, round_hours=48)
    ada, ben = player("ada"), player("ben")
    later = NOON + timedelta(days=1)

    def happen() -> list[Callable[[], Any]]:
        return [
            lambda: entries.register_player(code=cup.code, player=ada, now=NOON),
            lambda: entries.leave_tournament(code=cup.code, player=ada, now=NOON),
            lambda: entries.register_player(code=cup.code, player=ada, now=NOON),
            lambda: bots(cup, 7),
            lambda: lifecycle.start_tournament(code=cup.code, by=None, now=NOON),
            lambda: rounds.publish_round(code=cup.code, number=0, by=None, now=NOON),
            lambda: scheduler.advance_tournaments(now=NOON),
            lambda: play.settle_due(now=later, limit=1000),
            lambda: rounds.extend_round(code=cup.code, number=0, hours=3, by=None, now=NOON),
            lambda: entries.register_player(code=cup.code, player=ben, now=NOON),
            lambda: corrections.correct_result(
                code=cup.code, number=0, index=0, places=[1, 1, 1, 1], reason="So.", by=None, now=NOON
            ),
            lambda: lifecycle.pause_tournament(code=cup.code, by=None, now=NOON),
            lambda: lifecycle.resume_tournament(code=cup.code, by=None, now=later),
            lambda: entries.leave_tournament(code=cup.code, player=ada, now=NOON),
            lambda: account_deletion.delete_account(player=ada, now=NOON),
            lambda: lifecycle.update_settings(code=cup.code, values={"name": "Autumn Cup"}, by=None, now=NOON),
            lambda: lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=later),
        ]

    for number, step in enumerate(happen()):
        before = read(cup)
        step()
        assert read(cup) is not before, f"step {number}"


def test_no_more_than_a_few_are_kept_and_none_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    cups = [tournament(SWISS, name=f"Cup {n}") for n in range(cache.MAX_SNAPSHOTS + 3)]
    books = [read(cup) for cup in cups]
    assert len(cache._kept) == cache.MAX_SNAPSHOTS
    assert read(cups[-1]) is books[-1]
    assert read(cups[0]) is not books[0]
    monkeypatch.setattr(cache, "monotonic", lambda: float(cache.MAX_AGE_SECONDS))
    assert read(cups[-1]) is not books[-1]


def test_a_team_that_changes_twice_within_a_second_is_read_twice(player: Callable[[str], Any]) -> None:
    cup = team_cup()
    _entry, [captain, _second] = team(cup, player, "Ants", 2)
    for step in range(1, 4):
        order = [member.key for member in read(cup).teams[1]]
        instant = EVE + timedelta(milliseconds=step)
        teams.arrange_boards(code=cup.code, number=1, player=captain, members=order[::-1], now=instant)
        assert [member.key for member in read(cup).teams[1]] == order[::-1]


def test_a_draft_is_read_again_after_its_settings_have_changed() -> None:
    cup = tournament(SWISS)
    Tournament.objects.filter(pk=cup.pk).update(status=Tournament.Status.DRAFT)
    assert read(cup).tournament.most == 64
    lifecycle.update_settings(code=cup.code, values={"most": 99}, by=None, now=NOON)
    assert read(cup).tournament.most == 99


def test_a_tournament_in_which_nothing_is_due_keeps_its_version() -> None:
    cup = tournament(SWISS)
    bots(cup, 8)
    scheduler.advance_tournaments(now=NOON)
    before = Tournament.objects.get(pk=cup.pk).version
    scheduler.advance_tournaments(now=NOON)
    assert Tournament.objects.get(pk=cup.pk).version == before


def test_the_heir_of_a_deleted_captain_is_seen_at_once(player: Callable[[str], Any]) -> None:
    cup = team_cup()
    _entry, [captain, second] = team(cup, player, "Ants", 2)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=EVE)
    assert read(cup).entries[1].player_id == captain.pk
    account_deletion.delete_account(player=captain, now=EVE)
    assert read(cup).entries[1].player_id == second.pk
    account_deletion.delete_account(player=second, now=EVE)
    assert read(cup).entries[1].player_id is None


def test_the_law_of_versions_knows_everything_that_a_snapshot_reads(player: Callable[[str], Any], quick: None) -> None:
    cup = team_cup()
    for name in ("Ants", "Bees", "Cats"):
        team(cup, player, name)
    scheduler.advance_tournaments(now=NOON)
    fresh = Tournament.objects.select_related("luck").get(pk=cup.pk)
    with CaptureQueriesContext(connection) as statements:
        snapshot.load_snapshot(fresh)
    read_tables = set(re.findall(r'(?:FROM|JOIN) "(\w+)"', " ".join(each["sql"] for each in statements)))
    watched = {model._meta.db_table for model in ROWS}
    assert watched - {Tournament._meta.db_table} <= read_tables
    assert {table for table in read_tables if table.startswith("tournaments_")} <= watched


def test_the_law_of_versions_notices_who_breaks_it(versions: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tournament(SWISS)
    monkeypatch.setattr(session, "raise_versions", lambda _tournaments: None)
    entries.add_entrant(code=cup.code, player=None, by=None, now=NOON)
    assert len(versions.broken) == 1
    assert versions.broken.pop().startswith("tournaments/services/entries.py")
