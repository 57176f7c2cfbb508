"""Tests of the clock for people who sleep, travel or answer late: quiet hours, vacations and time banks."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.games import load_games
from apps.games.fuse import GAME
from apps.kernel.game import Illegal
from apps.kernel.table import HOUSE, PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match, Missed, Move, Question, QuietHoursRow, Vacation
from apps.matches.selectors import pending, player_matches
from apps.matches.services import availability, match_vacations, play, seats
from apps.notices import wording
from apps.notices.models import Kind
from tests.factories.matches import HOUR, MatchDriver, in_window, new_match

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
EVENING = datetime(2026, 6, 1, 20, tzinfo=UTC)
DAILY = {"turn": 6 * 3600, "matchman": 3600}
RESERVED = {"turn": 3600, "matchman": 1800, deadlines.TIME_BANK: 7200, deadlines.REFILL: 600}
AT_LEISURE = {**RESERVED, "matchman": 3600}
"""A pace that isn't live. At a live pace, the player panels show the time bank to everyone."""


def sleeps(player: Any, begins: int, ends: int, zone: str = "UTC") -> None:
    """Set the player's quiet hours, in hours of their own clock."""
    QuietHoursRow.objects.create(player=player, begins=begins * 60, ends=ends * 60)
    type(player).objects.filter(pk=player.pk).update(time_zone=zone)


def due(table: MatchDriver) -> Question:
    return Question.objects.get(match__code=table.code, seat=table.ask.seat)


def drawn(table: MatchDriver, player: Any) -> str:
    """Return the match page as this player gets it."""
    client = Client()
    if player is not None:
        client.force_login(player)
    return client.get(f"/m/{table.code}/").content.decode()


def instants(page: str, place: str) -> list[datetime]:
    """Return the times in a paragraph of the page."""
    found = re.findall(rf'<p class="(?:quiet small )?{place}".*?</p>', page, re.DOTALL)
    return [datetime.fromisoformat(at) for part in found for at in re.findall(r'datetime="([^"]+)"', part)]


def whose(table: MatchDriver, *players: Any) -> Any:
    return players[table.ask.seat]


# -- quiet hours ---------------------------------------------------------------------------


def test_nobodys_time_runs_while_they_sleep(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 22, 6)
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(hours=2 + 8 + 4), "two hours tonight, four tomorrow"


def test_everybody_sleeps_in_their_own_time_zone(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 22, 6, "America/New_York")
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(hours=6), "it is four in the afternoon there"


def test_a_pace_of_minutes_lets_nobody_sleep(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 19, 4)
    table = new_match(ada, ben, pace={"turn": 600, "matchman": 300}, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(minutes=10)


def test_whoever_takes_a_seat_over_brings_their_own_night_along(ada: Any, ben: Any, cleo: Any) -> None:
    sleeps(cleo, 22, 6)
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(hours=6)
    seats.replace_player(code=table.code, seat=table.ask.seat, player=cleo.pk, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(hours=2 + 8 + 4)


def test_a_window_waits_for_whoever_sleeps_longest_and_tells_nobody_who_that_is(ada: Any, ben: Any, cleo: Any) -> None:
    sleeps(ben, 10, 18)
    table = in_window(ada, ben, cleo, pace=DAILY, now=datetime(2026, 6, 1, 9, 30, tzinfo=UTC))
    dues = set(Question.objects.filter(match__code=table.code).exclude(seat=HOUSE).values_list("due_at", flat=True))
    assert len(dues) == 1
    asked = {ask.seat for ask in table.asks() if ask.seat != HOUSE}
    slept = timedelta(hours=8) if 1 in asked else timedelta()
    assert dues == {table.now + HOUR + slept}


# -- time bank -----------------------------------------------------------------------------


def test_a_duty_lapses_only_when_the_time_bank_is_spent_too(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    assert (due(table).due_at, due(table).lapses_at) == (EVENING + HOUR, EVENING + 3 * HOUR)
    assert table.match.wake_at == EVENING + 3 * HOUR
    play.settle_match(code=table.code, now=EVENING + 3 * HOUR - timedelta(seconds=1))
    assert Move.objects.filter(match__code=table.code).count() == 1, "only the deal"
    play.settle_match(code=table.code, now=EVENING + 3 * HOUR)
    assert Move.objects.get(match__code=table.code, number=1).cause == "clock"


def test_being_late_draws_on_the_time_bank_and_a_kept_duty_refills_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    table.now = EVENING + HOUR + timedelta(minutes=50)
    table.lay()
    assert table.chair(seat).time_bank == 7200 - 3000 + 600


def test_a_time_bank_never_grows_beyond_what_it_was(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    table.lay()
    assert table.chair(seat).time_bank == 7200


def test_a_lapse_spends_the_time_bank(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    play.settle_match(code=table.code, now=EVENING + 3 * HOUR)
    assert (table.chair(seat).time_bank, table.chair(seat).missed) == (0, 1)


def test_a_reaction_draws_on_no_time_bank(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo, pace=RESERVED)
    for question in Question.objects.filter(match__code=table.code, duty=False):
        assert question.due_at == question.lapses_at


def test_nobody_else_sees_a_time_bank(ada: Any, ben: Any) -> None:
    """Check that others see only the deadline of the pace, and not how late the player can be."""
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    own, theirs, public = (table.look(observer=who) for who in (Seat(seat), Seat(1 - seat), PUBLIC))
    [question] = own.questions
    assert (question.due_at, question.lapses_at) == (EVENING + HOUR, EVENING + 3 * HOUR)
    assert question.time_bank == own.time_bank == 7200
    assert own.due_at == question.lapses_at, "what the owner reads is when silence counts"
    assert {theirs.due_at, public.due_at} == {EVENING + HOUR}
    assert public.time_bank == 0


def test_all_that_its_owner_reads_names_one_instant_and_nobody_else_learns_it(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, pace=AT_LEISURE, now=timezone.now().replace(microsecond=0))
    seat, me = table.ask.seat, whose(table, ada, ben)
    Chair.objects.filter(match__code=table.code).update(time_bank=5412)
    Question.objects.update(lapses_at=F("due_at") + timedelta(seconds=5412))
    free, lapses = table.now + HOUR, table.now + HOUR + timedelta(seconds=5412)
    [asked] = pending.find_open_questions()
    assert player_matches.load_own_page(player=me.pk).rows[0].due_at == asked.lapses_at == lapses
    assert wording.word_question(asked, Kind.TURN).time_at == lapses
    page = drawn(table, me)
    assert instants(page, "until") == instants(page, "silence") == [lapses]
    assert free.isoformat() not in page
    said = " ".join(re.sub("<[^>]+>", "", page).split())
    until = gettext("If you don’t move by {time} (with {left} from your time bank),")
    until = until.replace("(", r"\(").replace(")", r"\)") + " your"
    assert re.search(until.format(time="[^(]+", left="1 hour 30 minutes"), said)
    for player in (cleo, (ada, ben)[1 - seat], None):
        other = drawn(table, player)
        assert instants(other, "until") == [free]
        assert "time bank" not in other.partition('<details class="agreed">')[0]
        assert lapses.isoformat() not in other


def test_who_has_used_up_their_time_bank_reads_that(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=AT_LEISURE, now=timezone.now())
    Chair.objects.filter(match__code=table.code).update(time_bank=0)
    Question.objects.update(lapses_at=F("due_at"))
    said = gettext("If you don’t move by {time} (your time bank is empty),").partition("{time}")[2]
    assert said in drawn(table, whose(table, ada, ben))


def test_whoever_answers_late_reads_when_the_time_bank_is_over(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=AT_LEISURE, now=timezone.now().replace(microsecond=0))
    late, over = table.now - timedelta(minutes=1), table.now + HOUR
    Question.objects.update(due_at=late, lapses_at=over)
    page = drawn(table, whose(table, ada, ben))
    assert gettext("Your time bank is running. If you don’t move by {time},").partition("{time}")[0] in page
    assert instants(page, "silence") == [over]


def test_where_there_is_no_time_bank_nothing_is_said_of_one(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    assert "time bank" not in drawn(table, whose(table, ada, ben)).partition('<details class="agreed">')[0]
    table = in_window(ada, ben, cleo, pace=RESERVED, now=timezone.now())
    for ask in table.asks():
        assert not ask.duty
        page = drawn(table, (ada, ben, cleo)[ask.seat])
        assert "time bank" not in page.partition('<details class="agreed">')[0]


def test_a_bot_that_stands_in_has_no_time_bank(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=timezone.now())
    Chair.objects.filter(match__code=table.code).update(autopilot=True)
    assert table.look(whose(table, ada, ben)).questions[0].time_bank is None


@pytest.mark.parametrize("wrong", [{deadlines.TIME_BANK: -1}, {deadlines.REFILL: deadlines.MAX_PACE_SECONDS + 1}])
def test_a_time_bank_out_of_bounds_is_refused(wrong: dict[str, int]) -> None:

    with pytest.raises(Illegal):
        deadlines.check_pace(GAME.meta, {**DAILY, **wrong}, GAME.options())


def test_every_preset_has_a_time_bank_that_fits_it() -> None:

    for game in load_games().values():
        presets = deadlines.list_preset_paces(game.meta)
        assert list(presets) == ["live", "daily", "relaxed", "weekly"]
        for name, seconds in presets.items():
            assert deadlines.check_pace(game.meta, seconds, game.options())
            assert 0 < seconds[deadlines.REFILL] < seconds[deadlines.TIME_BANK]
            assert deadlines.is_restful(seconds) == (name != "live")


# -- vacations -----------------------------------------------------------------------------


def goes(player: Any, table: MatchDriver, after: timedelta, days: int) -> datetime:
    """Send the player on vacation a while after the deal."""
    table.now += after
    until = table.now + days * DAY
    Vacation.objects.create(player=player, begins_at=table.now, ends_at=until)
    match_vacations.apply_started_vacation(player=player.pk, now=table.now)
    return until


def test_what_is_asked_of_somebody_on_vacation_waits_until_they_are_back(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    until = goes(whose(table, ada, ben), table, 2 * HOUR, days=10)
    assert due(table).due_at == until + 4 * HOUR, "they had four hours left"
    assert table.match.wake_at == until + 4 * HOUR


def test_a_vacation_nobody_moved_deadlines_for_is_found_when_the_match_is_in_hand(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    Vacation.objects.create(player=player, begins_at=EVENING + HOUR, ends_at=EVENING + 5 * DAY)
    play.settle_match(code=table.code, now=EVENING + 7 * HOUR)
    assert Move.objects.filter(match__code=table.code).count() == 1, "nothing lapsed"
    assert due(table).due_at == EVENING + 5 * DAY + 5 * HOUR


def test_a_vacation_does_not_save_what_had_lapsed_before_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    Vacation.objects.create(player=player, begins_at=EVENING + 6 * HOUR, ends_at=EVENING + 5 * DAY)
    play.settle_match(code=table.code, now=EVENING + 7 * HOUR)
    assert Move.objects.get(match__code=table.code, number=1).cause == "clock"


def test_a_question_that_comes_during_a_vacation_waits_too(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    other = (ada, ben)[1 - table.ask.seat]
    until = goes(other, table, HOUR, days=3)
    table.lay()
    assert due(table).due_at == until + 6 * HOUR


def test_who_comes_back_early_has_the_time_they_had_left(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    until = goes(player, table, 2 * HOUR, days=10)
    table.now += 3 * DAY
    Vacation.objects.update(ends_at=table.now)
    match_vacations.apply_shortened_vacation(player=player.pk, planned=until, ends_at=table.now, now=table.now)
    assert due(table).due_at == table.now + 4 * HOUR


def test_a_match_may_wait_for_nobody(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    Match.objects.update(vacations=False)
    goes(whose(table, ada, ben), table, HOUR, days=10)
    play.settle_match(code=table.code, now=EVENING + 6 * HOUR)
    assert Move.objects.get(match__code=table.code, number=1).cause == "clock"


def test_everybody_is_told_who_is_away(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY)
    seat = table.ask.seat
    goes(whose(table, ada, ben), table, timedelta(), days=400)
    seen = table.look(observer=Seat(1 - seat))
    assert seen.story[0].fact == "away"
    assert seen.people[seat].away_until is not None
    assert seen.people[1 - seat].away_until is None


# -- turns in the log ----------------------------------------------------------------------


def test_the_log_says_whose_duty_it_was_and_how_long_it_took(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    table.now += 2 * HOUR
    table.lay()
    move = Move.objects.get(match__code=table.code, number=1)
    assert (move.player_id, move.took) == (player.pk, 7200)


def test_a_lapsed_duty_is_remembered_as_missed(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    play.settle_match(code=table.code, now=EVENING + 6 * HOUR)
    assert [(missed.player_id, missed.at) for missed in Missed.objects.all()] == [(player.pk, EVENING + 6 * HOUR)]
    assert Move.objects.get(match__code=table.code, number=1).player_id is None


def test_a_vacation_may_be_prolonged_and_cut_short(ada: Any, ben: Any) -> None:
    """Check both from the player's own page. The time they had left is always there when they are back."""
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    first = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 5), now=EVENING + HOUR)
    assert due(table).due_at == first + 5 * HOUR
    later = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 9), now=EVENING + DAY)
    assert later == first + 4 * DAY
    assert due(table).due_at == later + 5 * HOUR
    sooner = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 4), now=EVENING + DAY)
    assert due(table).due_at == sooner + 5 * HOUR
    availability.come_back(player=player.pk, now=EVENING + 2 * DAY)
    assert due(table).due_at == EVENING + 2 * DAY + 5 * HOUR
    assert not Vacation.objects.filter(ends_at__gt=EVENING + 2 * DAY).exists()


def test_who_waited_for_somebody_in_a_window_keeps_their_own_time(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo, pace=DAILY, now=EVENING)
    asked = [ask.seat for ask in table.asks() if ask.seat != HOUSE]
    player = (ada, ben, cleo)[asked[0]]
    until = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 9), now=EVENING)
    assert set(Question.objects.exclude(seat=HOUSE).values_list("due_at", flat=True)) == {until + HOUR}
    availability.come_back(player=player.pk, now=EVENING + 2 * HOUR)
    assert set(Question.objects.exclude(seat=HOUSE).values_list("due_at", flat=True)) == {EVENING + 3 * HOUR}


# -- planned vacations ---------------------------------------------------------------------

BEGINS, ENDS = datetime(2026, 6, 2, tzinfo=UTC), datetime(2026, 6, 5, tzinfo=UTC)


def plans(player: Any, now: datetime = EVENING) -> None:
    """Plan a vacation of three days from midnight on."""
    span = availability.plan_vacation(player=player.pk, since=date(2026, 6, 2), until=date(2026, 6, 4), now=now)
    assert span == (BEGINS, ENDS)


def test_what_is_open_when_a_vacation_is_planned_reckons_with_it_and_is_moved_once(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    plans(whose(table, ada, ben))
    assert due(table).due_at == table.match.wake_at == ENDS + 2 * HOUR, "four hours tonight, two afterwards"
    for now in (EVENING + HOUR, BEGINS, BEGINS + DAY, ENDS, ENDS + HOUR):
        play.settle_match(code=table.code, now=now)
        assert due(table).due_at == ENDS + 2 * HOUR
    play.settle_match(code=table.code, now=ENDS + 2 * HOUR)
    assert table.causes() == ["deal", "house", "clock"]


def test_what_is_asked_before_a_planned_vacation_reckons_with_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    plans((ada, ben)[1 - table.ask.seat])
    assert due(table).due_at == BEGINS + 2 * HOUR, "it is not their turn"
    table.now = BEGINS - HOUR
    table.lay()
    assert due(table).due_at == ENDS + 5 * HOUR


def test_what_is_due_before_a_planned_vacation_stays(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 3600, "matchman": 3600}, now=EVENING)
    plans(whose(table, ada, ben))
    assert due(table).due_at == due(table).lapses_at == EVENING + HOUR


def test_a_time_bank_is_held_while_a_planned_vacation_lasts(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=AT_LEISURE, now=BEGINS - 2 * HOUR)
    player = whose(table, ada, ben)
    plans(player, now=table.now)
    assert (due(table).due_at, due(table).lapses_at) == (BEGINS - HOUR, ENDS + HOUR)
    availability.cancel_planned_vacation(player=player.pk, begins_at=BEGINS, now=table.now)
    assert (due(table).due_at, due(table).lapses_at) == (BEGINS - HOUR, BEGINS + HOUR)


@pytest.mark.parametrize("hours", [6, 24, 24 * 7])
def test_who_calls_a_vacation_off_has_the_time_they_had_without_it(ada: Any, ben: Any, hours: int) -> None:
    table = new_match(ada, ben, pace={"turn": hours * 3600, "matchman": 3600}, now=EVENING)
    player = whose(table, ada, ben)
    for _ in range(2):
        plans(player)
        assert due(table).due_at == EVENING + hours * HOUR + 3 * DAY
        availability.cancel_planned_vacation(player=player.pk, begins_at=BEGINS, now=EVENING + HOUR)
        assert due(table).due_at == EVENING + hours * HOUR
    assert not Vacation.objects.exists()
    told = [sentence.fact for sentence in table.look(observer=PUBLIC).story[:2]]
    assert told == ["staying", "leaving"]


def test_who_calls_a_vacation_off_that_a_match_never_heard_of_loses_nothing(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 7 * 24 * 3600, "matchman": 3600}, now=EVENING)
    player = whose(table, ada, ben)
    Vacation.objects.create(player=player, begins_at=BEGINS, ends_at=ENDS)
    availability.cancel_planned_vacation(player=player.pk, begins_at=BEGINS, now=EVENING)
    assert due(table).due_at == EVENING + 7 * DAY


def test_who_is_back_early_from_a_planned_vacation_has_the_time_they_had_left(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    plans(player)
    availability.come_back(player=player.pk, now=BEGINS + DAY)
    assert due(table).due_at == BEGINS + DAY + 2 * HOUR


def test_a_planned_vacation_that_has_begun_is_prolonged_like_any_other(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    player = whose(table, ada, ben)
    plans(player)
    availability.go_on_vacation(player=player.pk, until=date(2026, 6, 6), now=BEGINS + HOUR)
    assert due(table).due_at == ENDS + 2 * DAY + 2 * HOUR


def test_a_vacation_now_and_one_that_is_planned_are_both_waited_for(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 4 * 24 * 3600, "matchman": 3600}, now=EVENING)
    player = whose(table, ada, ben)
    availability.plan_vacation(player=player.pk, since=date(2026, 6, 6), until=date(2026, 6, 7), now=EVENING)
    assert due(table).due_at == EVENING + 4 * DAY, "it ends before they leave"
    first = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 3), now=EVENING)
    assert due(table).due_at == first + 4 * DAY + 2 * DAY
    play.settle_match(code=table.code, now=first + HOUR)
    assert due(table).due_at == first + 4 * DAY + 2 * DAY


def test_each_of_several_vacations_is_taken_back_by_itself(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace={"turn": 5 * 24 * 3600, "matchman": 3600}, now=EVENING)
    player, free = whose(table, ada, ben), EVENING + 5 * DAY
    away = availability.go_on_vacation(player=player.pk, until=date(2026, 6, 6), now=EVENING) - EVENING
    for first in (8, 11):
        span = date(2026, 6, first), date(2026, 6, first + 1)
        availability.plan_vacation(player=player.pk, since=span[0], until=span[1], now=EVENING)
    assert due(table).due_at == free + away + 4 * DAY
    availability.cancel_planned_vacation(player=player.pk, begins_at=datetime(2026, 6, 8, tzinfo=UTC), now=EVENING)
    assert due(table).due_at == free + away + 2 * DAY
    availability.come_back(player=player.pk, now=EVENING + HOUR)
    assert due(table).due_at == free + HOUR, "that is before the other one begins"


def test_in_a_window_all_have_the_time_of_who_plans_to_leave(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo, pace=DAILY, now=BEGINS - HOUR / 2)
    player = (ada, ben, cleo)[next(ask.seat for ask in table.asks() if ask.seat != HOUSE)]
    plans(player, now=table.now)
    open_ = Question.objects.exclude(seat=HOUSE)
    assert set(open_.values_list("due_at", flat=True)) == {ENDS + HOUR / 2}
    availability.cancel_planned_vacation(player=player.pk, begins_at=BEGINS, now=table.now)
    assert set(open_.values_list("due_at", flat=True)) == {BEGINS + HOUR / 2}


def test_everybody_sees_who_will_be_away(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    first = table.now.date() + 5 * DAY
    span = availability.plan_vacation(player=ada.pk, since=first, until=first + 2 * DAY, now=table.now)
    availability.plan_vacation(player=ada.pk, since=first + 9 * DAY, until=first + 9 * DAY, now=table.now)
    for player in (ada, ben, cleo, None):
        assert [(one.name, one.ahead, one.away_until) for one in table.look(player).leaving] == [("ada", span, None)]
        assert "ada will be on vacation from" in drawn(table, player)
    table.now = timezone.now()
    assert [one.ahead for one in table.lay().leaving] == [span], "who has just answered sees it, too"
    Match.objects.update(vacations=False)
    assert table.look(ben).leaving == ()
