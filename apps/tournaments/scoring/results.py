"""What was played: everything standings and pairing start from. Rounds and seats are as they happened."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Entrant(Struct, frozen=True):
    """Somebody who takes part; results of those who withdrew stay."""

    id: int
    withdrawn: bool = False


class Result(Struct, frozen=True):
    """How one pod ended."""

    round: int
    seats: tuple[int, ...]
    """The entrants in seat order."""
    places: tuple[int, ...] = ()
    """The place of each seat, 1 is best, shared ones are equal; empty if the match ended without a result."""
    scores: tuple[int, ...] = ()
    autopilot: frozenset[int] = frozenset()
    """Entrants whose seat a bot or a substitute finished."""
    missing: frozenset[int] = frozenset()
    """Entrants who never came."""
    boards: tuple[Fraction, ...] = ()
    """Of several matches that count together: the points of each seat's matches, added up."""


class Bye(Struct, frozen=True):
    """A round, or one of its pods, in which somebody had nobody to play with."""

    round: int
    entrant: int


class Results(Struct, frozen=True):
    """Everything played so far, in any order."""

    pods: tuple[Result, ...] = ()
    byes: tuple[Bye, ...] = ()
