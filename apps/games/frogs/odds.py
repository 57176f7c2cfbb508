"""Exact odds for the dice still in hand, each computed only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, Face
from apps.games.frogs.scoring import BLANK_DIE_POINTS

Counts: TypeAlias = tuple[int, int, int, int]
"""Number of dice that show blue, pink, yellow and nothing."""

NO_COUNTS: Counts = (0, 0, 0, 0)


def count_dice(faces: Iterable[Face | None]) -> Counts:
    """Count the dice on the table. Dice in hand are None."""
    total = NO_COUNTS
    for face in faces:
        if face is not None:
            total = add_counts(total, _COUNTS_BY_FACE[face])
    return total


def add_counts(some: Counts, more: Counts) -> Counts:
    return (some[0] + more[0], some[1] + more[1], some[2] + more[2], some[3] + more[3])


@cache
def list_roll_outcomes(first: int, dice: int) -> tuple[tuple[Counts, int], ...]:
    """Return what `dice` dice from number `first` on can show together, and in how many of the 6 ** dice cases."""
    ways = Counter({NO_COUNTS: 1})
    for faces in DICE[first : first + dice]:
        ways = _add_die(ways, faces)
    return tuple(ways.items())


@cache
def compute_mean_worths(counts: Counts, fallen: int) -> tuple[float, float, float, float]:
    """Return the average worth of the first blue, pink, yellow and blank card, if `fallen` dice show `counts`."""
    left = len(DICE) - fallen
    total = [0, 0, 0, 0]
    for more, ways in list_roll_outcomes(fallen, left):
        for kind, worth in enumerate(compute_worths_from_counts(add_counts(counts, more))):
            total[kind] += ways * worth
    cases = len(DICE[0]) ** left
    return (total[0] / cases, total[1] / cases, total[2] / cases, total[3] / cases)


def compute_worths_from_counts(counts: Counts) -> Counts:
    """Return the worth of these cards after all rolls (L19–25), like `scoring.compute_final_worths` but from counts."""
    blue, pink, yellow, blanks = counts
    lasered = not (blue and pink and yellow)
    return (blue or len(DICE), pink or len(DICE), yellow or len(DICE), 0 if lasered else BLANK_DIE_POINTS * blanks)


def _add_die(ways: Counter[Counts], faces: tuple[Face, ...]) -> Counter[Counts]:
    more: Counter[Counts] = Counter()
    for counts, number in ways.items():
        for face in faces:
            more[add_counts(counts, _COUNTS_BY_FACE[face])] += number
    return more


def _count_face(face: Face) -> Counts:
    blue, pink, yellow = (int(colour in SHOWS[face]) for colour in COLOURS)
    return (blue, pink, yellow, int(not SHOWS[face]))


_COUNTS_BY_FACE = {face: _count_face(face) for face in SHOWS}
