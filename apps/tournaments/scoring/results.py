"""Results: the basis of all standings and pairings. Rounds and seats are recorded as they happened."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Entrant(Struct, frozen=True):
    """An entrant of the tournament. Results of those who withdrew stay."""

    id: int
    withdrawn: bool = False


class Result(Struct, frozen=True):
    """The outcome of one pod."""

    round: int
    seats: tuple[int, ...]
    """The entrants in seat order."""
    places: tuple[int, ...] = ()
    """The place of each seat; 1 is best, shared places are equal. Empty if the match ended without a result."""
    scores: tuple[int, ...] = ()
    autopilot: frozenset[int] = frozenset()
    """Entrants whose seat a bot or a substitute finished."""
    missing: frozenset[int] = frozenset()
    """Entrants who never showed up."""
    boards: tuple[Fraction, ...] = ()
    """The sum of the points of each seat's matches, if several count together."""


class Bye(Struct, frozen=True):
    """A round, or one of its pods, in which an entrant had no one to play with."""

    round: int
    entrant: int


class Results(Struct, frozen=True):
    """Everything played so far, in any order."""

    pods: tuple[Result, ...] = ()
    byes: tuple[Bye, ...] = ()
