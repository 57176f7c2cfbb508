"""Division of a field into groups of given sizes at the least cost, by exchanging two entrants at a time.

Entrants are numbers from 0, in the order in which the first guess takes them. Group 0 is for those who rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.tournaments.pairing.optimise.exhaustive import MAX_EXHAUSTIVE_FIELD, search_exhaustively

Matrix: TypeAlias = Sequence[Sequence[int]]

MAX_EXCHANGE_DISTANCE: Final = 96
"""The largest distance in the order at which entrants of a large field are exchanged."""
_MAX_SWEEPS: Final = 40
_MAX_KICKS: Final = 150
_MAX_KICK_WORK: Final = 200_000
"""The upper limit for kicks times the square of the field."""


class Task(Struct, frozen=True):
    """A field to be divided."""

    sizes: tuple[int, ...]
    """Sizes of the groups. The first is for those who rest, and can be empty."""
    apart: tuple[tuple[int, ...], ...]
    """Cost if two sit together; symmetric, 0 with oneself."""
    alone: tuple[int, ...]
    """Cost if an entrant rests."""
    enough: int = 0
    """The cost below which a division isn't shaken up to find a better one."""


def divide_field(task: Task, luck: Chance) -> list[list[int]]:
    """Return the groups, each in order: the cheapest in small fields, otherwise one that no exchange improves."""
    found = _Division(task, _guess_division(task))
    found.settle()
    if len(task.apart) <= MAX_EXHAUSTIVE_FIELD:
        return search_exhaustively(task.sizes, task.apart, task.alone, found.groups)
    field = len(task.apart)
    for kick in range(min(_MAX_KICKS, _MAX_KICK_WORK // field**2)):
        if found.cost < task.enough:
            break
        other = _Division(task, found.groups)
        for one, two in zip(*[iter(luck.roll(f"kick/{kick}", field, 8))] * 2, strict=True):
            other.exchange(one, two)
        other.settle()
        if other.cost < found.cost:
            found = other
    return found.groups


def _guess_division(task: Task) -> list[list[int]]:
    field = range(len(task.apart))
    resting = set(sorted(field, key=lambda i: (task.alone[i], -i))[: task.sizes[0]])
    playing = iter([i for i in field if i not in resting])
    return [sorted(resting), *([next(playing) for _ in range(size)] for size in task.sizes[1:])]


class _Division:
    """Groups that change, with the cost of every entrant in every group."""

    def __init__(self, task: Task, groups: Sequence[Sequence[int]]) -> None:
        self._task = task
        self.home = [0] * len(task.apart)
        for number, group in enumerate(groups):
            for i in group:
                self.home[i] = number
        self._near = [
            [task.alone[i], *(sum([row[j] for j in group]) for group in groups[1:])] for i, row in enumerate(task.apart)
        ]

    @property
    def groups(self) -> list[list[int]]:
        groups: list[list[int]] = [[] for _ in self._task.sizes]
        for i, number in enumerate(self.home):
            groups[number].append(i)
        return groups

    @property
    def cost(self) -> int:
        single = sum(near[0] for near, home in zip(self._near, self.home, strict=True) if not home)
        return single + sum(near[home] for near, home in zip(self._near, self.home, strict=True) if home) // 2

    def settle(self) -> None:
        """Make the exchange that gains most for each entrant in turn, until no exchange gains anything."""
        field = len(self.home)
        for _ in range(_MAX_SWEEPS):
            changed = False
            for one in range(field):
                gain, two = min(
                    [
                        (self._change(one, two), two)
                        for two in range(
                            max(0, one - MAX_EXCHANGE_DISTANCE), min(field, one + MAX_EXCHANGE_DISTANCE + 1)
                        )
                    ]
                )
                if gain < 0:
                    self.exchange(one, two)
                    changed = True
            if not changed:
                return

    def exchange(self, one: int, two: int) -> None:
        here, there = self.home[one], self.home[two]
        if here == there:
            return
        first, second = self._task.apart[one], self._task.apart[two]
        for near, a, b in zip(self._near, first, second, strict=True):
            if a != b:
                near[here] += b - a
                near[there] += a - b
        if not here or not there:
            for near, alone in zip(self._near, self._task.alone, strict=True):
                near[0] = alone
        self.home[one], self.home[two] = there, here

    def _change(self, one: int, two: int) -> int:
        """Return how much the total cost grows if these two swap places."""
        here, there = self.home[one], self.home[two]
        if here == there:
            return 0
        first, second = self._near[one], self._near[two]
        sure = second[here] + first[there] - first[here] - second[there]
        return sure - self._task.apart[one][two] * ((here > 0) + (there > 0))
