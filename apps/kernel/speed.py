"""The cost of a game's rules, compared with the cheapest use of a state: encode and decode it once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from apps.kernel.chance import Chance
from apps.kernel.game import AnyGame, AnyState
from apps.kernel.playout import Playout, Step
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat

_MEASUREMENTS: Final = 5
_REPEATS: Final = 10

Clock: TypeAlias = Callable[[], float]
_Position: TypeAlias = tuple[AnyState, Step, AnyState, Chance, tuple[tuple[Seat, AnyState], ...]]


@dataclass(frozen=True)
class Cost:
    """Average seconds per move of one match."""

    move: float
    """Time for questions, legal actions and decision, and for the referee and the next asked seats to learn the
    facts.
    """
    trip: float
    """Time to encode and decode the referee's state."""


def measure_cost(game: AnyGame, played: Playout, clock: Clock) -> Cost:
    """Replay the match several times on the given clock, and return the fastest times."""
    positions = tuple(_list_positions(game, played))
    encoder, decoder = msgspec.json.Encoder(), game.memory
    move = min(_measure_seconds(lambda position: _replay_move(game, *position), positions, clock))
    trip = min(_measure_seconds(lambda position: decoder.decode(encoder.encode(position[0])), positions, clock))
    return Cost(move, trip)


def _list_positions(game: AnyGame, played: Playout) -> Iterator[_Position]:
    """Yield for each move the truth before it, the move, its seat's view, its luck, and the next seats' views."""
    everybody: tuple[Observer, ...] = (*played.setup.everyone(), REFEREE)
    memories = {who: game.recall(played.setup, played.deal, who) for who in everybody}
    for number, step in enumerate(played.steps, start=1):
        before = dict(memories)
        for who in everybody:
            memories[who] = game.learn(memories[who], step.facts, who)
        asked = {ask.seat for ask in game.asks(memories[REFEREE]) if ask.seat != HOUSE}
        mine = before[REFEREE if step.seat == HOUSE else step.seat]
        yield before[REFEREE], step, mine, Chance(played.seed, number), tuple((seat, before[seat]) for seat in asked)


def _replay_move(
    game: AnyGame, truth: AnyState, step: Step, mine: AnyState, luck: Chance, asked: Iterable[tuple[Seat, AnyState]]
) -> None:
    game.asks(truth)
    game.legal(mine, step.seat)
    facts = game.decide(truth, step.seat, step.action, luck)
    game.learn(truth, facts)
    for seat, memory in asked:
        game.learn(memory, facts, seat)


def _measure_seconds(
    work: Callable[[_Position], object], positions: Sequence[_Position], clock: Clock
) -> Iterator[float]:
    for _ in range(_MEASUREMENTS):
        start = clock()
        for _ in range(_REPEATS):
            for position in positions:
                work(position)
        yield (clock() - start) / len(positions) / _REPEATS
