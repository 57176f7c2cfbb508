"""Remember what was found out about a state, as long as nobody asks about another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def latest(find: Callable[[S], T]) -> Callable[[S], T]:
    """For what rules ask several times of one state before it changes: who is asked, what is legal, what follows.

    A state is frozen, so what is true of it stays so; that it is the very same is told quicker than that it is equal.
    """
    last: tuple[Any, Any] = (object(), None)  # In one piece, so that no other thread sees half of it changed.

    @wraps(find)
    def found(state: S) -> T:
        nonlocal last
        known, result = last
        if known is not state:
            result = find(state)
            last = (state, result)
        return result  # type: ignore[no-any-return]

    return found
