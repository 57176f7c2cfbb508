"""matches imagined from the first move and played to the end at random, and how much each bot decides per second

The bench compares them with boardgame.io's MCTSBot at the same Fuse, if SLOWFUSE_BENCH_MCTS is a script that runs it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.imagined import estimate_worth
from apps.kernel.playout import AtRandom, by_bots, play_out_match
from apps.kernel.policies import POLICIES

SEATS = 4
SEED = bytes(32)
SECONDS = 2.0
"""The seconds of each measurement."""
LEAST = 15
"""The minimum multiple of the MCTSBot's iterations."""
ROUNDS = 3
"""The number of measurements of both, taken in turn."""


def run() -> str | None:
    fuse = load_games()["fuse"]
    rounds = [(_imagined(fuse), _bot_of_others()) for _ in range(ROUNDS)]
    for slug, game in load_games().items():
        decisions = ", ".join(f"{name} {_decisions(game, name):,.0f}" for name in ("spark", "bot", "flint"))
        print(
            f"  {slug:<8} {_imagined(game):,.0f} imagined matches a second, {_moves(game):,.0f} random moves;"
            f" decisions: {decisions}"
        )
    if not rounds[0][1]:
        print("  not compared with boardgame.io: SLOWFUSE_BENCH_MCTS names no script")
        return None
    ours, theirs = map(median, zip(*rounds, strict=True))
    print(
        f"  fuse     {ours:,.0f} imagined matches, {ours / theirs:.1f} times the {theirs:.0f} iterations of"
        f" boardgame.io (at least {LEAST}; by turns, medians of {ROUNDS})"
    )
    return None if ours >= LEAST * theirs else f"{ours / theirs:.1f} times boardgame.io"


def _imagined(game: AnyGame) -> float:
    """Return the rate of whole tables that the first player imagines as equally likely and plays to the end."""
    whole = replace(game, prospects=None, suppose=None, stranger=None)
    setup = whole.setup(SEATS)
    deal = tuple(whole.deal(setup, Chance(SEED, 0)))
    seat = whole.asks(whole.recall(setup, deal))[0].seat
    known, choose = whole.recall(setup, deal, seat), AtRandom(whole)
    return _rate(lambda number: estimate_worth(whole, known, seat, choose, number.to_bytes(8, "big"), 1) and 1)


def _moves(game: AnyGame) -> float:
    setup, choose = game.setup(SEATS), AtRandom(game)
    return _rate(
        lambda number: len(play_out_match(game, setup, number.to_bytes(32, "big"), choose, checkable=False).steps)
    )


def _decisions(game: AnyGame, name: str) -> float:
    """Return the rate of a bot's decisions on the questions of one match."""
    asked: list[tuple[Any, AnyAsk, Chance]] = []
    bot, choose = by_bots(game), POLICIES[name](game)

    def noting(state: Any, ask: AnyAsk, whim: Chance) -> Any:
        asked.append((state, ask, whim))
        return bot(state, ask, whim)

    play_out_match(game, game.setup(SEATS), SEED, noting)
    step = 7  # Spread over the match, for all kinds of questions.
    return _rate(lambda number: choose(*asked[number * step % len(asked)]) and 1)


def _rate(work: Callable[[int], float]) -> float:
    """Return the rate per CPU second, where the work returns its count."""
    work(0)
    done, began = 0.0, process_time()
    for number in count(1):
        done += work(number) or 1
        if (taken := process_time() - began) > SECONDS:
            return done / taken
    raise AssertionError


def _bot_of_others() -> float:
    """Return the iterations per second that the script prints last, or 0 without a script."""
    script = os.environ.get("SLOWFUSE_BENCH_MCTS")
    if not script:
        return 0.0
    said = subprocess.run(
        ["node", script], cwd=Path(script).parent, capture_output=True, text=True, check=True
    ).stdout.split()
    return float(said[said.index("median") + 1])
