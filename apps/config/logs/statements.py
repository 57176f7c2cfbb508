"""Counts and times the SQL statements of one request. Their parameters can be secret and are never kept."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest
from time import perf_counter
from typing import Any, Final

MAX_REPORTED_STATEMENTS: Final = 3
"""Number of slowest statements that are reported."""
KEPT_START_CHARACTERS: Final = 80
KEPT_END_CHARACTERS: Final = 220
"""Characters kept at the end of a statement, because between the two parts are only columns."""


class Statements:
    """A Django wrapper around every statement. It reads the clock twice, and formats nothing until asked.

    It doesn't see the start and end of transactions, nor the wait for a connection.
    """

    __slots__ = ("_ran",)

    def __init__(self) -> None:
        self._ran: list[tuple[float, str]] = []

    def __call__(self, execute: Callable[..., object], sql: str, params: object, many: bool, context: object) -> object:
        began = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self._ran.append((perf_counter() - began, sql))

    def __len__(self) -> int:
        return len(self._ran)

    @property
    def seconds(self) -> float:
        return sum(took for took, _ in self._ran)

    def slowest(self) -> str:
        """Return the slowest statements with their placeholders as text."""
        return "; ".join(f"{took:.3f} s {sql}" for took, sql in self._longest())

    def fields(self) -> dict[str, Any]:
        """Return the same data for machines."""
        slowest = [{"seconds": round(took, 4), "sql": sql} for took, sql in self._longest()]
        return {"statements": len(self), "database": round(self.seconds, 4), "slowest": slowest}

    def _longest(self) -> list[tuple[float, str]]:
        found = nlargest(MAX_REPORTED_STATEMENTS, self._ran, key=lambda each: each[0])
        return [(took, _shorten_sql(" ".join(str(sql).split()))) for took, sql in found]


def _shorten_sql(sql: str) -> str:
    return (
        sql
        if len(sql) <= KEPT_START_CHARACTERS + KEPT_END_CHARACTERS
        else f"{sql[:KEPT_START_CHARACTERS]} … {sql[-KEPT_END_CHARACTERS:]}"
    )
