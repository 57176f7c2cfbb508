"""Tests of clocks on player panels at a live pace.

They're the same for everyone and don't reveal who has answered in secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.models import Chair
from apps.matches.services import organiser
from tests.factories.matches import SECOND, MatchDriver, new_match, sealed_match
from tests.matches.pages import plain

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def live(slug: str) -> dict[str, int]:
    return deadlines.list_preset_paces(load_games()[slug].meta)["live"]


def drain(table: MatchDriver, *, to: int) -> None:
    """Reduce everyone's time bank, so that an answer refills it."""
    Chair.objects.filter(match__code=table.code).update(time_bank=to)


@pytest.fixture
def fuse(ada: Any, ben: Any) -> MatchDriver:
    return new_match(ada, ben, pace=live("fuse"), now=timezone.now().replace(microsecond=0), bots=1)


def test_the_clock_of_whoever_is_awaited_runs_and_the_others_stand(fuse: MatchDriver) -> None:
    seat, now = fuse.ask.seat, fuse.now
    for observer in (Seat(0), Seat(1), PUBLIC):
        clocks = fuse.look(observer=observer).clocks
        assert clocks[2] is None, "a bot needs no clock"
        for other in (0, 1):
            clock = clocks[other]
            assert clock is not None
            assert (clock.time_bank, clock.full) == (120, 120)
            assert clock.due_at == (now + 60 * SECOND if other == seat else None)
            assert clock.lapses_at == (now + 180 * SECOND if other == seat else None)


def test_a_late_answer_is_paid_from_the_bank_for_all_to_see(fuse: MatchDriver) -> None:
    seat = fuse.ask.seat
    fuse.now += 80 * SECOND
    fuse.lay()
    [clock] = {fuse.look(observer=who).clocks[seat] for who in (Seat(0), Seat(1), PUBLIC)}
    assert clock is not None
    assert (clock.time_bank, clock.due_at) == (105, None), "20 seconds over, 5 come back"


def test_at_a_slow_pace_in_a_pause_and_in_a_record_no_plate_has_a_clock(
    fuse: MatchDriver, ada: Any, ben: Any, at: Browser
) -> None:
    assert 'class="clock' in at(ada).get(f"/m/{fuse.code}/").content.decode()
    assert 'class="clock' not in at(ada).get(f"/m/{fuse.code}/record/").content.decode()
    organiser.pause_match(code=fuse.code, now=fuse.now)
    assert fuse.look(ada).clocks == ()
    slow = new_match(ada, ben, now=timezone.now(), pace=deadlines.list_preset_paces(load_games()["fuse"].meta)["daily"])
    html = at(ada).get(f"/m/{slow.code}/").content.decode()
    assert 'class="clock' not in html
    assert "<!--clock-->" not in html


def test_a_plate_draws_the_time_and_the_bank(fuse: MatchDriver, ada: Any, at: Browser) -> None:
    html = at(ada).get(f"/m/{fuse.code}/").content.decode()
    running = re.findall(r'<span class="clock running">.*?</span>.*?<time[^>]*>(\d:\d\d)</time>', html)
    standing = re.findall(r'<span class="clock">.*?</span>.*?<time[^>]*>(\d:\d\d)</time>', html)
    assert len(running) == len(standing) == 1
    assert running[0] in ("1:00", "0:59", "0:58")
    assert standing == ["2:00"]
    assert "time bank" not in plain(html.partition('id="question"')[2].partition('class="far"')[0]).replace(
        "Your time bank", ""
    )


@pytest.mark.parametrize("slug", ["bombe", "frogs", "kobolds"])
@pytest.mark.parametrize("fixed", [False, True])
def test_no_clock_tells_who_has_answered_in_secret(ada: Any, ben: Any, cleo: Any, slug: str, fixed: bool) -> None:
    table = sealed_match(slug, ada, ben, cleo, pace=live(slug), fixed_windows=fixed)
    drain(table, to=60)
    for _ in range(12):  # This plays through several windows.
        asked = [ask for ask in table.asks() if ask.seat >= 0 and not ask.answered]
        if len(asked) > 1 and all(ask.sealed for ask in asked):
            for ask in asked[:-1]:
                before = table.seen(ask.seat)
                table.answer(table.as_bot(ask.seat), seat=ask.seat, key=ask.key)
                assert table.seen(ask.seat) == before
        table.step()
        table.now += 3 * SECOND


def test_several_clocks_run_at_once_in_a_window_and_end_up_where_they_were(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=live("bombe"))
    due_at = table.now + 60 * SECOND
    assert [clock and clock.due_at for clock in table.look(observer=PUBLIC).clocks] == [due_at] * 3
    table.says(0, table.as_bot(0))
    assert [clock and clock.due_at for clock in table.look(observer=PUBLIC).clocks] == [due_at] * 3
    own = table.look(observer=Seat(0)).clocks[0]
    assert own is not None
    assert own.due_at is None, "they know that they have answered"


@pytest.mark.parametrize("after", [10, 75])
def test_a_pause_tells_nothing_of_who_had_answered_either(ada: Any, ben: Any, cleo: Any, after: int) -> None:
    table = sealed_match("bombe", ada, ben, cleo, pace=live("bombe"))
    Chair.objects.filter(match__code=table.code).update(time_bank=60)
    for question in table.match.questions.all():
        question.lapses_at = question.due_at + 60 * SECOND
        question.save()
    table.now += 5 * SECOND
    table.says(0, table.as_bot(0))
    assert table.chair(0).time_bank == 65
    table.now += timedelta(seconds=after)
    organiser.pause_match(code=table.code, now=table.now)
    table.now += timedelta(hours=1)
    organiser.resume_match(code=table.code, now=table.now)
    first, second, third = table.look(observer=Seat(2)).clocks
    assert first == second
    assert third is not None
    assert first is not None
    assert first.time_bank == (60 if after == 10 else 40)
