"""one move of simulated random players, against encoding and decoding the referee's state once with msgspec"""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter
from typing import Any

from apps.kernel.playout import play_out_match
from apps.kernel.speed import measure_cost
from tests.bench.table import FUSE

MATCHES = 20


def run() -> None:
    for seats in FUSE.meta.seats:
        luck = random.Random(1)
        ratios, rates = [], []

        def choose(state: Any, ask: Any, _whim: Any, luck: random.Random = luck) -> Any:
            return luck.choice(tuple(FUSE.legal(state, ask.seat)))

        for match in range(MATCHES):
            began = perf_counter()
            played = play_out_match(FUSE, FUSE.setup(seats), match.to_bytes(32, "big"), choose)
            rates.append(len(played.steps) / (perf_counter() - began))
            cost = measure_cost(FUSE, played, perf_counter)
            ratios.append(cost.move / cost.trip)
        print(
            f"  {seats} seats: one move costs {median(ratios):.2f} round trips (at most 2, aim 1);"
            f" {median(rates):,.0f} moves a second with deal, luck and everybody's memory"
        )
