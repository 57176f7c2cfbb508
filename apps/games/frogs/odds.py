"""Exact odds for the dice still in hand, each computed only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, Face
from apps.games.frogs.scoring import BLANK

Counts: TypeAlias = tuple[int, int, int, int]
"""Number of dice that show blue, pink, yellow and nothing."""

NOTHING: Counts = (0, 0, 0, 0)


def count(faces: Iterable[Face | None]) -> Counts:
    """Count the dice on the table. Dice in hand are None."""
    total = NOTHING
    for face in faces:
        if face is not None:
            total = add(total, _ONE[face])
    return total


def add(some: Counts, more: Counts) -> Counts:
    return (some[0] + more[0], some[1] + more[1], some[2] + more[2], some[3] + more[3])


@cache
def throws(first: int, dice: int) -> tuple[tuple[Counts, int], ...]:
    """Return what `dice` dice from number `first` on can show together, and in how many of the 6 ** dice cases."""
    ways = Counter({NOTHING: 1})
    for faces in DICE[first : first + dice]:
        ways = _with(ways, faces)
    return tuple(ways.items())


@cache
def worths(counts: Counts, fallen: int) -> tuple[float, float, float, float]:
    """Return the average worth of the first blue, pink, yellow and blank card, if `fallen` dice show `counts`."""
    left = len(DICE) - fallen
    total = [0, 0, 0, 0]
    for more, ways in throws(fallen, left):
        for kind, worth in enumerate(final(add(counts, more))):
            total[kind] += ways * worth
    cases = len(DICE[0]) ** left
    return (total[0] / cases, total[1] / cases, total[2] / cases, total[3] / cases)


def final(counts: Counts) -> Counts:
    """Return the worth of these cards once all dice are rolled (L19–L25), like `scoring.worths` but from counts."""
    blue, pink, yellow, blanks = counts
    lasered = not (blue and pink and yellow)
    return (blue or len(DICE), pink or len(DICE), yellow or len(DICE), 0 if lasered else BLANK * blanks)


def _with(ways: Counter[Counts], faces: tuple[Face, ...]) -> Counter[Counts]:
    more: Counter[Counts] = Counter()
    for counts, number in ways.items():
        for face in faces:
            more[add(counts, _ONE[face])] += number
    return more


def _counts(face: Face) -> Counts:
    blue, pink, yellow = (int(colour in SHOWS[face]) for colour in COLOURS)
    return (blue, pink, yellow, int(not SHOWS[face]))


_ONE = {face: _counts(face) for face in SHOWS}
