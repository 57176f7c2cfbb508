"""Tests of what leagues reward: many seasons of players of known strength, with real pairing and scoring."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from statistics import correlation, mean
from typing import Final

from apps.tournaments.formats.next_round import propose_round
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.pairing.history import build_past
from apps.tournaments.scoring.league import Finish, Sizes, next_season
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import compute_standings

STAGE: Final = Swiss(rounds=3, most=4, least=3)
SIZES: Final = Sizes(least=6, most=11, moves=2)
LUCK: Final = 8.0
"""The randomness of results: as large as the difference in strength between players this many of 64 ranks apart."""

Order = Sequence[Sequence[int]]


def division(players: Sequence[int], strength: Mapping[int, float], luck: random.Random) -> list[int]:
    """Play a season of a division and return all players, best first."""
    seed, results = luck.randbytes(32), Results()
    people = [Entrant(player) for player in players]
    for number in range(STAGE.rounds):
        table = compute_standings(people, results, scoring=Scoring(), seed=seed)
        past = build_past(results, scores={line.entrant: line.points for line in table}, blocks=())
        made = propose_round(STAGE, [line.entrant for line in table], past, round=number, seed=seed)
        came = tuple(Result(number, pod.seats, _places(pod.seats, strength, luck)) for pod in made.pods)
        byes = tuple(Bye(number, player) for player in made.byes)
        results = Results((*results.pods, *came), (*results.byes, *byes))
    return [line.entrant for line in compute_standings(people, results, scoring=Scoring(), seed=seed)]


def _places(seats: Sequence[int], strength: Mapping[int, float], luck: random.Random) -> tuple[int, ...]:
    shown = [strength[player] + luck.gauss(0, LUCK) for player in seats]
    return tuple(1 + sum(other > own for other in shown) for own in shown)


def seasons(
    order: Sequence[int], strength: Mapping[int, float], count: int, *, absent: Collection[int] = ()
) -> list[Order]:
    """Play `count` seasons with players in this order, those in `absent` missing at the end of each.

    Return the divisions of each season as they were at its end.
    """
    luck, coming, found = random.Random(count), next_season([], order, SIZES).divisions, list[Order]()

    for _season in range(count):
        found.append([division(players, strength, luck) for players in coming])
        held = [[Finish(player, player in absent) for player in each] for each in found[-1]]
        coming = next_season(held, [], SIZES).divisions
    return found


def ranks(order: Order) -> dict[int, int]:
    """Return each player's rank, from 0 for the best of the highest division."""
    return {player: n for n, player in enumerate(player for each in order for player in each)}


def agreement(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    """Return the rank correlation: 1 for the same order, about 0 for unrelated ones."""
    return correlation([one[player] for player in other], [other[player] for player in other])


def test_over_the_seasons_the_strong_come_to_stand_above() -> None:
    """Start with an order that is unrelated to strength, because no one was ever rated."""
    players = list(range(64))
    random.Random(7).shuffle(players)
    strength = {player: float(-player) for player in players}
    played = seasons(players, strength, 12)
    by_strength = {player: float(player) for player in players}
    agreed = [agreement(ranks(order), by_strength) for order in played]
    assert agreed[0] < 0.4
    assert agreed[3] > agreed[0] + 0.3
    assert min(agreed[-3:]) > 0.95
    top, bottom = played[-1][0], played[-1][-1]
    assert mean(top) < 12
    assert mean(bottom) > 52


def test_one_who_is_much_stronger_than_their_division_goes_up_every_season() -> None:
    players = [*range(1, 64), 0]
    strength = {player: float(-player) for player in players} | {0: 1000.0}
    found = [next(n for n, each in enumerate(order) if 0 in each) for order in seasons(players, strength, 10)]
    assert found == [7, 6, 5, 4, 3, 2, 1, 0, 0, 0]


def test_equal_ones_mix() -> None:
    players = list(range(24))
    played = seasons(players, dict.fromkeys(players, 0.0), 24)
    first = ranks(played[0])
    assert agreement(ranks(played[0]), ranks(played[1])) > 0.3, "nobody is thrown from one end to the other"
    assert abs(mean(agreement(ranks(order), first) for order in played[12:])) < 0.25
    highest = [sum(player in order[0] for order in played) for player in players]
    assert sum(map(bool, highest)) > 18, "almost everybody was in the highest division"
    assert max(highest) < len(played), "and nobody stayed there"


def test_to_win_and_not_to_come_in_the_end_leads_down_and_out() -> None:
    players = list(range(24))
    strength = {player: float(-player) for player in players}
    played = seasons(players, strength, 4, absent=[0])
    found = [next((n for n, each in enumerate(order) if 0 in each), None) for order in played]
    assert found == [0, 1, 2, None]
