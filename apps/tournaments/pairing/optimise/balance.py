"""Equal numbers of meetings over many rounds: entrants swap tables in pairs, and late acceptance escapes dead ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from apps.kernel.chance import Chance

Round: TypeAlias = list[list[int]]

_MAX_STEPS: Final = 40_000
_STEPS_PER_ROLL: Final = 2_000
_MEMORY_STEPS: Final = 20
"""The number of steps to look back: a change is accepted if the cost is then no higher than it was that long ago."""


class Uneven:
    """Rounds that change. `cost` is the sum over all pairs of the square of how often they meet."""

    def __init__(self, rounds: Sequence[Round], size: int) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.met = [[0] * size for _ in range(size)]
        for tables in rounds:
            for table in tables:
                for one, other in combinations(table, 2):
                    self._count(one, other, 1)
        self.cost = sum(times**2 for row in self.met for times in row) // 2

    def apart(self) -> int:
        """Return the meetings of the pair that meets most, less those of the pair that meets least."""
        every = [self.met[one][other] for one, other in combinations(range(len(self.met)), 2)]
        return max(every) - min(every)

    def measured(self) -> tuple[int, int, list[Round]]:
        """Return how unequal the pairs are, the cost, and the current tables."""
        return self.apart(), self.cost, [[list(table) for table in tables] for tables in self.rounds]

    def change(self, here: list[int], i: int, there: list[int], j: int) -> int:
        """Return how much the cost grows if entrant i of one table swaps with entrant j of another in that round."""
        one, two = self.met[here[i]], self.met[there[j]]
        gained = sum([two[other] - one[other] for other in here]) + sum([one[other] - two[other] for other in there])
        gained -= 2 * one[there[j]]  # Each was counted at the other's table, but the two don't meet.
        return 2 * (gained + len(here) + len(there) - 2)

    def exchange(self, here: list[int], i: int, there: list[int], j: int, cost: int) -> None:
        a, b = here[i], there[j]
        for table, leaving, coming in ((here, a, b), (there, b, a)):
            for other in table:
                if other != leaving:
                    self._count(leaving, other, -1)
                    self._count(coming, other, 1)
        here[i], there[j] = b, a
        self.cost += cost

    def _count(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times


def even_out_meetings(
    rounds: Sequence[Round], size: int, *, least: tuple[int, int], luck: Chance
) -> tuple[int, int, list[Round]]:
    """Return the rounds after many exchanges: how unequal the pairs are, the cost, and the tables.

    The search stops once neither can be lower. If entrants play at several tables of one round before, they can
    afterwards, but never twice at the same table.
    """
    now = Uneven(rounds, size)
    best = now.measured()
    if len(rounds[0]) < 2 or best[:2] == least:
        return best
    once = all(len(set().union(*tables)) == sum(map(len, tables)) for tables in rounds)
    for _changed in _exchange_pairs(now, luck, once=once):
        if now.cost <= best[1] and (now.apart(), now.cost) < best[:2]:
            best = now.measured()
            if best[:2] == least:
                break
    return best


def _exchange_pairs(now: Uneven, luck: Chance, *, once: bool) -> Iterator[None]:
    """Exchange one pair after another, and yield whenever the cost has changed.

    `once`: no one plays twice in a round.
    """
    memory = [now.cost] * _MEMORY_STEPS
    for step, draw in enumerate(_roll_draws(luck)):
        here, i, there, j = _decode_exchange_places(now.rounds, draw)
        more = now.change(here, i, there, j)
        if not once:
            if here[i] in there or there[j] in here:
                continue
            more -= 4 * len(set(here) & set(there))  # They meet both before and after.
        if more <= 0 or now.cost + more <= memory[step % _MEMORY_STEPS]:
            now.exchange(here, i, there, j, more)
            if more:
                yield
        memory[step % _MEMORY_STEPS] = now.cost


def _roll_draws(luck: Chance) -> Iterator[int]:
    for first in range(0, _MAX_STEPS, _STEPS_PER_ROLL):
        yield from luck.roll(f"steps/{first}", 2**40, _STEPS_PER_ROLL)


def _decode_exchange_places(rounds: Sequence[Round], draw: int) -> tuple[list[int], int, list[int], int]:
    """Derive two places at different tables of one round from a number."""
    draw, turn = divmod(draw, len(rounds))
    tables = rounds[turn]
    draw, first = divmod(draw, len(tables))
    draw, step = divmod(draw, len(tables) - 1)
    here, there = tables[first], tables[(first + 1 + step) % len(tables)]
    draw, i = divmod(draw, len(here))
    return here, i, there, draw % len(there)
