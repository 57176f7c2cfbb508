"""Tests of players who don't come, leave, or have no opponents left, in every format."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from apps.matches.services import organiser
from apps.tournaments.formats.stages import Knockout, Stage, Swiss
from apps.tournaments.models import Entry, PodMatch, Tournament
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.services import entries, lifecycle, notify, rounds
from tests.factories.tournaments import (
    CUT,
    GROUPS,
    KNOCKOUT,
    NOON,
    SWISS,
    begun,
    bots,
    decide,
    decide_all,
    log,
    look,
    people,
    running,
    seen,
    told,
    tournament,
)

pytestmark = pytest.mark.django_db
DUEL = Knockout(top=0, most=2, least=2, onward=1)


def absent(of: Tournament, number: int) -> None:
    """Finish all tables, with this entrant absent."""
    for table in running(of):
        decide(table, silent=[seat for seat, one in enumerate(table.seats) if one == number])


@pytest.mark.parametrize("stage", [SWISS, GROUPS, KNOCKOUT])
def test_who_never_came_gets_nothing_and_is_out(stage: Stage, player: Any) -> None:
    cup, who = begun(stage, player=player)
    absent(cup, 1)
    book = look(cup)
    assert all(1 in table.result.missing for table in book.published[0].pods if table.result and 1 in table.seats)
    assert [(one.number, one.missed) for one in cup.entries.filter(state=Entry.State.OUT)] == [(1, True)]
    assert told(who[0], notify.DROPPED) == [notify.DROPPED]
    assert all(line.points == 0 for line in book.standing if line.entrant == 1)
    assert sorted(line.entrant for line in book.ranking) == list(range(1, 9))
    assert all(1 not in turn.field for turn in book.published[1:])


@pytest.mark.once
def test_who_never_came_plays_on_where_nobody_is_dropped_but_never_rests(player: Any) -> None:
    cup, _who = begun(Swiss(4, 2, 2), player=player, entrants=5, plan={"drop": False})
    rested = set()
    while not cup.ended:
        rested |= set(seen(cup).published[-1].proposal.byes)
        absent(cup, 1 if 1 not in rested else 2)
        look(cup)
    book = seen(cup)
    assert all(set(turn.field) == {1, 2, 3, 4, 5} for turn in book.published)
    byes = [one for turn in book.published for one in turn.proposal.byes]
    assert len(byes) == len(set(byes))


def test_who_was_dropped_is_back_when_they_say_so(player: Any) -> None:
    cup, who = begun(player=player, by_itself=False)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    look(cup)
    absent(cup, 1)
    assert 1 not in look(cup).proposed.field  # type: ignore[union-attr]
    entries.come_back(code=cup.code, player=who[0], now=NOON)
    assert 1 in seen(cup).proposed.field  # type: ignore[union-attr]
    assert log(cup)[-2:] == ["dropped", "returned"]


@pytest.mark.once
def test_nobody_at_a_knockout_table_came_and_the_others_go_on(player: Any) -> None:
    cup, _who = begun(DUEL, player=player, entrants=8)
    gone = set(running(cup)[0].seats)
    for table in running(cup):
        decide(table, silent=[seat for seat, one in enumerate(table.seats) if one in gone])
    book = look(cup)
    assert len(book.published[1].field) == 3
    assert not gone & set(book.published[1].field)
    while not cup.ended:
        decide_all(cup)
        look(cup)
    assert {line.entrant for line in seen(cup).ranking[-2:]} == gone


def test_the_only_one_left_wins_the_knockout_before_those_who_never_came(player: Any) -> None:
    """Check that there is no final without a remaining opponent."""
    cup, _who = begun(DUEL, player=player, entrants=4)
    here, there = running(cup)
    decide(here, silent=[0, 1])
    decide(there, 2, 1)
    book = look(cup)
    assert cup.status == Tournament.Status.OVER
    assert [line.entrant for line in book.ranking][:2] == [there.seats[1], there.seats[0]]
    assert {line.entrant for line in book.ranking[2:]} == set(here.seats)


@pytest.mark.once
def test_finalists_who_withdraw_make_room_for_the_next_of_their_tables(player: Any) -> None:
    cup, who = begun(KNOCKOUT, player=player, by_itself=False)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    look(cup)
    decide_all(cup, best=list(range(1, 9)))
    table = next(table for table in seen(cup).published[0].pods if 1 in table.seats)
    final = look(cup).proposed
    assert final is not None
    assert 1 in final.field
    third = sorted(table.seats)[2]
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    final = seen(cup).proposed
    assert final is not None
    assert third in final.field
    assert 1 not in final.field


@pytest.mark.once
def test_too_few_for_the_final_those_still_in_come_first(player: Any) -> None:
    cup, who = begun(KNOCKOUT, player=player, by_itself=False)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    look(cup)
    decide_all(cup, best=list(range(1, 9)))
    look(cup)
    for one in who[:6]:
        entries.leave_tournament(code=cup.code, player=one, now=NOON)
    book = look(cup)
    assert cup.status == Tournament.Status.OVER
    assert {line.entrant for line in book.ranking[:2]} == {7, 8}
    assert log(cup)[-2:] == ["cut", "finished"]


@pytest.mark.once
def test_a_swiss_round_too_few_are_left_for_is_cut_and_the_end_comes(player: Any) -> None:
    cup, who = begun(player=player, entrants=4)
    for one in who[:2]:
        entries.leave_tournament(code=cup.code, player=one, now=NOON)
    decide_all(cup)
    look(cup)
    assert cup.status == Tournament.Status.OVER
    assert "cut" in log(cup)


def test_a_stage_in_which_nobody_may_rest_any_more_is_cut_and_the_knockout_is_played(player: Any) -> None:
    """Check five players in duels. They have five byes in all, and absent players have none.

    The sixth bye would be someone's second.
    """
    cup = tournament(Swiss(4, 2, 2), Knockout(top=2, most=2, least=2, onward=1), plan={"drop": False})
    people(cup, player, 5)
    look(cup)
    while not cup.ended:
        turn = seen(cup).published[-1]
        for table in running(cup):
            decide(table, silent=range(2) if turn.round.stage == 0 else [])
        look(cup)
    book = seen(cup)
    stages = [turn.round.stage for turn in book.published]
    assert stages[-1] == 1
    assert stages.count(0) < 4
    assert "cut" in log(cup)


@pytest.mark.once
def test_a_tournament_that_cannot_be_paired_before_anything_was_played_is_no_tournament_that_was(player: Any) -> None:
    cup = tournament(by_itself=False, by=player("host"))
    who = people(cup, player, 3)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    for _look in range(3):
        look(cup)
    assert cup.status == Tournament.Status.RUNNING
    assert told(cup.organisers.get().player, notify.STUCK) == [notify.STUCK]
    bots(cup, 1)
    look(cup)
    assert seen(cup).proposed


@pytest.mark.once
def test_where_nobody_need_be_there_it_is_cancelled_instead(player: Any) -> None:
    cup = tournament()
    who = people(cup, player, 3)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    look(cup)
    assert cup.status == Tournament.Status.CANCELLED


def test_who_withdraws_from_a_round_that_was_published_and_not_dealt_is_played_for(player: Any) -> None:
    cup = tournament(by_itself=False)
    who = people(cup, player, 4)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    look(cup)
    decide_all(cup, best=[1])
    [table] = look(cup).published[0].pods
    assert table.result is not None
    assert table.result.missing == {1}


@pytest.mark.once
def test_who_withdraws_from_a_proposed_round_is_not_in_it(player: Any) -> None:
    cup = tournament(by_itself=False)
    who = people(cup, player, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[4], now=NOON)
    proposed = seen(cup).proposed
    assert proposed is not None
    assert 5 not in proposed.field
    assert not PodMatch.objects.exists()


@pytest.mark.once
def test_a_best_of_three_ends_as_soon_as_nothing_can_change(player: Any) -> None:
    cup, _who = begun(Swiss(1, 2, 2, matches=3), player=player, entrants=4, least=4)
    for _match in range(2):
        decide_all(cup, best=[1, 2, 3, 4])
        look(cup)
    by_seats = {table.seats: len(table.came) for table in seen(cup).published[0].pods}
    assert set(by_seats.values()) == {2}
    assert cup.status == Tournament.Status.OVER


def test_a_best_of_three_goes_on_while_it_is_open_with_the_seats_rotated(player: Any) -> None:
    cup, _who = begun(Swiss(1, 2, 2, matches=3), player=player, entrants=4, least=4)
    decide_all(cup, best=[1, 2, 3, 4])
    look(cup)
    decide_all(cup, best=[4, 3, 2, 1])
    look(cup)
    tables = seen(cup).published[0].pods
    assert [len(table.came) for table in tables] == [3, 3]
    for table in tables:
        assert [match.players for match in table.came][:2] == [
            table.came[0].players,
            table.came[0].players[::-1],
        ]


def test_who_came_to_one_of_several_matches_of_a_table_came(player: Any) -> None:
    cup, _who = begun(Swiss(1, 2, 2, matches=2), player=player, entrants=4, least=4)
    absent(cup, 1)
    look(cup)
    decide_all(cup)
    book = look(cup)
    table = next(table for table in book.published[0].pods if 1 in table.seats)
    assert table.result is not None
    assert not table.result.missing
    assert not table.result.autopilot


@pytest.mark.once
def test_several_tables_at_once_count_each(player: Any) -> None:
    cup, _who = begun(Swiss(1, 4, 3, pods=2), player=player)
    book = seen(cup)
    assert len(running(cup)) == 4
    decide_all(cup, best=[1])
    book = look(cup)
    assert {line.entrant: line.points for line in book.standing}[1] == 2
    assert all(line.pods == 2 for line in book.standing)
    assert sum(line.points for line in book.standing) == 4 * (1 + Fraction(2, 3) + Fraction(1, 3))


@pytest.mark.once
def test_bots_are_never_missing_and_never_on_autopilot() -> None:
    cup, _nobody = begun(entrants=4, round_hours=1)
    decide_all(cup)
    [table] = look(cup).published[0].pods
    assert table.result is not None
    assert not table.result.missing | table.result.autopilot


@pytest.mark.once
def test_a_match_the_house_ended_without_a_result_is_shared_by_everybody(player: Any) -> None:
    cup, _who = begun(Swiss(1, 4, 3), player=player, entrants=4)
    organiser.end_match(code=running(cup)[0].came[0].code, now=NOON)
    book = look(cup)
    assert [line.points for line in book.standing] == [Fraction(1, 2)] * 4


@pytest.mark.parametrize(("rule", "points"), [("place", 1), ("last", 0), ("nothing", 0)])
@pytest.mark.once
def test_autopilots_count_as_was_agreed(rule: Any, points: int, player: Any) -> None:
    cup, _who = begun(Swiss(1, 4, 3), player=player, entrants=4, plan={"scoring": Scoring(autopilot=rule)})
    entries.replace_entrant(code=cup.code, number=1, player=player("other"), by=None, now=NOON)
    decide_all(cup, best=[1])
    book = look(cup)
    assert next(line.points for line in book.standing if line.entrant == 1) == points


@pytest.mark.once
def test_the_cut_takes_the_next_for_who_does_not_come_any_more(player: Any) -> None:
    cup, who = begun(Swiss(1, 4, 3), CUT, player=player)
    decide_all(cup, best=[1, 2, 3, 4])
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    book = look(cup)
    assert len(book.published[1].field) == 4
    assert 1 not in book.published[1].field
