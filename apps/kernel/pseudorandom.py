"""Randomness for imagined matches: uniform and as fast as possible, but not verifiable."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from apps.kernel.chance import Chance

T = TypeVar("T")


class Pseudorandom(Chance):
    """One stream of 53-bit numbers for a whole match (Mersenne Twister).

    Draws take numbers in order, whatever they decide, because hashing each draw's name took a third of a playout.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: bytes, match: int) -> None:
        super().__init__(seed, match)
        # No secret depends on it, because these draws never happen at a real table.
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
