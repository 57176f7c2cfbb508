"""How a state learns facts: `evolve` from one function a kind of fact, and small changes of tuples.

What becomes of a state after several facts is `functools.reduce(evolve, facts, state)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def fold(learn: Mapping[type, Callable[[S, Any], S]]) -> Callable[[S, Any], S]:
    """`evolve`: the state after one more fact, by what is written here for its kind."""

    def evolve(state: S, event: Any) -> S:
        return learn[type(event)](state, event)

    return evolve


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values, with this one in that place."""
    changed = list(values)  # Quicker than putting a tuple together of three.
    changed[at] = value
    return tuple(changed)


def without(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """The values but for the first that is this one; the very same where there is none."""
    if value not in values:
        return values
    kept = list(values)
    kept.remove(value)
    return tuple(kept)
