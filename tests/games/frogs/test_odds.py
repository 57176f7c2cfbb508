"""Exact odds of the dice, found by counting all 46,656 cases."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

import pytest

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, Face
from apps.games.frogs.odds import (
    add_counts,
    compute_mean_worths,
    compute_worths_from_counts,
    count_dice,
    list_roll_outcomes,
)
from apps.games.frogs.scoring import compute_final_worths
from apps.games.frogs.throw_values import _compute_odds_anywhere, _compute_odds_behind
from apps.kernel.chance import Chance
from tests.games.frogs.table import roll

CASES = 6**6

# Counts out of all cases; the percentages in the rules are these, rounded.
MISSING = {0: 29579, 1: 15018, 2: 1995, 3: 64}
COLOUR = {
    1: Fraction(15360, CASES),
    2: Fraction(14976, CASES),
    3: Fraction(7552, CASES),
    4: Fraction(2064, CASES),
    5: Fraction(288, CASES),
    6: Fraction(6416, CASES),
}
BLANK = {
    0: Fraction(20744, CASES),
    2: Fraction(10020, CASES),
    4: Fraction(10452, CASES),
    6: Fraction(4768, CASES),
    8: Fraction(672, CASES),
}


@cache
def all_rolls() -> tuple[tuple[tuple[Face, ...], int], ...]:
    """Return every roll of six dice as a set of faces, with the number of cases that give it."""
    found: Counter[tuple[Face, ...]] = Counter()
    for faces in product(*DICE):
        found[tuple(sorted(faces))] += 1
    assert sum(found.values()) == CASES
    return tuple(found.items())


def odds(kind: str) -> dict[int, Fraction]:
    """Return the probability of each value for the first card of a kind."""
    cases: Counter[int] = Counter()
    for faces, ways in all_rolls():
        cases[compute_final_worths(faces)[kind]] += ways  # type: ignore[index]
    return {worth: Fraction(ways, CASES) for worth, ways in sorted(cases.items())}


def percent(part: Fraction, digits: int = 1) -> float:
    return round(float(100 * part), digits)


def test_how_often_colours_are_missing() -> None:
    cases: Counter[int] = Counter()
    for faces, ways in all_rolls():
        cases[sum(all(colour not in SHOWS[face] for face in faces) for colour in COLOURS)] += ways
    assert dict(cases) == MISSING
    parts = [Fraction(cases[missing], CASES) for missing in range(4)]
    assert [percent(part) for part in parts[:3]] == [63.4, 32.2, 4.3]
    assert percent(parts[3], 2) == 0.14
    assert sum(parts) == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_what_the_first_card_of_a_colour_is_worth(colour: str) -> None:
    found = odds(colour)
    assert found == COLOUR
    assert {worth: percent(part) for worth, part in found.items()} == {
        1: 32.9, 2: 32.1, 3: 16.2, 4: 4.4, 5: 0.6, 6: 13.8,
    }  # fmt: skip
    mean = sum(worth * part for worth, part in found.items())
    assert round(float(mean), 2) == 2.49


def test_what_the_first_blank_card_is_worth() -> None:
    found = odds("blank")
    assert found == BLANK
    assert {worth: percent(part) for worth, part in found.items()} == {0: 44.5, 2: 21.5, 4: 22.4, 6: 10.2, 8: 1.4}
    mean = sum(worth * part for worth, part in found.items())
    assert round(float(mean), 2) == 2.05


def test_the_bots_odds_are_these_odds() -> None:
    means = compute_mean_worths((0, 0, 0, 0), 0)
    for mean, kind in zip(means, (*COLOURS, "blank"), strict=True):
        exact = sum(worth * part for worth, part in odds(kind).items())
        assert mean == pytest.approx(float(exact), abs=1e-12)


def test_dice_that_are_counted_are_worth_what_dice_that_lie_are_worth() -> None:
    for faces, _ in all_rolls():
        assert compute_worths_from_counts(count_dice(faces)) == tuple(compute_final_worths(faces).values())


@pytest.mark.parametrize(("first", "dice"), [(0, 0), (0, 3), (2, 4), (4, 2), (5, 1), (0, 6)])
def test_every_case_is_counted_once(first: int, dice: int) -> None:
    ways = dict(list_roll_outcomes(first, dice))
    assert sum(ways.values()) == 6**dice
    counted = Counter(count_dice(faces) for faces in product(*DICE[first : first + dice]))
    assert ways == counted


def test_what_lies_already_counts() -> None:
    lying = roll("b b b by yp")
    exact = sum(
        Fraction(compute_worths_from_counts(add_counts(count_dice(lying), count_dice((face,))))[3], 6)
        for face in DICE[5]
    )
    assert compute_mean_worths(count_dice(lying), 5)[3] == pytest.approx(float(exact))
    assert compute_mean_worths(count_dice(roll("b p y - - -")), 6) == (1, 1, 1, 6)


def test_each_die_lands_on_each_face_equally_often() -> None:
    """Check by chi-square over fixed seeds, with five degrees of freedom.

    Fair dice exceed 20.5 once in a thousand times.
    """
    found: Counter[int] = Counter()
    for number in range(600):
        found.update(Chance(number.to_bytes(32, "big"), 1).roll("dice:1", faces=6, dice=6))
    fair = sum(found.values()) / 6
    assert sum((each - fair) ** 2 / fair for each in found.values()) < 20.5


@pytest.mark.parametrize("others", [1, 2, 5])
@pytest.mark.parametrize("rival", [Fraction(1, 7), Fraction(1, 2), Fraction(1)])
def test_how_many_rivals_lie_before_a_card_is_what_counting_says(others: int, rival: Fraction) -> None:
    """Compare the odds for rivals that each other player throws with this chance.

    A player without a fixed place in the order has each place equally often.
    """
    none, one = ([_binomial(before, rival, rivals) for before in range(others + 1)] for rivals in (0, 1))
    assert _compute_odds_behind(others, 1, float(rival))[:2] == pytest.approx((none[-1], one[-1]))
    assert _compute_odds_anywhere(others, 1, float(rival))[:2] == pytest.approx(
        (sum(none) / len(none), sum(one) / len(one))
    )


def test_cards_that_are_no_rivals_are_counted_where_no_rival_lies() -> None:
    throws_ = {"rival": Fraction(1, 5), "other": Fraction(2, 5), "nothing": Fraction(2, 5)}
    passed = [
        prod((throws_[each] for each in thrown), start=Fraction(thrown[:place].count("other")))
        for thrown in product(throws_, repeat=3)
        for place in range(4)
        if "rival" not in thrown[:place]
    ]
    assert _compute_odds_anywhere(3, 3 / 5, 1 / 5)[2] == pytest.approx(float(sum(passed) / 4))


def _binomial(tries: int, chance: Fraction, hits: int) -> float:
    return float(comb(tries, hits) * chance**hits * (1 - chance) ** (tries - hits)) if hits <= tries else 0.0
