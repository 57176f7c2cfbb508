"""Values that some observers do not know, where the rules can only be asked by one who does."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value itself: a state in which it is missing never comes here, and must not go on if it does.

    :raises LookupError: if nobody told it
    """
    if value is None:
        raise LookupError("The rules need a value that this observer does not know")
    return value
