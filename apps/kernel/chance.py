"""Luck, made from a secret seed and therefore checkable once the seed is shown."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32

_FOUR = Struct(">4Q")
_RANGE = 2**64


def commitment(seed: bytes) -> str:
    """The fingerprint shown to everybody before the first card is dealt: hex SHA-256 of `seed:` + seed."""
    return hashlib.sha256(b"seed:" + seed).hexdigest()


class Chance:
    """The luck of one move. Draws are named by what they decide, so adding one never shifts another."""

    def __init__(self, seed: bytes, move: int) -> None:
        self._seed = seed
        self._move = move

    def shuffle(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """All items in random order (Fisher–Yates)."""
        numbers = self._numbers(name)
        pile = list(items)
        for i in range(len(pile) - 1, 0, -1):
            j = _below(numbers, i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return tuple(pile)

    def pick(self, name: str, items: Sequence[T]) -> T:
        """One item.

        :raises IndexError: if there are none
        """
        if not items:
            raise IndexError(f"nothing to pick for {name}")
        return items[_below(self._numbers(name), len(items))]

    def roll(self, name: str, faces: int, dice: int = 1) -> tuple[int, ...]:
        """`dice` numbers from 0 to `faces` - 1."""
        numbers = self._numbers(name)
        return tuple(_below(numbers, faces) for _ in range(dice))

    def _numbers(self, name: str) -> Iterator[int]:
        """64-bit numbers: the bytes of HMAC-SHA256(seed, "move/name/block") for block 0, 1, 2 …, eight by eight."""
        for block in count():
            label = f"{self._move}/{name}/{block}".encode()
            yield from _FOUR.unpack(hmac.digest(self._seed, label, "sha256"))


def mood(seed: bytes, move: int) -> Chance:
    """The luck of whoever plays for the house: unforeseen by the others, and nothing of it tells cards or dice."""
    return Chance(hmac.digest(seed, b"mood", "sha256"), move)


def _below(numbers: Iterator[int], limit: int) -> int:
    """A number below `limit`; rejects the uneven rest, so no result is likelier than another."""
    number = next(numbers)
    while number >= _RANGE - limit and number >= _RANGE - _RANGE % limit:  # the first test is the quick one
        number = next(numbers)
    return number % limit
