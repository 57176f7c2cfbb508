"""whether Flint's choices over Cinder's answer gain as much on the real table as they promised on imagined ones

The real gain is measured by playing to the end. SLOWFUSE_BENCH_GAMES selects the games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, Final

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.imagined import Tables
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.search import standard_error, try_answers
from tests.games.strength import QUICK

SEATS: Final = 4
DECISIONS: Final = 80
"""The number of decisions in which Flint answers differently."""
OFTEN: Final = 30
"""The number of times that each of both answers is played on from the real table."""
EACH: Final = 12
"""The number of decisions per match."""
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(load_games())).split()
_UNLIKELY: Final = 3.3
"""The number of standard errors that is hardly ever chance."""


def run() -> str | None:
    """Check that no promise is broken by more than chance explains."""
    broken = []
    for slug in GAMES:
        kept = list(_kept(load_games()[slug]))
        promised, came = fmean(one for one, _ in kept), [other for _, other in kept]
        error = standard_error([one - other for one, other in kept])
        print(
            f"  {slug:<8} promised {promised:+.3f}, came {fmean(came):+.3f} ± {standard_error(came):.3f} of a match",
            flush=True,
        )
        if promised - fmean(came) > _UNLIKELY * error:
            broken.append(slug)
    return ", ".join(broken) or None


def _kept(game: AnyGame) -> Iterator[tuple[float, float]]:
    """Yield (promised gain over Cinder's answer, real gain) for decisions throughout matches of Cinders."""
    luck, found, number, house = Random(game.meta.slug), 0, 0, by_bots(game)
    real = replace(game, prospects=None, stranger=None, suppose=lambda table, _seat, _luck: table)
    while found < DECISIONS:
        number += 1
        moments = list(_moments(game, number))
        for table, state, ask in luck.sample(moments, min(EACH, len(moments))):
            whim = Chance(luck.randbytes(32), 0)
            first, *others = try_answers(Tables(game, state, ask.seat, whim, house), ask, whim, playouts=game.playouts)
            usual = game.bot(state, ask.seat, whim)
            if first.action == usual:
                continue
            found += 1
            tables = Tables(real, table, ask.seat, whim, house)
            there, instead = (
                fmean(tables.worths(action, each)[ask.seat] for each in range(OFTEN))
                for action in (first.action, usual)
            )
            yield first.value - next(each.value for each in others if each.action == usual), there - instead


def _moments(game: AnyGame, number: int) -> Iterator[tuple[Any, Any, AnyAsk]]:
    """Yield (table, knowledge of the asked seat, question) for all decisions of a match."""
    setup, asked = game.setup(SEATS, QUICK.get(game.meta.slug)), list[tuple[Any, AnyAsk]]()

    def noting(state: Any, ask: AnyAsk, whim: Chance) -> Any:
        asked.append((state, ask))
        return game.bot(state, ask.seat, whim)

    played = play_out_match(game, setup, number.to_bytes(32, "big"), noting)
    table, questions = game.recall(setup, played.deal), iter(asked)
    state, ask = next(questions)
    for step in played.steps:
        if (step.seat, step.key) == (ask.seat, ask.key):
            yield table, state, ask
            state, ask = next(questions, (state, ask))
        table = game.learn(table, step.facts)
