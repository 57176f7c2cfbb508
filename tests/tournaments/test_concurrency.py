"""Tests of concurrent actions and of a killed worker: every table exists exactly once."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, connections, transaction

from apps.accounts.models import Player
from apps.common.errors import Busy
from apps.matches.models import Chair, Match
from apps.matches.services import play
from apps.people.services import account_deletion
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Entry, Pod, PodMatch, Round, Tournament
from apps.tournaments.services import corrections, entries, lifecycle, matches, notify, rounds, scheduler, teams
from apps.tournaments.services.session import lock_tournament
from tests.concurrency import together
from tests.factories.teams import EVE, team, team_cup
from tests.factories.tournaments import (
    NOON,
    begun,
    bots,
    decide_all,
    log,
    look,
    people,
    running,
    seen,
    told,
    tournament,
)
from tests.tournaments.killed import House, killed

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
MATCH, BOUT = 'INSERT INTO "matches_match"', 'UPDATE "tournaments_bout"'


def counted(results: list[Any]) -> Counter[str]:
    return Counter(type(one).__name__ if isinstance(one, Exception) else "done" for one in results)


def whole(of: Tournament, tables: int) -> None:
    """Check that this number of tables was published and dealt, each once, and that everyone has a seat."""
    pods = Pod.objects.filter(round__tournament=of)
    assert pods.count() == PodMatch.objects.filter(match__isnull=False).count() == tables
    assert Match.objects.count() == tables
    assert not PodMatch.objects.filter(match=None).exists()
    sitting = sorted(Chair.objects.values_list("player", flat=True))
    assert sitting == sorted(of.entries.values_list("player", flat=True))


def ready(player: Any, count: int = 24, **more: Any) -> tuple[Tournament, list[Player]]:
    cup = tournament(Swiss(2, 4, 3), by_itself=False, **more)
    return cup, people(cup, player, count)


def test_of_four_who_start_it_one_does(player: Any) -> None:
    cup, who = ready(player, 8)
    results = together(*[lambda: lifecycle.start_tournament(code=cup.code, by=None, now=NOON)] * 4)
    assert counted(results) == {"done": 1, "TournamentRefused": 3}
    assert cup.rounds.count() == 1
    assert told(who[0], notify.STARTED) == [notify.STARTED]


def test_of_four_who_publish_a_round_one_does_and_each_table_exists_once(player: Any) -> None:
    cup, who = ready(player)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    results = together(*[lambda: rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)] * 4)
    assert counted(results) == {"done": 1, "TournamentRefused": 3}
    assert sum(together(*[lambda: matches.deal_owed(now=NOON)] * 4)) == 6
    whole(cup, 6)
    assert told(who[0], notify.PAIRED) == [notify.PAIRED]


def test_four_houses_that_look_at_once_run_one_tournament(player: Any) -> None:
    cup = tournament(Swiss(2, 4, 3))
    people(cup, player, 24)
    assert together(*[lambda: scheduler.advance_tournaments(now=NOON)] * 4) == [None] * 4
    look(cup)
    whole(cup, 6)
    assert [act for act in log(cup) if act in ("started", "published")] == ["started", "published"]
    decide_all(cup)
    assert together(*[lambda: scheduler.advance_tournaments(now=NOON)] * 4) == [None] * 4
    look(cup)
    assert len(seen(cup).published) == 2
    assert Match.objects.count() == 12


def test_one_swaps_while_another_publishes_and_what_was_published_is_what_was_seen(player: Any) -> None:
    cup, _who = ready(player, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    turn = seen(cup).proposed
    assert turn is not None
    one, other = turn.proposal.pods[0].seats[0], turn.proposal.pods[1].seats[0]
    results = together(
        lambda: rounds.swap_in_proposed_round(code=cup.code, one=one, other=other, by=None, now=NOON + HOUR),
        lambda: rounds.publish_round(code=cup.code, number=0, by=None, now=NOON, as_of=turn.round.changed_at),
    )
    assert sum(isinstance(result, TournamentRefused) for result in results) == 1
    if isinstance(results[0], TournamentRefused):
        assert [pod.seats for pod in Pod.objects.order_by("index")] == [list(pod.seats) for pod in turn.proposal.pods]
    else:
        assert not Pod.objects.exists()


def test_the_last_place_is_given_once(player: Any) -> None:
    cup = tournament(most=4)
    people(cup, player, 3)
    late = [player(f"late{number}") for number in range(4)]
    together(*[lambda one=one: entries.register_player(code=cup.code, player=one, now=NOON - HOUR) for one in late])
    assert Counter(cup.entries.values_list("state", flat=True)) == {"in": 4, "waiting": 3}
    assert sorted(cup.entries.values_list("number", flat=True)) == list(range(1, 8))


def test_who_leaves_the_house_while_their_table_is_dealt_sits_nowhere(player: Any) -> None:
    cup, who = ready(player, 12)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    results = together(
        lambda: matches.deal_owed(now=NOON),
        *[lambda one=one: account_deletion.delete_account(player=one, now=NOON) for one in who[:3]],
    )
    assert not [one for one in results if isinstance(one, Exception) and not isinstance(one, Busy)]
    for one in who[:3]:
        account_deletion.delete_account(player=one, now=NOON)
    look(cup)
    assert Match.objects.count() == 3
    assert not Player.objects.filter(pk__in=[one.pk for one in who[:3]]).exists()
    assert Chair.objects.filter(bot=True).count() == 3


def test_a_pause_stops_every_match_that_is_dealt_in_that_moment(player: Any) -> None:
    cup, _who = ready(player)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    together(lambda: matches.deal_owed(now=NOON), lambda: lifecycle.pause_tournament(code=cup.code, by=None, now=NOON))
    cup.refresh_from_db()
    if cup.status != Tournament.Status.PAUSED:  # The lock took too long, so nothing happened.
        lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
    assert set(Match.objects.values_list("status", flat=True)) <= {"paused"}
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + HOUR)
    matches.deal_owed(now=NOON + HOUR)
    whole(cup, 6)


def test_the_house_ends_tables_while_people_play_and_sweepers_sweep(player: Any) -> None:
    """Check that locks are always taken in the same order: the tournament, then its matches."""
    cup = tournament(Swiss(1, 4, 3), round_hours=1)
    people(cup, player, 24)
    look(cup)

    def sweep() -> None:
        while play.settle_due(now=NOON + 30 * HOUR, limit=5):
            pass

    results = together(
        lambda: scheduler.advance_tournaments(now=NOON + 30 * HOUR),
        lambda: scheduler.advance_tournaments(now=NOON + 30 * HOUR),
        sweep,
        sweep,
    )
    assert not [one for one in results if isinstance(one, Exception) and not isinstance(one, Busy)]
    look(cup, now=NOON + 30 * HOUR)
    assert cup.status == Tournament.Status.OVER
    assert not Match.objects.filter(over_at=None).exists()
    assert len(seen(cup).ranking) == 24


def test_two_corrections_at_once_are_both_kept_and_the_last_counts(player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    decide_all(cup)

    def correct(*places: int) -> None:
        corrections.correct_result(code=cup.code, number=0, index=0, places=places, reason="So.", by=None, now=NOON)

    assert together(lambda: correct(1, 2, 3, 4), lambda: correct(4, 3, 2, 1)) == [None, None]
    table = seen(cup).published[0].pods[0]
    assert table.correction is not None
    assert table.result is not None
    assert list(table.result.places) == table.correction.places
    assert table.correction.pk == max(table.pod.corrections.values_list("pk", flat=True))


@pytest.mark.postgres
def test_a_tournament_that_is_locked_for_too_long_is_busy_and_stops_no_other(player: Any) -> None:
    one, other = tournament(), tournament()
    for cup in (one, other):
        bots(cup, 3)

    def look_with_little_time() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
        try:
            scheduler.advance_tournaments(now=NOON)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

    with transaction.atomic():
        with lock_tournament(one.code):
            pass
        Tournament.objects.select_for_update().get(pk=one.pk)
        assert together_without_closing(look_with_little_time) is None
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.status, other.status) == ("open", "running")
    look(one)
    assert one.status == "running"


def together_without_closing(act: Any) -> Any:
    """Run the act in a thread of its own, while this one keeps its transaction."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(act())
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    thread.join(timeout=30)
    assert not thread.is_alive()
    return results[0]


@pytest.mark.slow
@pytest.mark.parametrize(("after", "times", "dealt"), [(MATCH, 4, 3), (BOUT, 3, 2), (BOUT, 4, 3)])
def test_a_worker_killed_between_two_tables_leaves_each_to_be_dealt_once(
    player: Any, house: House, after: str, times: int, dealt: int
) -> None:
    """Check a kill between the third and the fourth table, when the fourth was started but isn't there."""
    cup, _who = ready(player)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    killed(house, after, times)
    assert Match.objects.count() == PodMatch.objects.filter(match__isnull=False).count() == dealt
    together(*[lambda: scheduler.advance_tournaments(now=NOON)] * 2)
    look(cup)
    whole(cup, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("after", "times"),
    [
        ('INSERT INTO "tournaments_round"', 1),
        ('INSERT INTO "tournaments_pod"', 1),
        ('INSERT INTO "tournaments_bout"', 1),
        ('INTO "notices_notice"', 2),
    ],
)
def test_a_worker_killed_while_it_publishes_has_published_nothing(
    player: Any, house: House, after: str, times: int
) -> None:
    cup = tournament(Swiss(2, 4, 3))
    who = people(cup, player, 24)
    killed(house, after, times)
    assert not Round.objects.filter(state=Round.State.PUBLISHED).exists()
    assert not Pod.objects.exists()
    look(cup)
    whole(cup, 6)
    for title in (notify.STARTED, notify.PAIRED):
        assert [told(one, title) for one in who] == [[title]] * 24
    assert Entry.objects.filter(state=Entry.State.IN).count() == 24


@pytest.mark.slow
def test_a_worker_killed_while_it_ends_tables_has_them_ended_by_the_next(player: Any, house: House) -> None:
    cup = tournament(Swiss(1, 4, 3), round_hours=1)
    people(cup, player, 12)
    look(cup)
    killed(house, 'UPDATE "tournaments_pod"', 2, now=NOON + HOUR)
    assert len(running(cup)) == 3
    assert not Match.objects.exclude(over_at=None).exists()
    look(cup, now=NOON + HOUR)
    assert cup.status == Tournament.Status.OVER
    assert log(cup).count("time-up") == 3


def test_a_team_is_never_larger_than_it_may_be_however_many_join_at_once(player: Any) -> None:
    cup = team_cup()
    entry, _people = team(cup, player, "Ants", 3)
    many = [player(f"late{number}") for number in range(4)]

    def join(one: Player) -> None:
        with suppress(TournamentRefused):
            teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=one, now=EVE)

    together(*(partial(join, one) for one in many))
    assert len(seen(cup).teams[entry.number]) == 5
