"""Tools for learning facts: `evolve` from one function per kind of fact, and small changes of tuples.

The state after several facts is `functools.reduce(evolve, facts, state)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def build_evolve(learn: Mapping[type, Callable[[S, Any], S]]) -> Callable[[S, object], S]:
    """Return `evolve`, which applies one fact with the function for its kind."""

    def evolve(state: S, event: object) -> S:
        return learn[type(event)](state, event)

    return evolve


def replace_at(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the values with this one at the given index."""
    changed = list(values)  # Faster than joining three tuples.
    changed[at] = value
    return tuple(changed)


def remove_value(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return the values without the first occurrence of this one, or the same tuple if it's missing."""
    if value not in values:
        return values
    kept = list(values)
    kept.remove(value)
    return tuple(kept)
