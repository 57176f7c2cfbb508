"""a turn of every game over HTTP on PostgreSQL, and a move in memory, against Fuse's"""

from __future__ import annotations

from statistics import mean
from time import perf_counter

from django.utils import timezone

from apps.games import load_games
from apps.kernel.playout import by_bots, play_out_match
from apps.matches.models import Match
from tests.bench.table import Browser, begin, next_answer, people

SEATS = 4
MAX_COSTS = {"kobolds": 3.0}
"""The maximum cost as a multiple of a turn of Fuse, if not 1.5. An answer triggers everyone's orders in its window."""
MATCHES = 3
TURNS = 150
"""The number of answers measured per match; shorter matches are measured whole."""


def run() -> None:
    browsers = [Browser(person) for person in people(SEATS)]
    turns = dict.fromkeys(load_games(), 0.0)
    for slug in turns:
        _turns(browsers, slug)  # This warms up templates and query plans.
    for slug in turns:
        turns[slug] = mean([cost for _ in range(MATCHES) for cost in _turns(browsers, slug)])
    moves = {slug: mean([_move(slug, seed) for seed in range(10 * MATCHES)]) for slug in turns}
    for slug, cost in turns.items():
        most = MAX_COSTS.get(slug, 1.5)
        print(
            f"  {slug:<8} turn {cost * 1e3:.2f} ms: {cost / turns['fuse']:.2f} times Fuse's (at most {most});"
            f" a bot's move {moves[slug] * 1e6:,.0f} µs: {moves[slug] / moves['fuse']:.2f} times"
        )


def _turns(browsers: list[Browser], slug: str) -> list[float]:
    """Return the CPU seconds of each answer, with everyone giving the default answer."""
    code = begin(SEATS, now=timezone.now(), game=slug)
    costs: list[float] = []
    while len(costs) < TURNS and Match.objects.filter(code=code, status=Match.Status.PLAYING).exists():
        seat, key, action = next_answer(code)
        costs.append(browsers[seat].answer(code, key, action))
    return costs


def _move(slug: str, seed: int) -> float:
    """Return the seconds per move of a match between bots, including memory and randomness."""
    game = load_games()[slug]
    began = perf_counter()
    played = play_out_match(game, game.setup(SEATS), seed.to_bytes(32, "big"), by_bots(game))
    return (perf_counter() - began) / len(played.steps)
