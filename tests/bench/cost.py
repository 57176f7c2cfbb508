"""What something costs, whatever else the machine does meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from django.db import connection


def least(act: Callable[[], None], rounds: int = 40) -> tuple[float, int]:
    """(the least CPU seconds of this process + the least seconds of waiting for the database, statements).

    What else the machine does meanwhile only adds to either.
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
