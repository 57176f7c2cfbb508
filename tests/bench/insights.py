"""the cost of analysing a match of a Spark and Cinders, the sum of fair share, luck and decisions, and fair luck

The sum must be the match's value, and luck must favour no one in the long run. SLOWFUSE_BENCH_MATCHES sets how many
more matches of each game are added up for that, with little thinking.
"""

from __future__ import annotations

import os
from dataclasses import replace
from math import isclose
from statistics import fmean
from time import process_time
from typing import Final

from apps.games import load_games
from apps.kernel.analysis import split_results
from apps.kernel.game import AnyGame
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.policies import POLICIES, by_seat
from apps.kernel.search import standard_error
from apps.kernel.worth import compute_place_worths
from apps.matches.engine import insight
from tests.games.strength import QUICK

SEATS = 4
MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "5"))
LITTLE = 2
_UNLIKELY: Final = 3.3
"""The number of standard errors that is hardly ever chance."""


def run() -> str | None:
    wrong = []
    for slug, game in load_games().items():
        began = process_time()
        decisions, *_ = _looked_into(game, 0)
        cost = process_time() - began
        print(f"  {slug:<8} {cost:.0f} s of CPU, {decisions} decisions", flush=True)
        quick = replace(game, playouts=LITTLE)
        found = [_looked_into(quick, number) for number in range(1, MATCHES + 1)]
        off = [f"{slug} {number}" for number, (_, sums, _) in enumerate(found, start=1) if not sums]
        lucks = [luck for *_, luck in found]
        luck, error = fmean(lucks), standard_error(lucks)
        print(
            f"  {slug:<8} {MATCHES - len(off)} of {MATCHES} more sum to the result;"
            f" luck {luck:+.3f} ± {error:.3f} of a match for the Spark",
            flush=True,
        )
        if abs(luck) > _UNLIKELY * error:
            off.append(f"{slug}: luck favours somebody")
        wrong += off
    return ", ".join(wrong) or None


def _looked_into(game: AnyGame, number: int) -> tuple[int, bool, float]:
    """Return the number of decisions, whether everything adds up for every seat, and the luck of the first seat."""
    setup, seed = game.setup(SEATS, QUICK.get(game.meta.slug)), number.to_bytes(32, "big")
    house = by_bots(game)
    match = play_out_match(game, setup, seed, by_seat([POLICIES["spark"](game), *[house] * (SEATS - 1)]))
    moves = [insight.Made(0, None, "", None, match.deal)]
    for at, step in enumerate(match.steps, start=1):
        person = step.seat == 0
        moves.append(insight.Made(at, step.seat, step.key, step.action, step.facts, person, not person))
    found, reached = insight.analyse_next_moves(game, setup, moves, reached=0, seed=seed, enough=lambda: False)
    results = compute_place_worths(match.outcome.places)
    parts = split_results(found.judged, results)
    whole = reached == len(moves) and [each.result for each in parts] == [*results]
    sums = all(isclose(each.fair + each.own + each.others + each.luck, each.result, abs_tol=1e-9) for each in parts)
    swung = [sum(one.swing[0] for one in found.judged), parts[0].own]
    return len(found.judged), whole and sums and isclose(*swung, abs_tol=1e-9), parts[0].luck
