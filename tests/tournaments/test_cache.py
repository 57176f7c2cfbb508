"""Tests that cached books are never outdated."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from apps.accounts.models import Player
from apps.matches.services import play
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import corrections, entries, lifecycle, rounds, scheduler, teams
from tests.factories.teams import EVE, team, team_cup
from tests.factories.tournaments import NOON, SWISS, bots, tournament

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
            lambda: Player.objects.filter(pk=ada.pk).delete(),
            lambda: Tournament.objects.filter(pk=cup.pk).update(most=99),
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
