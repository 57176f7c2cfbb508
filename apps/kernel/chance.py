"""Randomness made from a secret seed, which makes it verifiable once the seed is revealed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from struct import Struct, unpack_from
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32

_FOUR_NUMBERS = Struct(">4Q")
_FIRST_NUMBER = Struct(">Q")
_NUMBER_RANGE = 2**64

_HASH_BLOCK_BYTES = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def compute_commitment(seed: bytes) -> str:
    """Return the fingerprint shown to everyone before the first card is dealt: hex SHA-256 of `seed:` + seed."""
    return hashlib.sha256(b"seed:" + seed).hexdigest()


def encode_words(words: Iterable[str]) -> bytes:
    """Return words in order as bytes, each with its length before it, so that no two different lists look alike."""
    texts = [word.encode() for word in words]
    return b"".join(len(text).to_bytes(4) + text for text in texts)


def mix_seed(secret: bytes, words: Iterable[str]) -> bytes:
    """Return the seed that follows from the server's secret and its players' words in seat order.

    The server shows the commitment of its secret before it knows the words.
    """
    return hashlib.sha256(b"shuffle:" + secret + encode_words(words)).digest()


class Chance:
    """The randomness of one move. Draws are named after what they decide, so adding one never changes another."""

    __slots__ = ("_move", "_seed")

    def __init__(self, seed: bytes, move: int) -> None:
        self._seed = seed
        self._move = move

    def shuffle(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return all items in random order (Fisher–Yates)."""
        pile = list(items)
        last = len(pile) - 1
        for i, j in zip(range(last, 0, -1), self._below(name, range(last + 1, 1, -1)), strict=True):
            pile[i], pile[j] = pile[j], pile[i]
        return tuple(pile)

    def pick(self, name: str, items: Sequence[T]) -> T:
        """Return one random item.

        :raises IndexError: if there are none
        """
        many = len(items)
        if not many:
            raise IndexError(f"nothing to pick for {name}")
        return items[self._one(name, many) if many > 1 else 0]

    def roll(self, name: str, faces: int, dice: int = 1) -> tuple[int, ...]:
        """Return `dice` random numbers from 0 to `faces` - 1."""
        return (self._one(name, faces),) if dice == 1 else tuple(self._below(name, (faces,) * dice))

    def _one(self, name: str, limit: int) -> int:
        """Return what `_below` returns for a single limit.

        It's a faster path, because most draws need only one number.
        """
        inner, outer = _compute_keyed_hashes(self._seed)
        within, around = inner.copy(), outer.copy()
        within.update(f"{self._move}/{name}/0".encode())
        around.update(within.digest())
        number: int = _FIRST_NUMBER.unpack_from(around.digest())[0]
        return (
            number % limit
            if number < _NUMBER_RANGE - limit
            else next(_reject_uneven_numbers(self._numbers(name), (limit,)))
        )

    def _below(self, name: str, limits: Sequence[int]) -> list[int]:
        """Return a random number below each limit."""
        if not limits:
            return []
        many = len(limits)
        if many <= 4:
            numbers = _FOUR_NUMBERS.unpack(self._blocks(name, (0,))[0])[:many]
        else:
            numbers = unpack_from(f">{many}Q", b"".join(self._blocks(name, range((many + 3) // 4))))
        if max(numbers) >= _NUMBER_RANGE - max(limits):  # Very rare. Drawing again shifts the later numbers.
            return list(_reject_uneven_numbers(self._numbers(name), limits))
        return [*map(int.__mod__, numbers, limits)]

    def _numbers(self, name: str) -> Iterator[int]:
        """Yield 64-bit numbers, each from eight bytes of the blocks."""
        for block in count():
            yield from _FOUR_NUMBERS.unpack(self._blocks(name, (block,))[0])

    def _blocks(self, name: str, numbers: Iterable[int]) -> list[bytes]:
        """Return HMAC-SHA256(seed, "move/name/block") for the blocks with these numbers."""
        inner, outer = _compute_keyed_hashes(self._seed)
        blocks = []
        for block in numbers:
            within, around = inner.copy(), outer.copy()
            within.update(f"{self._move}/{name}/{block}".encode())
            around.update(within.digest())
            blocks.append(around.digest())
        return blocks


@lru_cache(256)
def _compute_keyed_hashes(seed: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return an HMAC's inner and outer hash (RFC 2104) with the key already read, which is half of the work."""
    key = (seed if len(seed) <= _HASH_BLOCK_BYTES else hashlib.sha256(seed).digest()).ljust(_HASH_BLOCK_BYTES, b"\0")
    return hashlib.sha256(key.translate(_INNER)), hashlib.sha256(key.translate(_OUTER))


def build_bot_chance(seed: bytes, move: int) -> Chance:
    """Return the randomness of bots for one move.

    No player can predict it, and it reveals nothing about cards or dice.
    """
    return Chance(derive_bot_seed(seed), move)


@lru_cache(256)
def derive_bot_seed(seed: bytes) -> bytes:
    """Return the seed of the bots' randomness, for all moves of a match."""
    return hmac.digest(seed, b"mood", "sha256")


def _reject_uneven_numbers(numbers: Iterator[int], limits: Sequence[int]) -> Iterator[int]:
    """Yield a number below each limit. The uneven remainder is rejected, so all results are equally likely."""
    for limit in limits:
        number = next(numbers)
        while number >= _NUMBER_RANGE - _NUMBER_RANGE % limit:
            number = next(numbers)
        yield number % limit
