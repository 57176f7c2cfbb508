"""Tests that ratings follow from the record alone, in any order, repeatedly, and after any interruption."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from apps.accounts.models import Player
from apps.kernel.game import compute_places
from apps.kernel.table import Seat
from apps.matches.models import Chair, Match, Move
from apps.matches.services import seats
from apps.people.services import account_deletion
from apps.ratings import rating_changes
from apps.ratings.models import Ladder, Rating, RatingStep, Result, Sheet
from apps.ratings.rating_changes import Skill
from apps.ratings.selectors.player import count_places
from apps.ratings.services import ledger
from tests import data_migrations
from tests.concurrency import together
from tests.factories.finished_matches import NOW, finished_match
from tests.factories.matches import new_match

pytestmark = pytest.mark.django_db


def numbers() -> list[tuple[Any, ...]]:
    """Return all computed values, without keys."""
    ratings = Rating.objects.order_by("game", "player").values_list(
        "game", "player", "mu", "sigma", "least", "matches", "updated_at"
    )
    steps = RatingStep.objects.order_by("game", "player", "number").values_list(
        "game", "player", "number", "match", "place", "mu_before", "sigma_before", "mu", "sigma", "at"
    )
    return [*ratings, *steps]


def simulated(people: list[Player], count: int, luck: random.Random) -> list[Match]:
    """Create matches of two to four, in which those further down the list tend to be better."""
    found = []
    for n in range(count):
        seated = luck.sample(people, luck.randint(2, 4))
        form = [-luck.gauss(people.index(one), 2) for one in seated]
        found.append(
            finished_match(
                seated, compute_places(form), at=NOW - timedelta(minutes=count - n), game=luck.choice(["fuse", "frogs"])
            )
        )
    return found


def test_a_rated_match_moves_two_people_and_is_told_step_by_step(ada: Any, ben: Any) -> None:
    match = finished_match([ada, ben], [1, 2])
    assert ledger.record_results(now=NOW) == 1
    expected = rating_changes.compute_new_ratings({}, [(ada.pk, 1), (ben.pk, 2)])
    for player, place in ((ada, 1), (ben, 2)):
        rating = Rating.objects.get(player=player, game="fuse")
        assert (rating.mu, rating.sigma, rating.matches) == (expected[player.pk].mu, expected[player.pk].sigma, 1)
        step = RatingStep.objects.get(player=player)
        assert (step.match_id, step.place, step.number, step.at) == (match.pk, place, 1, match.over_at)
        assert (step.mu_before, step.sigma_before) == (Skill().mu, Skill().sigma)
        assert (step.mu, step.sigma) == (rating.mu, rating.sigma)


def test_a_match_with_a_bot_moves_only_the_bot(ada: Any, ben: Any, cleo: Any) -> None:
    Player.objects.filter(pk=cleo.pk).update(bot=True)
    finished_match([ada, ben], [1, 2])
    finished_match([ada, cleo], [2, 1], rated=False)
    ledger.record_results(now=NOW)
    after_first = rating_changes.compute_new_ratings({}, [(ada.pk, 1), (ben.pk, 2)])
    expected = rating_changes.compute_new_ratings(after_first, [(ada.pk, 2), (cleo.pk, 1)])
    rating = Rating.objects.get(player=cleo)
    assert (rating.mu, rating.sigma, rating.matches) == (expected[cleo.pk].mu, expected[cleo.pk].sigma, 1)
    assert Rating.objects.get(player=ada).mu == after_first[ada.pk].mu
    assert [step.player_id for step in RatingStep.objects.order_by("pk")] == [ada.pk, ben.pk, cleo.pk]
    before = numbers()
    ledger.recompute_ratings(game="fuse")
    assert numbers() == before
    assert list(ledger.find_doubtful_matches(game="fuse")) == []
    Sheet.objects.filter(bot_places__isnull=False).update(bot_places=[[ada.pk, 1, False], [cleo.pk, 2, True]])
    assert len(list(ledger.find_doubtful_matches(game="fuse"))) == 1


def test_a_match_with_a_bot_that_comes_late_moves_only_bots_rated_since(ada: Any, ben: Any, cleo: Any) -> None:
    Player.objects.filter(pk=cleo.pk).update(bot=True)
    finished_match([ada, cleo], [1, 2], rated=False)
    ledger.record_results(now=NOW)
    known_later = Rating.objects.get(player=cleo).mu
    finished_match([ada, ben], [1, 2], at=NOW - timedelta(days=60))
    ledger.record_results(now=NOW)
    assert Rating.objects.get(player=cleo).mu > known_later, "it lost to a player who turned out stronger"
    assert Rating.objects.get(player=ada).matches == 1


@pytest.mark.parametrize("why", ["house bot", "guest", "not public", "no bot", "no result"])
def test_which_matches_do_not_count_for_a_bot(ada: Any, ben: Any, cleo: Any, why: str) -> None:
    Player.objects.filter(pk=cleo.pk).update(bot=why != "no bot")
    Player.objects.filter(pk=ben.pk).update(guest=why == "guest")
    third = None if why == "house bot" else ben
    places = [] if why == "no result" else [1, 2, 3]
    finished_match([ada, cleo, third], places, rated=False, listed=why != "not public")
    ledger.record_results(now=NOW)
    assert not Rating.objects.exists()
    assert Sheet.objects.get().bot_places is None


def test_two_bots_rate_each_other(ada: Any, ben: Any) -> None:
    Player.objects.update(bot=True)
    finished_match([ada, ben], [1, 2], rated=False)
    ledger.record_results(now=NOW)
    assert [one.player_id for one in Rating.objects.order_by("-mu")] == [ada.pk, ben.pk]


def test_a_second_sweep_finds_nothing(ada: Any, ben: Any) -> None:
    finished_match([ada, ben], [1, 2])
    ledger.record_results(now=NOW)
    before = numbers()
    assert ledger.record_results(now=NOW) == 0
    assert numbers() == before


def test_games_are_rated_apart(ada: Any, ben: Any) -> None:
    finished_match([ada, ben], [1, 2])
    finished_match([ada, ben], [2, 1], game="frogs")
    ledger.record_results(now=NOW)
    assert Rating.objects.get(player=ada, game="fuse").mu == Rating.objects.get(player=ben, game="frogs").mu


def test_running_unrated_and_mixed_matches_rate_nobody(ada: Any, ben: Any, cleo: Any) -> None:
    running = finished_match([ada, ben], [1, 2])
    Match.objects.filter(pk=running.pk).update(status="playing", over_at=None, outcome=None)
    finished_match([ada, ben], [1, 2], rated=False)
    finished_match([ada, None], [1, 2])
    finished_match([ada, ben])
    Player.objects.filter(pk=cleo.pk).update(guest=True)
    finished_match([ada, cleo], [1, 2])
    assert ledger.record_results(now=NOW) == 4
    assert numbers() == []
    assert Result.objects.filter(player=ada).count() == 4
    assert Result.objects.filter(player=ada, place=None).count() == 1


def test_a_guest_who_keeps_the_account_later_changes_nothing(ada: Any, ben: Any) -> None:
    Player.objects.filter(pk=ben.pk).update(guest=True)
    finished_match([ada, ben], [1, 2])
    ledger.record_results(now=NOW)
    Player.objects.filter(pk=ben.pk).update(guest=False)
    ledger.record_results(now=NOW)
    ledger.recompute_ratings(game="fuse")
    assert numbers() == []


def test_whoever_left_is_last_and_the_substitute_is_not_rated(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    finished_match([ada, ben, cleo], [1, 2, 3], s0={"player": dora, "former": ada})
    ledger.record_results(now=NOW)
    assert dict(RatingStep.objects.values_list("player", "place")) == {ada.pk: 3, ben.pk: 1, cleo.pk: 2}
    assert dict(Result.objects.values_list("player", "place")) == {ada.pk: 3, ben.pk: 1, cleo.pk: 2, dora.pk: 1}


def test_who_resigned_to_the_bot_and_who_is_on_autopilot_share_the_last_place(ada: Any, ben: Any, cleo: Any) -> None:
    finished_match([ada, ben, cleo], [1, 2, 3], s0={"player": None, "bot": True, "former": ada}, s1={"autopilot": True})
    ledger.record_results(now=NOW)
    assert dict(RatingStep.objects.values_list("player", "place")) == {ada.pk: 2, ben.pk: 2, cleo.pk: 1}


def test_when_a_seat_changed_hands_twice_the_log_knows_who_sat_there_first(
    ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    match = finished_match([ada, ben], [1, 2], s0={"player": dora, "former": cleo})
    for number, player in ((1, ada), (2, ben), (3, cleo)):
        Move.objects.create(
            match=match, number=number, at=NOW, cause="seat", seat=number == 2, player=player, audience=0
        )
    ledger.record_results(now=NOW)
    assert dict(RatingStep.objects.values_list("player", "place")) == {ada.pk: 2, ben.pk: 1}


@pytest.mark.slow
def test_counting_again_yields_exactly_the_same_numbers_in_whatever_order_matches_turned_up(
    player: Callable[[str], Any],
) -> None:
    luck = random.Random(7)
    people = [player(f"p{n}") for n in range(12)]
    matches = simulated(people, 200, luck)
    hidden = {match.pk: match.over_at for match in matches}
    Match.objects.update(status="playing", over_at=None)
    luck.shuffle(matches)
    while matches:  # They end in any order, with a sweep now and then.
        for match in [matches.pop() for _ in range(min(len(matches), luck.randint(1, 9)))]:
            Match.objects.filter(pk=match.pk).update(status="over", over_at=hidden[match.pk])
        ledger.record_results(now=NOW)
    piecemeal = numbers()
    assert Sheet.objects.count() == 200
    said = StringIO()
    call_command("rate", "--again", stdout=said)
    assert numbers() == piecemeal
    assert "fuse: " in said.getvalue()
    for model in (Sheet, Result, Rating, RatingStep, Ladder):
        model._default_manager.all().delete()
    ledger.record_results(now=NOW)
    assert numbers() == piecemeal, "in order and at once"
    for game in ("fuse", "frogs"):
        ranked = list(Rating.objects.filter(game=game).order_by("-mu").values_list("player", flat=True))
        strong = {one.pk for one in people[8:]}
        assert len(strong & set(ranked[:4])) >= 3, "better players rank higher"
        assert not {one.pk for one in people[:4]} & set(ranked[:4])


def test_each_step_begins_where_the_last_one_ended(player: Callable[[str], Any]) -> None:
    people = [player(f"p{n}") for n in range(5)]
    simulated(people, 30, random.Random(3))
    ledger.record_results(now=NOW)
    for one in people:
        steps = list(RatingStep.objects.filter(player=one, game="fuse").order_by("number"))
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))
        for earlier, later in pairwise(steps):
            assert (earlier.mu, earlier.sigma) == (later.mu_before, later.sigma_before)
            assert earlier.at <= later.at


@pytest.mark.parametrize("at", ["RatingStep", "Result", "Rating", "Ladder"])
def test_killed_anywhere_nothing_is_counted_twice_or_lost(ada: Any, ben: Any, cleo: Any, at: str) -> None:
    people = [ada, ben, cleo]
    for n in range(6):
        finished_match([people[n % 3], people[(n + 1) % 3]], [1, 2])
    table = ledger.__dict__[at]._meta.db_table
    writes = 0

    def plug(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal writes
        result = execute(sql, params, many, context)
        if f'"{table}"' in sql and sql.startswith(("INSERT", "UPDATE")):
            writes += 1
            if writes in (2, 5):
                raise KeyboardInterrupt  # This is the hardest interruption a test can make.
        return result

    stops = 0
    with connection.execute_wrapper(plug):
        for _ in range(3):
            try:
                ledger.record_results(now=NOW)
            except KeyboardInterrupt:
                stops += 1
    assert stops == 2
    survived = numbers()
    assert Sheet.objects.count() == 6
    ledger.recompute_ratings(game="fuse")
    assert numbers() == survived
    assert RatingStep.objects.count() == 12


def test_one_match_that_cannot_be_judged_does_not_stop_the_others(ada: Any, ben: Any, caplog: Any) -> None:
    broken, sound = finished_match([ada, ben], [1, 2]), finished_match([ada, ben], [1, 2])
    Match.objects.filter(pk=broken.pk).update(outcome={"places": [1, "last"], "scores": [], "why": ""})
    ledger.record_results(now=NOW)
    assert list(Sheet.objects.values_list("pk", flat=True)) == [sound.pk]
    assert "could not record the result" in caplog.text


def test_what_ended_a_moment_ago_waits_for_those_that_ended_with_it(ada: Any, ben: Any) -> None:
    match = finished_match([ada, ben], [1, 2])
    assert match.over_at is not None
    assert ledger.record_results(now=match.over_at + timedelta(seconds=4)) == 0
    assert ledger.record_results(now=match.over_at + timedelta(seconds=5)) == 1


def test_an_account_that_goes_takes_its_rating_along_and_leaves_the_others_theirs(
    ada: Any, ben: Any, cleo: Any
) -> None:
    finished_match([ada, ben], [1, 2])
    finished_match([ben, cleo], [1, 2])
    ledger.record_results(now=NOW)
    before = [row for row in numbers() if row[1] != ada.pk]
    ada.delete()
    assert numbers() == before
    ledger.recompute_ratings(game="fuse")
    assert numbers() == before


def test_the_sweep_takes_few_statements_a_match(ada: Any, ben: Any, django_assert_max_num_queries: Any) -> None:
    finished_match([ada, ben], [1, 2])
    ledger.record_results(now=NOW)
    finished_match([ada, ben], [1, 2])
    with django_assert_max_num_queries(15):
        ledger.record_results(now=NOW)


def test_a_match_that_was_judged_otherwise_than_its_record_says_is_found(ada: Any, ben: Any, cleo: Any) -> None:
    match, other = finished_match([ada, ben], [1, 2]), finished_match([ben, cleo, ada], [2, 1, 3])
    call_command("rate", stdout=StringIO())
    account_deletion.delete_account(player=cleo, now=NOW)
    said = StringIO()
    call_command("rate", "--check", stdout=said)
    assert "All recorded results agree with the matches." in said.getvalue()
    Sheet.objects.filter(match=match.pk).update(places=[[ada.pk, 2], [ben.pk, 1]])
    with pytest.raises(CommandError, match=match.code) as found:
        call_command("rate", "--check", "fuse", stdout=StringIO())
    assert other.code not in str(found.value)


def test_the_command_knows_its_games() -> None:
    with pytest.raises(CommandError, match="No game called"):
        call_command("rate", "--again", "ludo")


@pytest.mark.django_db(transaction=True)
def test_several_sweeps_at_once_judge_each_match_once(player: Callable[[str], Any], caplog: Any) -> None:
    simulated([player(f"p{n}") for n in range(6)], 30, random.Random(5))
    done = together(*[lambda: ledger.record_results(now=NOW)] * 3)
    assert all(isinstance(one, int) for one in done), done
    assert "could not record the result" not in caplog.text, "who comes second finds it done"
    at_once = numbers()
    assert Sheet.objects.count() == 30
    for game in ("fuse", "frogs"):
        ledger.recompute_ratings(game=game)
    assert numbers() == at_once


def test_who_deletes_their_account_in_the_middle_spoils_nobodys_rating(ada: Any, ben: Any, cleo: Any) -> None:
    code = new_match(ada, ben, cleo, now=NOW).code
    Match.objects.filter(code=code).update(rated=True)
    account_deletion.delete_account(player=ada, now=NOW)
    end(code)
    assert Sheet.objects.get().places == [[None, 3], [ben.pk, 1], [cleo.pk, 2]]


def test_who_took_over_from_somebody_who_left_the_house_is_not_rated(ada: Any, ben: Any, cleo: Any) -> None:
    code = new_match(ada, ben, now=NOW).code
    Match.objects.filter(code=code).update(rated=True)
    seats.replace_player(code=code, seat=Seat(0), player=cleo.pk, now=NOW)
    account_deletion.delete_account(player=ada, now=NOW)
    end(code)
    assert Sheet.objects.get().places == [[None, 2], [ben.pk, 1]]
    assert not Rating.objects.filter(player=cleo).exists()


def test_lessons_count_for_nobody_and_what_was_counted_is_taken_back(ada: Any, ben: Any) -> None:
    lesson, match = (finished_match([ada, ben], [1, 2]) for _ in range(2))
    ledger.record_results(now=NOW)
    assert count_places(ada.pk, own=True) == {"fuse": {1: 2}}
    Match.objects.filter(pk=lesson.pk).update(lesson={})
    data_migrations.run("ratings", "0003_no_lessons", "take_back")
    ledger.record_results(now=NOW)
    assert count_places(ada.pk, own=True) == {"fuse": {1: 1}}
    assert list(Sheet.objects.values_list("match", flat=True)) == [match.pk]


def end(code: str) -> None:
    """End the match with the first seat ahead, and rate it."""
    seats = Chair.objects.filter(match__code=code).count()
    outcome = {"places": list(range(1, seats + 1)), "scores": [0] * seats, "why": "ended"}
    Match.objects.filter(code=code).update(status="over", over_at=NOW, wake_at=None, outcome=outcome)
    ledger.record_results(now=NOW + timedelta(minutes=1))
