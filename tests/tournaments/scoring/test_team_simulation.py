"""Tests of what team tournaments reward: many of them, with players of known strength and real pairing and scoring."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from statistics import correlation, mean
from typing import Final

import pytest

from apps.tournaments.formats.next_round import propose_round
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.pairing.history import build_past
from apps.tournaments.scoring.pod_matches import combine_results, rotate_seats
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import compute_standings
from apps.tournaments.scoring.tiebreaks import TEAM_TIE_BREAKS

STAGE: Final = Swiss(rounds=4, most=4, least=3, matches=3)
LUCK: Final = 4.0
"""The randomness of a board's result."""

Team = Sequence[float]
"""The strengths of the players, board by board."""


def tournament(teams: Mapping[int, Team], luck: random.Random) -> list[int]:
    """Play a tournament and return all teams, best first."""
    seed, results, people = luck.randbytes(32), Results(), [Entrant(team) for team in teams]
    for number in range(STAGE.rounds):
        table = compute_standings(people, results, scoring=Scoring(), seed=seed, order=TEAM_TIE_BREAKS)
        past = build_past(results, scores={line.entrant: line.points for line in table}, blocks=())
        made = propose_round(STAGE, [line.entrant for line in table], past, round=number, seed=seed)
        came = tuple(_met(number, pod.seats, teams, luck) for pod in made.pods)
        byes = tuple(Bye(number, team) for team in made.byes)
        results = Results((*results.pods, *came), (*results.byes, *byes))
    return [
        line.entrant for line in compute_standings(people, results, scoring=Scoring(), seed=seed, order=TEAM_TIE_BREAKS)
    ]


def _met(number: int, seats: Sequence[int], teams: Mapping[int, Team], luck: random.Random) -> Result:
    boards = []
    for board in range(STAGE.matches):
        sitting = rotate_seats(seats, board)
        shown = [teams[team][board] + luck.gauss(0, LUCK) for team in sitting]
        places = tuple(1 + sum(other > own for other in shown) for own in shown)
        boards.append(Result(number, sitting, places))
    return combine_results(boards, Scoring())


def places(teams: Mapping[int, Team], times: int) -> dict[int, float]:
    """Return each team's average place, from 0."""
    luck = random.Random(times)
    orders = [tournament(teams, luck) for _ in range(times)]
    return {team: mean(order.index(team) for order in orders) for team in teams}


def test_strong_teams_come_to_stand_above() -> None:
    teams = {team: (-float(team),) * 3 for team in range(16)}
    found = places(teams, 8)
    assert correlation([found[team] for team in teams], [float(team) for team in teams]) > 0.95


def test_three_good_players_are_worth_more_than_a_star_with_two_beginners() -> None:
    even: dict[int, Team] = dict.fromkeys(range(2, 12), (0.0, 0.0, 0.0))
    found = places({0: (30.0, -6.0, -6.0), 1: (3.0, 3.0, 3.0), **even}, 16)
    assert found[1] < 3
    assert found[0] > found[1] + 2, "whoever wins one board by far has won one board"


@pytest.mark.slow
def test_at_which_board_the_strong_one_sits_makes_no_difference_among_equals() -> None:
    even: dict[int, Team] = dict.fromkeys(range(3, 12), (0.0, 0.0, 0.0))
    found = places({0: (6.0, 0.0, 0.0), 1: (0.0, 6.0, 0.0), 2: (0.0, 0.0, 6.0), **even}, 30)
    own = [found[team] for team in range(3)]
    assert max(own) - min(own) < 1.5


@pytest.mark.slow
def test_equal_teams_win_equally_often() -> None:
    found = places(dict.fromkeys(range(12), (0.0, 0.0, 0.0)), 80)
    assert max(found.values()) - min(found.values()) < 2.5
