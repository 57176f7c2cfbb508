"""how much CPU time Flint takes for an answer at the largest tables until it has thought long enough

SLOWFUSE_BENCH_GAMES selects the games.
"""

from __future__ import annotations

import os
from statistics import median, quantiles
from time import process_time
from typing import Any, Final

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.policies import play_as_flint
from apps.matches.services.thinking import long_enough

GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(load_games())).split()
DECISIONS: Final = 200
EACH: Final = 25
"""The number of decisions per match."""
USUAL: Final = 1.0
MAX_SECONDS: Final = 3.0
"""The maximum number of seconds, for the median and for 99 in 100."""


def run() -> str | None:
    slow = []
    for slug in GAMES:
        game = load_games()[slug]
        taken = [_taken(game, *moment) for moment in _moments(game)]
        usual, most = median(taken), quantiles(taken, n=100)[98]
        print(f"  {slug:<8} {usual:.2f} s at the median, {most:.2f} s at p99, of {len(taken)} decisions", flush=True)
        if usual > USUAL or most > MAX_SECONDS:
            slow.append(slug)
    return ", ".join(slow) or None


def _taken(game: AnyGame, state: Any, ask: AnyAsk, whim: Chance) -> float:
    began = process_time()
    play_as_flint(game, long_enough())(state, ask, whim)
    return process_time() - began


def _moments(game: AnyGame) -> list[tuple[Any, AnyAsk, Chance]]:
    """Return the bots' questions throughout some matches, with what the bots know then."""
    found: list[tuple[Any, AnyAsk, Chance]] = []
    for number in range(DECISIONS // EACH):
        asked = _asked(game, number)
        found += asked[:: max(1, len(asked) // EACH)][:EACH]
    return found


def _asked(game: AnyGame, number: int) -> list[tuple[Any, AnyAsk, Chance]]:
    found: list[tuple[Any, AnyAsk, Chance]] = []
    bot = by_bots(game)

    def noting(state: Any, ask: AnyAsk, whim: Chance) -> Any:
        found.append((state, ask, whim))
        return bot(state, ask, whim)

    play_out_match(game, game.setup(game.meta.seats[-1]), number.to_bytes(32, "big"), noting)
    return found
