"""Measures costs independently of what else the machine is doing."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from django.db import connection


def least(act: Callable[[], None], rounds: int = 40) -> tuple[float, int]:
    """Return the least time of an act in seconds, and its number of statements.

    The time is the least CPU time of this process plus the least waiting time for the database. Other work on the
    machine only adds to either.
    """
    cpu, database, waited, asked = [], [], 0.0, 0

    def timed(execute: Any, *args: Any) -> Any:
        nonlocal waited, asked
        began, worked = perf_counter(), process_time()
        try:
            return execute(*args)
        finally:
            waited += max(0.0, perf_counter() - began - (process_time() - worked))
            asked += 1

    for _ in range(rounds):
        waited, asked, began = 0.0, 0, process_time()
        with connection.execute_wrapper(timed):
            act()
        cpu.append(process_time() - began)
        database.append(waited)
    return min(cpu) + min(database), asked
