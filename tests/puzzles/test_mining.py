"""Tests that puzzles are found in listed finished matches, each only once, and published one per day and game."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from datetime import UTC, date, timedelta
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.games import load_games
from apps.matches.models import Analysis, Fact, Match
from apps.matches.selectors import decisions
from apps.matches.services import analysis
from apps.puzzles import tasks
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Puzzle, Search
from apps.puzzles.services import mining, publishing
from tests.factories.finished_matches import NOW, finished_match, recorded_match
from tests.factories.matches import new_match
from tests.factories.puzzles import puzzle, valued

pytestmark = pytest.mark.django_db
TODAY = date(2026, 5, 1)


@pytest.fixture
def easily_found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make every tenth decision a puzzle, and return the decisions that were examined."""
    looked: list[int] = []

    def find(game: Any, state: Any, ask: Any, _given: Any, whim: Any, _give_up: Any) -> Found | None:
        looked.append(whim._move)
        legal = list(game.legal(state, ask.seat))
        return valued(legal) if whim._move % 10 == 0 and 2 <= len(legal) <= 40 else None

    monkeypatch.setattr(mining, "find_puzzle", find)
    return looked


def to_the_end() -> None:
    while mining.mine_match(enough=lambda: False):
        pass


def test_a_match_of_bombe_has_the_puzzle_that_bots_made_of_it(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("bombe", [ada, ben, cleo], seed=8)
    to_the_end()
    [found] = Puzzle.objects.filter(match=match, theme="choice", move=70)
    answers = msgspec.json.decode(found.found, type=Found)
    assert answers.best != answers.given
    assert (found.game, found.about, found.published_on) == ("bombe", "choice", None)
    assert Search.objects.get(match=match).over


def test_a_match_of_fuse_is_looked_through_too(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=3))
    match = recorded_match("fuse", [ada, ben], short_fuse=True)
    to_the_end()
    assert Search.objects.get(match=match).over


def test_only_finished_matches_in_the_lists_are_looked_at(ada: Any, ben: Any, easily_found: list[int]) -> None:
    unlisted, lesson = (recorded_match("fuse", [ada, ben], short_fuse=True) for _ in range(2))
    Match.objects.filter(pk=unlisted.pk).update(listed=False)
    Match.objects.filter(pk=lesson.pk).update(lesson={})
    new_match(ada, ben)
    finished_match([ada, ben])  # A match without a result.
    sandbox = recorded_match("fuse", [ada, ben], short_fuse=True)
    Match.objects.filter(pk=sandbox.pk).update(origin="{}")
    to_the_end()
    assert not Search.objects.exists()
    assert not easily_found


def test_nothing_is_looked_at_twice_and_the_latest_match_first(
    ada: Any, ben: Any, easily_found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "MAX_PUZZLES_PER_MATCH", 100)
    early = recorded_match("fuse", [ada, ben], short_fuse=True, now=NOW)
    late = recorded_match("fuse", [ada, ben], short_fuse=True, now=NOW + timedelta(days=1))
    assert mining.mine_match(enough=lambda: True)
    assert Search.objects.get().match_id == late.pk
    assert len(easily_found) == 1
    to_the_end()
    assert set(Search.objects.filter(over=True).values_list("match", flat=True)) == {early.pk, late.pk}
    made = [each for _n, each in decisions.load_decisions(late.code) if each]
    assert len(easily_found) == 2 * len(made), "both matches are the same, and each was looked through once"
    assert not mining.mine_match(enough=lambda: False)


def test_killed_anywhere_it_goes_on_and_finds_the_same(
    ada: Any, ben: Any, easily_found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = recorded_match("fuse", [ada, ben], short_fuse=True)
    to_the_end()
    once = list(Puzzle.objects.filter(match=whole).order_by("move").values_list("move", "found"))
    assert len(once) == mining.MAX_PUZZLES_PER_MATCH
    killed, find = recorded_match("fuse", [ada, ben], short_fuse=True), mining.find_puzzle
    deaths = iter(range(1000))

    def dies(*args: Any) -> Any:
        if next(deaths) % 3 == 2:
            raise KeyboardInterrupt
        return find(*args)

    monkeypatch.setattr(mining, "find_puzzle", dies)
    while not Search.objects.filter(match=killed, over=True).exists():
        try:
            mining.mine_match(enough=lambda: False)
        except KeyboardInterrupt:
            continue
    assert list(Puzzle.objects.filter(match=killed).order_by("move").values_list("move", "found")) == once


def test_luck_comes_from_the_match_and_the_move_alone(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seeds = recorded_match("fuse", [ada, ben], short_fuse=True), set()
    monkeypatch.setattr(mining, "find_puzzle", lambda *args: seeds.add(args[4]._seed))
    to_the_end()
    assert seeds == {hashlib.sha256(b"puzzles:" + match.code.encode()).digest()}


def test_what_silence_answered_is_nobodys_decision(ada: Any, ben: Any, easily_found: list[int]) -> None:
    match = recorded_match("fuse", [ada, ben], short_fuse=True)
    match.log.filter(number__gt=3).update(cause="clock")
    to_the_end()
    assert easily_found == [1, 2, 3]


def test_a_record_that_cannot_be_read_stops_no_other(ada: Any, ben: Any, easily_found: list[int]) -> None:
    broken = recorded_match("fuse", [ada, ben], short_fuse=True, now=NOW + timedelta(days=1))
    other = recorded_match("fuse", [ada, ben], short_fuse=True, now=NOW)
    Fact.objects.filter(match=broken, n=3).update(event='{"type":"unheard"}')
    to_the_end()
    assert Search.objects.filter(over=True).count() == 2
    assert set(Puzzle.objects.values_list("match", flat=True)) == {other.pk}


def test_who_has_enough_in_stock_looks_for_no_more(ada: Any, ben: Any, easily_found: list[int]) -> None:
    for _ in range(3):
        recorded_match("fuse", [ada, ben], short_fuse=True)
    while mining.mine_match(enough=lambda: False, stock=2):
        pass
    assert Search.objects.count() == 1


def test_a_house_that_keeps_one_for_tomorrow_looks_again_when_its_last_was_published(
    ada: Any, ben: Any, easily_found: list[int]
) -> None:
    for _ in range(2):
        recorded_match("fuse", [ada, ben], short_fuse=True)
    for _ in range(2):
        tasks.mine_puzzles.run(seconds=20, stock=1)
    assert Search.objects.count() == 1
    for day in range(Puzzle.objects.count()):
        assert publishing.publish_daily_puzzles(today=TODAY + timedelta(days=day)) == 1
    tasks.mine_puzzles.run(seconds=20, stock=1)
    assert Search.objects.count() == 2


def test_a_requested_analysis_ends_the_search_in_the_middle_of_a_decision(
    ada: Any, ben: Any, easily_found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded_match("fuse", [ada, ben], short_fuse=True)
    find, waited = mining.find_puzzle, list[bool]()

    def wait(*given: Any) -> Found | None:
        found, give_up = find(*given), given[-1]
        if len(easily_found) == 3 and not waited:
            assert not give_up()
            analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
            waited.append(give_up())
        return found

    monkeypatch.setattr(mining, "find_puzzle", wait)
    monkeypatch.setattr(tasks, "CHECK_SECONDS", 0)
    tasks.mine_puzzles.run()
    assert waited == [True]
    assert len(easily_found) == 3
    assert not Search.objects.get(match=match).over
    tasks.mine_puzzles.run()
    assert len(easily_found) == 3, "it waits for the analysis"
    Analysis.objects.update(over=True)
    tasks.mine_puzzles.run()
    assert easily_found[3] == easily_found[2], "that decision is looked at again"
    assert Search.objects.get(match=match).over


def test_a_house_on_somebodys_machine_looks_only_while_a_processor_is_idle(
    ada: Any, ben: Any, easily_found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle(recorded_match("fuse", [ada, ben]))
    monkeypatch.setattr("os.getloadavg", lambda: (float(os.cpu_count() or 1), 0.0, 0.0))
    tasks.mine_puzzles(seconds=0.1, idle=True)
    assert not Search.objects.exists()
    monkeypatch.setattr("os.getloadavg", lambda: (0.1, 9.0, 9.0))
    tasks.mine_puzzles(seconds=0.1, idle=True)
    assert Search.objects.exists()


def test_a_new_house_looks_for_its_first_puzzle_however_busy_it_is(
    ada: Any, ben: Any, easily_found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded_match("fuse", [ada, ben])
    monkeypatch.setattr("os.getloadavg", lambda: (99.0, 0.0, 0.0))
    tasks.mine_puzzles(seconds=0.1, idle=True)
    assert Search.objects.exists()


def test_the_command_looks_and_publishes(ada: Any, ben: Any, easily_found: list[int], capsys: Any) -> None:
    recorded_match("fuse", [ada, ben], short_fuse=True)
    call_command("mine_puzzles", "--seconds", "20")
    assert "3 puzzles found, 1 published today." in capsys.readouterr().out


# -- Publishing ----------------------------------------------------------------------------------


@pytest.fixture
def stock(ada: Any, ben: Any) -> list[Puzzle]:
    match = recorded_match("fuse", [ada, ben], short_fuse=True)
    return [puzzle(match, skip=skip) for skip in (0, 3, 6, 12)]


def test_each_game_has_one_puzzle_a_day_and_what_was_published_stays(stock: list[Puzzle]) -> None:
    assert publishing.publish_daily_puzzles(today=TODAY) == 1
    first = Puzzle.objects.get(published_on=TODAY)
    assert publishing.publish_daily_puzzles(today=TODAY) == 0
    tasks.publish_puzzles.run()
    assert publishing.publish_daily_puzzles(today=TODAY + timedelta(days=1)) == 1
    assert Puzzle.objects.get(published_on=TODAY) == first
    assert Puzzle.objects.exclude(published_on=None).count() == 3


def test_days_on_which_a_house_was_off_get_their_puzzles_later_today_first(stock: list[Puzzle]) -> None:
    today = timezone.now().astimezone(UTC).date()
    tasks.publish_puzzles(days=3)
    rows = Puzzle.objects.exclude(published_on=None).order_by("-published_on")
    assert list(rows.values_list("published_on", flat=True)) == [today - timedelta(days=ago) for ago in range(3)]
    assert list(rows) == stock[:3]


def test_the_theme_that_was_not_seen_for_longest_comes_next(stock: list[Puzzle]) -> None:
    for number, theme in enumerate(("turn", "turn", "turn", "turn-bomb")):
        Puzzle.objects.filter(pk=stock[number].pk).update(theme=theme)
    for day in range(3):
        publishing.publish_daily_puzzles(today=TODAY + timedelta(days=day))
    rows = Puzzle.objects.exclude(published_on=None).order_by("published_on")
    assert list(rows.values_list("theme", flat=True)) == ["turn", "turn-bomb", "turn"]


def test_of_two_publishers_one_counts(stock: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    Puzzle.objects.filter(pk=stock[3].pk).update(published_on=TODAY)
    assert not publishing._publish_oldest_puzzle("fuse", TODAY)
    assert Puzzle.objects.filter(published_on=TODAY).count() == 1


def test_a_match_that_left_the_lists_gives_nothing_to_publish(stock: list[Puzzle]) -> None:
    Match.objects.update(listed=False)
    assert publishing.publish_daily_puzzles(today=TODAY) == 0
