"""Tests of a table's deadline, its extensions, and pauses."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db.models import ProtectedError

from apps.accounts.models import Player
from apps.matches.models import Chair, Match, Question
from apps.matches.services import organiser, play
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Pod, PodMatch, Round, Tournament
from apps.tournaments.services import entries, lifecycle, matches, notify, rounds, scheduler
from tests.factories.matches import MatchDriver
from tests.factories.tournaments import (
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
HOUR = timedelta(hours=1)
ONCE = Swiss(1, 4, 3)


def by_hand(player: Any, count: int = 8, *stages: Any, **more: Any) -> tuple[Tournament, list[Player]]:
    """Return a tournament run by its organiser, with the first round proposed."""
    cup = tournament(*stages, by_itself=False, by=player("host"), **more)
    who = people(cup, player, count)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    return cup, who


# --- The time of a table ---------------------------------------------------------------------------------------------


def test_when_the_time_is_up_everybody_shares_but_who_owed_an_answer(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, entrants=4, round_hours=1)
    [table] = running(cup)
    owing = Question.objects.get(match__code=table.came[0].code, duty=True, answered=False)
    book = look(cup, now=NOON + HOUR)
    [table] = book.published[0].pods
    assert table.result is not None
    assert table.result.places == ()
    assert table.result.autopilot == {table.seats[owing.seat]}
    points = {line.entrant: line.points for line in book.standing}
    assert points.pop(table.seats[owing.seat]) == 0
    assert len(set(points.values())) == 1
    assert log(cup)[-3:] == ["time-up", "round-over", "finished"]


def test_bots_owe_nobody_an_answer() -> None:
    cup, _nobody = begun(ONCE, entrants=4, round_hours=1)
    [table] = look(cup, now=NOON + HOUR).published[0].pods
    assert table.result is not None
    assert not table.result.autopilot


def test_the_house_s_own_questions_are_nobody_s_debt() -> None:
    """Check that the server, which closes windows, owes nothing. Its seat is -1, which isn't the last one."""
    asked = [Question(seat=seat, duty=duty, answered=False) for seat, duty in ((-1, True), (2, True), (3, False))]
    assert organiser._list_owing_seats([*asked, Question(seat=1, duty=True, answered=True)]) == (2,)


def test_who_answers_while_the_house_ends_the_table_is_not_late(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that overdue seats are read after the match is locked, not before."""
    cup, _who = begun(ONCE, player=player, entrants=4, round_hours=1)
    [table] = running(cup)
    asked = Question.objects.get(match__code=table.came[0].code, duty=True)
    end = organiser.end_match

    def just_before(*, code: str, now: datetime) -> tuple[int, ...]:
        last = MatchDriver(code, now)
        last.answer(last.ask.default)
        return end(code=code, now=now)

    monkeypatch.setattr(organiser, "end_match", just_before)
    look(cup, now=NOON + HOUR)
    [overdue] = PodMatch.objects.values_list("overdue", flat=True)
    assert len(overdue) == 1
    assert table.seats[asked.seat] not in overdue


def test_a_match_that_ends_by_itself_in_the_last_moment_counts_as_it_ended(
    player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _who = begun(ONCE, player=player, entrants=4, round_hours=1)
    [table] = running(cup)
    end = organiser.end_match

    def too_late(*, code: str, now: datetime) -> tuple[int, ...]:
        decide(table, 4, 3, 2, 1)
        return end(code=code, now=now)

    monkeypatch.setattr(organiser, "end_match", too_late)
    book = look(cup, now=NOON + HOUR)
    assert (book.standing[0].entrant, book.standing[0].points) == (table.seats[3], 1)


def test_what_was_never_dealt_when_the_time_is_up_is_shared_and_dealt_no_more(player: Any) -> None:
    cup, _who = by_hand(player, 4, ONCE, round_hours=1)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    scheduler.advance_tournament(code=cup.code, now=NOON + HOUR)
    matches.deal_owed(now=NOON + HOUR)
    assert not Match.objects.exists()
    assert {line.points for line in seen(cup).standing} == {Fraction(1, 2)}


def test_of_several_matches_those_that_were_played_count(player: Any) -> None:
    cup, _who = begun(Swiss(1, 2, 2, matches=5), player=player, entrants=2, least=2, round_hours=1)
    decide_all(cup, best=[1])
    book = look(cup, now=NOON + HOUR)
    assert cup.status == Tournament.Status.OVER
    assert book.ranking[0].entrant == 1
    assert Match.objects.count() == PodMatch.objects.count() == 1
    [table] = book.published[0].pods
    assert table.result is not None
    assert table.result.places == ((1, 2) if table.seats[0] == 1 else (2, 1))


def test_the_last_call_comes_once_for_each_end(player: Any) -> None:
    cup, who = begun(ONCE, player=player, entrants=4, round_hours=10)
    for hours in (1, 7.9, 8, 8.1, 9):
        scheduler.advance_tournaments(now=NOON + hours * HOUR)
    rounds.extend_round(code=cup.code, number=0, hours=10, by=None, now=NOON + 9 * HOUR)
    for hours in (9.5, 16, 17, 19):
        scheduler.advance_tournaments(now=NOON + hours * HOUR)
    assert told(who[0], notify.CALL) == [notify.CALL] * 2


# --- More time -------------------------------------------------------------------------------------------------------


def test_more_time_for_a_round_moves_its_tables_and_their_questions(player: Any) -> None:
    cup, _who = begun(player=player, round_hours=10)
    before = dict(Question.objects.filter(duty=True).values_list("pk", "due_at"))
    decide(running(cup)[0])
    rounds.extend_round(code=cup.code, number=0, hours=5, by=None, now=NOON)
    round_ = cup.rounds.get()
    assert round_.ends_at == NOON + 15 * HOUR
    assert set(Pod.objects.values_list("ends_at", flat=True)) == {NOON + 10 * HOUR, NOON + 15 * HOUR}
    moved = [due - before[pk] for pk, due in Question.objects.filter(duty=True).values_list("pk", "due_at")]
    assert sorted(moved) == [timedelta(), 5 * HOUR]


def test_more_time_for_one_table_keeps_the_next_round_waiting(player: Any) -> None:
    cup, _who = begun(player=player, round_hours=10)
    first, second = running(cup)
    rounds.extend_table(code=cup.code, number=0, index=first.pod.index, hours=5, by=None, now=NOON)
    book = look(cup, now=NOON + 10 * HOUR)
    assert [table.result is None for table in book.published[0].pods] == [True, False]
    assert len(book.published) == 1
    assert len(look(cup, now=NOON + 15 * HOUR).published) == 2
    with pytest.raises(TournamentRefused):
        rounds.extend_table(code=cup.code, number=0, index=second.pod.index, hours=5, by=None, now=NOON + 15 * HOUR)


def test_more_time_for_a_round_does_not_stumble_over_a_match_that_was_set_aside(player: Any) -> None:
    cup, _who = begun(player=player, round_hours=10)
    first, second = running(cup)
    Match.objects.filter(code=first.came[0].code).update(setup="{}")
    rounds.extend_round(code=cup.code, number=0, hours=5, by=None, now=NOON)
    assert set(Pod.objects.values_list("ends_at", flat=True)) == {NOON + 15 * HOUR}
    book = look(cup, now=NOON + 15 * HOUR)
    assert len(book.published) == 2
    assert second.came[0].over_at is None


@pytest.mark.parametrize("hours", [0, -1, rounds.MAX_EXTENSION_HOURS + 1])
def test_so_much_time_cannot_be_given(hours: int, player: Any) -> None:
    cup, _who = begun(player=player)
    with pytest.raises(TournamentRefused):
        rounds.extend_round(code=cup.code, number=0, hours=hours, by=None, now=NOON)


# --- When rounds start ----------------------------------------------------------------------------------------------


def test_rounds_at_fixed_times_begin_at_the_end_of_the_one_before(player: Any) -> None:
    cup, _who = begun(player=player, round_hours=24, fixed=True, break_hours=2)
    decide_all(cup)
    book = look(cup, now=NOON + HOUR)
    assert book.proposed is not None
    assert book.proposed.round.starts_at == NOON + 26 * HOUR
    assert look(cup, now=NOON + 26 * HOUR - timedelta(seconds=1)).proposed
    book = look(cup, now=NOON + 26 * HOUR + timedelta(seconds=20))
    assert book.proposed is None
    assert book.published[1].round.ends_at == NOON + 50 * HOUR


def test_a_break_lies_between_two_rounds(player: Any) -> None:
    cup, _who = begun(player=player, break_hours=3)
    decide_all(cup)
    book = look(cup, now=NOON + HOUR)
    assert book.proposed is not None
    assert book.proposed.round.starts_at == NOON + 4 * HOUR
    assert len(look(cup, now=NOON + 4 * HOUR).published) == 2


def test_a_round_that_is_paired_anew_begins_when_it_should_have(player: Any) -> None:
    cup, who = begun(player=player, break_hours=3)
    decide_all(cup)
    look(cup, now=NOON + HOUR)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON + 2 * HOUR)
    book = seen(cup)
    assert book.proposed is not None
    assert book.proposed.round.starts_at == NOON + 4 * HOUR
    assert 1 not in book.proposed.field


# --- Pauses ---------------------------------------------------------------------------------------------------------


def test_a_pause_moves_everything_by_its_length(player: Any) -> None:
    cup, _who = begun(player=player, round_hours=10)
    decide(running(cup)[0])
    before = dict(Question.objects.values_list("pk", "due_at"))
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON + HOUR)
    assert Match.objects.filter(status="paused").count() == 1
    look(cup, now=NOON + 20 * HOUR)
    assert cup.status == Tournament.Status.PAUSED
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + 25 * HOUR)
    assert cup.rounds.get().ends_at == NOON + 34 * HOUR
    assert set(Pod.objects.values_list("ends_at", flat=True)) == {NOON + 34 * HOUR}
    moved = {due - before[pk] for pk, due in Question.objects.values_list("pk", "due_at")}
    assert 24 * HOUR in moved
    assert not Match.objects.filter(status="paused").exists()


def test_a_pause_moves_the_round_that_waits(player: Any) -> None:
    cup, _who = begun(player=player, break_hours=3)
    decide_all(cup)
    look(cup)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON + HOUR)
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + 2 * HOUR)
    book = seen(cup)
    assert book.proposed is not None
    assert book.proposed.round.starts_at == NOON + 4 * HOUR


def test_nothing_is_dealt_to_a_tournament_that_was_paused_in_the_same_moment(player: Any) -> None:
    """Check a pause between finding an owed table and dealing it."""
    cup, _who = by_hand(player)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    deal = matches._deal_match

    def just_after(*words: Any) -> bool:
        if Tournament.objects.get(pk=cup.pk).status == Tournament.Status.RUNNING:
            lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
        return deal(*words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "_deal_match", just_after)
        assert matches.deal_owed(now=NOON) == 0
    assert not Match.objects.exists()
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + HOUR)
    assert matches.deal_owed(now=NOON + HOUR) == 2


def test_a_paused_tournament_can_be_left(player: Any) -> None:
    cup, who = begun(player=player)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON + HOUR)
    assert not Chair.objects.filter(player=who[0]).exists()
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + 2 * HOUR)
    assert not Match.objects.filter(status="paused").exists()


def test_pausing_and_going_on_fit_only_when_they_fit(player: Any) -> None:
    cup, _who = begun(player=player)
    with pytest.raises(TournamentRefused):
        lifecycle.resume_tournament(code=cup.code, by=None, now=NOON)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
    for act in (lifecycle.pause_tournament, lifecycle.finish_tournament_early):
        with pytest.raises(TournamentRefused):
            act(code=cup.code, by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        rounds.extend_round(code=cup.code, number=0, hours=1, by=None, now=NOON)


# --- The end ---------------------------------------------------------------------------------------------------------


def test_a_tournament_is_finished_as_it_stands_when_no_table_plays(player: Any) -> None:
    cup, who = begun(player=player, break_hours=1)
    with pytest.raises(TournamentRefused):
        lifecycle.finish_tournament_early(code=cup.code, by=None, now=NOON)
    decide_all(cup)
    look(cup)
    lifecycle.finish_tournament_early(code=cup.code, by=None, now=NOON)
    book = seen(cup)
    assert cup.status == Tournament.Status.OVER
    assert len(book.rounds) == 1
    assert [told(one, notify.OVER) for one in who] == [[notify.OVER]] * 8


def test_whoever_waits_is_told_when_it_is_cancelled_and_nothing_more_is_dealt(player: Any) -> None:
    cup, who = by_hand(player, 9, most=8)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    lifecycle.cancel_tournament(code=cup.code, reason="Rain.", by=None, now=NOON)
    look(cup)
    assert not Match.objects.exists()
    assert [told(one, notify.CANCELLED) for one in who] == [[notify.CANCELLED]] * 9
    with pytest.raises(TournamentRefused):
        lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON)


def test_matches_of_a_tournament_cancelled_in_a_pause_go_on(player: Any) -> None:
    cup, _who = begun(player=player)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON)
    assert set(Match.objects.values_list("status", flat=True)) == {"playing"}


def test_a_tournament_that_was_announced_and_forgotten_is_cancelled(player: Any) -> None:
    cup = tournament(by=player("host"))
    Tournament.objects.update(status=Tournament.Status.ANNOUNCED)
    look(cup, now=NOON - HOUR)
    assert cup.status == Tournament.Status.ANNOUNCED
    look(cup)
    assert cup.status == Tournament.Status.CANCELLED
    assert told(cup.organisers.get().player, notify.STUCK) == [notify.STUCK]


def test_registration_opens_when_it_was_said_to(player: Any) -> None:
    cup = tournament(opens_at=NOON - 2 * HOUR)
    Tournament.objects.update(status=Tournament.Status.ANNOUNCED)
    look(cup, now=NOON - 3 * HOUR)
    assert cup.status == Tournament.Status.ANNOUNCED
    look(cup, now=NOON - 2 * HOUR)
    assert cup.status == Tournament.Status.OPEN


def test_an_organiser_who_wants_to_begin_is_reminded_once(player: Any) -> None:
    cup = tournament(by_itself=False, by=player("host"))
    people(cup, player, 4)
    for _look in range(3):
        look(cup)
    assert cup.status == Tournament.Status.OPEN
    assert told(cup.organisers.get().player) == [notify.STUCK]


# --- Failures that stop no one else ---------------------------------------------------------------------------------


def test_a_tournament_whose_game_has_left_the_house_stands_still(player: Any) -> None:
    cup, _who = begun(player=player, by=player("host"), round_hours=1)
    other = tournament()
    bots(other, 3)
    Tournament.objects.filter(pk=cup.pk).update(game="gone")
    for _look in range(2):
        look(cup, now=NOON + HOUR)
    assert cup.status == Tournament.Status.RUNNING
    assert seen(cup).published[0].round.state == Round.State.PUBLISHED
    assert told(cup.organisers.get().player) == [notify.STUCK]
    assert seen(other).tournament.status == Tournament.Status.RUNNING
    lifecycle.cancel_tournament(code=cup.code, reason="No game.", by=None, now=NOON)


def test_a_table_that_cannot_be_dealt_stops_no_other(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cup, _who = by_hand(player, 7)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    begin = play.start_match

    def only_small(**said: Any) -> str:
        if len(said["seats"]) == 4:
            raise ValueError("broken")
        return begin(**said)

    monkeypatch.setattr(matches.play, "start_match", only_small)
    assert matches.deal_owed(now=NOON) == 1
    matches.deal_owed(now=NOON)
    assert told(cup.organisers.get().player, notify.STUCK) == [notify.STUCK]
    monkeypatch.setattr(matches.play, "start_match", begin)
    assert matches.deal_owed(now=NOON) == 1


def test_a_tournament_that_cannot_be_read_stops_no_other(player: Any) -> None:
    _broken, _who = begun(player=player)
    Tournament.objects.update(plan={})
    other = tournament(SWISS)
    bots(other, 3)
    look(other)
    assert other.status == Tournament.Status.RUNNING


def test_matches_of_a_tournament_are_not_deleted_under_it(player: Any) -> None:
    begun(player=player)
    with pytest.raises(ProtectedError):
        Match.objects.all().delete()
    Tournament.objects.all().delete()
    assert Match.objects.count() == 2
