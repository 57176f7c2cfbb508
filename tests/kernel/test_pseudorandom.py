"""Tests of fast randomness for thinking: the same for the same seed, and as even as real randomness."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from math import sqrt
from typing import Any

import pytest

from apps.games import load_games
from apps.kernel.playout import AtRandom, play_out_match
from apps.kernel.pseudorandom import Pseudorandom

SEED = b"12345678"
MATCHES = 24_000


def test_a_seed_and_the_number_of_a_match_give_the_same_luck_again() -> None:
    one, two = Pseudorandom(SEED, 7), Pseudorandom(SEED, 7)
    assert one.shuffle("deck", range(50)) == two.shuffle("deck", range(50))
    assert one.roll("dice", 6, dice=9) == two.roll("dice", 6, dice=9)


@pytest.mark.parametrize("other", [Pseudorandom(SEED, 2), Pseudorandom(SEED[::-1], 1)], ids=["match", "seed"])
def test_another_match_or_seed_is_other_luck(other: Pseudorandom) -> None:
    assert other.shuffle("a", range(30)) != Pseudorandom(SEED, 1).shuffle("a", range(30))


def test_the_first_draws_of_one_match_after_another_are_even() -> None:
    """Check the first few draws of many matches, which are all that a thinker uses."""
    dice = Counter(Pseudorandom(SEED, number).roll("die", 6)[0] for number in range(MATCHES))
    picks = Counter(Pseudorandom(SEED, number).pick("any", "abcde") for number in range(MATCHES))
    orders = Counter(Pseudorandom(SEED, number).shuffle("deck", range(4)) for number in range(MATCHES))
    pairs = Counter(Pseudorandom(SEED, number).roll("dice", 5, dice=2) for number in range(MATCHES))
    for drawn, cases in ((dice, 6), (picks, 5), (orders, len([*permutations(range(4))])), (pairs, 25)):
        assert len(drawn) == cases
        assert _deviations(drawn) < 4


def test_the_draws_within_a_match_do_not_tell_the_next() -> None:
    rolls = Pseudorandom(SEED, 1).roll("dice", 6, dice=MATCHES)
    assert _deviations(Counter(pairwise(rolls))) < 4


def test_nothing_cannot_be_picked_from() -> None:
    with pytest.raises(IndexError, match="nothing to pick for card"):
        Pseudorandom(SEED, 1).pick("card", ())


@pytest.mark.parametrize("slug", load_games())
def test_a_match_nobody_checks_is_played_to_its_end_the_same_each_time(slug: str) -> None:
    game = load_games()[slug]
    once, again = (play_out_match(game, game.setup(3), bytes(32), AtRandom(game), checkable=False) for _ in range(2))
    assert once == again
    assert once != play_out_match(game, game.setup(3), bytes(32), AtRandom(game))


def _deviations(counts: Counter[Any]) -> float:
    """Return by how many standard deviations chi-square exceeds that of even randomness."""
    even, free = sum(counts.values()) / len(counts), len(counts) - 1
    return (sum((count - even) ** 2 / even for count in counts.values()) - free) / sqrt(2 * free)
