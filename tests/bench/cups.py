"""tournaments: what pairing and standings cost, how often people meet again, and how well the better ones place"""

from __future__ import annotations

import random
from itertools import combinations
from statistics import mean
from time import perf_counter
from typing import Final

from apps.kernel.game import compute_places
from apps.tournaments.pairing.groups import design_group
from apps.tournaments.pairing.history import build_past
from apps.tournaments.pairing.swiss import EQUAL_OPPONENTS_FIRST, NEW_OPPONENTS_FIRST, Aim, pair_swiss_round
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import compute_standings

TOURNAMENTS: Final = 200
FIELD: Final = 32
ROUNDS: Final = 5
LARGE: Final = 512
LONG: Final = 9
NOISE: Final = 1.0
"""The randomness of one match, in standard deviations of the entrants' strength."""


def run() -> None:
    _large()
    for aims in (NEW_OPPONENTS_FIRST, EQUAL_OPPONENTS_FIRST):
        _simulate(aims)
    for people, seats, rounds in ((16, 4, 5), (15, 3, 7), (12, 4, 5), (24, 4, 5)):
        began = perf_counter()
        made = design_group(range(people), rounds=rounds, most=seats, least=3, seed=bytes(32))
        print(
            f"  design   {people} people at {seats}, {rounds} rounds: pairs meet {made.fewest} to {made.most} times"
            f" (at best {made.bound} apart), {perf_counter() - began:.2f} s"
        )


def _large() -> None:
    luck = random.Random(1)
    results, costs = _played(LARGE, LONG, NEW_OPPONENTS_FIRST, luck)
    print(f"  pairing  {LARGE} entrants, {LONG} rounds: {max(costs):.2f} s the slowest round (at most 3)")
    began = perf_counter()
    compute_standings([Entrant(one) for one in range(LARGE)], results, scoring=Scoring(), seed=bytes(32))
    print(f"  standing {LARGE} entrants after {LONG} rounds: {perf_counter() - began:.3f} s")


def _simulate(aims: tuple[Aim, Aim]) -> None:
    again, places, best, agree = [], [], [], []
    for number in range(TOURNAMENTS):
        luck = random.Random(number)
        results, _ = _played(FIELD, ROUNDS, aims, luck)
        met = build_past(results, scores={}).met
        again.append(sum(times - 1 for times in met.values()))
        table = compute_standings([Entrant(one) for one in range(FIELD)], results, scoring=Scoring(), seed=bytes(32))
        place = {line.entrant: line.place for line in table}
        places.append(place[0])
        best.append(sum(place[one] <= FIELD // 4 for one in range(FIELD // 4)) / (FIELD // 4))
        agree.append(mean(place[one] < place[other] for one, other in combinations(range(FIELD), 2)))
    print(
        f"  {aims[0]:<8} first, {TOURNAMENTS} tournaments of {FIELD}, {ROUNDS} rounds: {mean(again):.2f} repeats each;"
        f" the strongest comes {mean(places):.1f}th and wins {places.count(1) / TOURNAMENTS:.0%};"
        f" {mean(best):.0%} of the best quarter end there; {mean(agree):.1%} of all pairs end in the right order"
    )


def _played(field: int, rounds: int, aims: tuple[Aim, Aim], luck: random.Random) -> tuple[Results, list[float]]:
    """Play a tournament whose strongest player is entrant 0, and return the seconds each pairing took."""
    strength = sorted((luck.gauss(0, 1) for _ in range(field)), reverse=True)
    seed, people = luck.randbytes(32), [Entrant(one) for one in range(field)]
    results, costs = Results(), []
    for number in range(rounds):
        table = compute_standings(people, results, scoring=Scoring(), seed=seed, order=())
        past = build_past(results, scores={line.entrant: line.points for line in table})
        began = perf_counter()
        made = pair_swiss_round(range(field), past, round=number, seed=seed, most=4, least=3, aims=aims)
        costs.append(perf_counter() - began)
        pods = [
            Result(number, pod.seats, compute_places([-strength[one] + luck.gauss(0, NOISE) for one in pod.seats]))
            for pod in made.pods
        ]
        byes = [Bye(number, one) for one in made.byes]
        results = Results((*results.pods, *pods), (*results.byes, *byes))
    return results, costs
