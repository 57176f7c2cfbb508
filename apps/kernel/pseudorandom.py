"""Luck for matches that are only thought: even, and as quick as can be; nobody ever checks it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from apps.kernel.chance import Chance

T = TypeVar("T")


class Pseudorandom(Chance):
    """One stream of numbers of 53 bits for a whole match (Mersenne Twister), in the order in which they are asked for,
    whatever they decide: a hash for each of them took a third of a playout.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: bytes, match: int) -> None:
        super().__init__(seed, match)
        # No secret hangs on it: nothing that is drawn here ever happens at a table.
        self._random = Random(int.from_bytes(seed, "big") << 64 | match).random  # noqa: S311

    def shuffle(self, name: str, items: Sequence[T]) -> tuple[T, ...]:  # noqa: ARG002
        pile, random = list(items), self._random
        for i in range(len(pile) - 1, 0, -1):
            j = int(random() * (i + 1))
            pile[i], pile[j] = pile[j], pile[i]
        return tuple(pile)

    def pick(self, name: str, items: Sequence[T]) -> T:
        many = len(items)
        if not many:
            raise IndexError(f"nothing to pick for {name}")
        return items[int(self._random() * many)]

    def roll(self, name: str, faces: int, dice: int = 1) -> tuple[int, ...]:  # noqa: ARG002
        random = self._random
        return (int(random() * faces),) if dice == 1 else tuple([int(random() * faces) for _ in range(dice)])
