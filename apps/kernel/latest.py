"""A cache for what was found out about the latest state."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def cache_latest(find: Callable[[S], T]) -> Callable[[S], T]:
    """Remember a function's result for the last state it was called with.

    Rules ask several times about a state before it changes: who is asked, what is legal, what follows. States are
    frozen, so results stay true. They're compared by identity, which is faster than equality.
    """
    last: tuple[S, T] | None = None  # A single value, so that no other thread sees it half changed.

    @wraps(find)
    def found(state: S) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not state:
            known = last = (state, find(state))
        return known[1]

    return found
