"""Values that some observers don't know, but that the rules need."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def require_known(value: T | None) -> T:
    """Return the value, which must be known. Rules are never asked about a state where it's missing.

    :raises LookupError: if it is missing
    """
    if value is None:
        raise LookupError("The rules need a value that this observer does not know")
    return value
