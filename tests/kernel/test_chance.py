"""Tests of randomness: the same for anyone with the seed, even, and named."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from apps.kernel.chance import Chance, compute_commitment

SEED = bytes(range(32))


def test_the_commitment_is_the_fingerprint_of_the_seed() -> None:
    assert compute_commitment(SEED) == hashlib.sha256(b"seed:" + SEED).hexdigest()
    assert compute_commitment(SEED) == "33dcf879f1e743d2982491ca4393e8bead65cc124765d57d0e89cb03bfe4c4d0"


def test_a_draw_never_changes_its_result() -> None:
    luck = Chance(SEED, 7)
    assert luck.shuffle("deck", range(12)) == (2, 11, 1, 6, 3, 0, 8, 9, 5, 4, 7, 10)
    assert luck.roll("dice", 6, dice=5) == (4, 0, 1, 2, 3)
    assert luck.pick("starter", "abcdef") == "b"


def test_a_number_is_eight_bytes_of_a_keyed_hash_of_move_name_and_block() -> None:
    def number(place: int) -> int:
        digest = hmac.digest(SEED, f"3/dice/{place // 4}".encode(), "sha256")
        return int.from_bytes(digest[place % 4 * 8 :][:8], "big")

    assert Chance(SEED, 3).roll("dice", 1000, dice=9) == tuple(number(i) % 1000 for i in range(9))


@pytest.mark.parametrize("length", [0, 8, 64, 65, 200])
def test_a_seed_of_any_length_is_the_key_of_that_hash(length: int) -> None:
    """Check long keys, too. Those longer than a block of the hash are hashed themselves (RFC 2104)."""
    seed = bytes(range(length))
    number = int.from_bytes(hmac.digest(seed, b"3/dice/0", "sha256")[:8], "big")
    assert Chance(seed, 3).roll("dice", 1000) == (number % 1000,)


def test_the_same_name_gives_the_same_draw_in_any_order() -> None:
    luck, other = Chance(SEED, 1), Chance(SEED, 1)
    first, second = luck.shuffle("a", range(9)), luck.roll("b", 100, dice=3)
    assert (other.roll("b", 100, dice=3), other.shuffle("a", range(9))) == (second, first)


@pytest.mark.parametrize("other", [Chance(SEED, 2), Chance(SEED[::-1], 1)], ids=["move", "seed"])
def test_another_move_or_seed_is_other_luck(other: Chance) -> None:
    assert other.shuffle("a", range(30)) != Chance(SEED, 1).shuffle("a", range(30))


def test_another_name_is_other_luck() -> None:
    luck = Chance(SEED, 1)
    assert luck.shuffle("a", range(30)) != luck.shuffle("b", range(30))


def test_a_shuffle_keeps_all_items() -> None:
    assert sorted(Chance(SEED, 1).shuffle("a", "mississippi")) == sorted("mississippi")
    assert Chance(SEED, 1).shuffle("a", ()) == ()


def test_every_order_is_as_likely_as_any_other() -> None:
    orders = Counter(Chance(SEED, move).shuffle("a", "abc") for move in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_every_face_is_as_likely_as_any_other() -> None:
    faces = Counter(Chance(SEED, 1).roll("dice", 6, dice=12000))
    assert set(faces) == set(range(6))
    assert all(1850 < times < 2150 for times in faces.values())


def test_numbers_in_the_uneven_rest_are_drawn_again() -> None:
    """Check 3 · 2**62 faces. A quarter of all numbers is the rest; keeping it would double the lowest third."""
    limit = 3 * 2**62
    rolled = Chance(SEED, 1).roll("huge", limit, dice=900)
    assert all(0 <= face < limit for face in rolled)
    assert 250 < sum(face < limit // 3 for face in rolled) < 350


def test_nothing_cannot_be_picked() -> None:
    with pytest.raises(IndexError, match="starter"):
        Chance(SEED, 1).pick("starter", ())
