"""Measures the memory of undisturbed processes, and whether it grows."""

from __future__ import annotations

import threading
from statistics import median
from typing import Final

from tests.soak.house import House, Process

EVERY: Final = 3.0
"""The number of seconds between two looks."""
GROWTH: Final = 1.10
"""The maximum growth, as a multiple of a process's memory in the first third of the time."""
SPARE: Final = 12.0
"""The number of megabytes of growth allowed on top."""
LONG: Final = 600.0
"""The number of seconds over which growth is judged; a shorter calm is extrapolated to it."""
ENOUGH: Final = 150.0
"""The minimum length of a calm for that. Earlier, pages read for the first time look like a leak."""


class Scales:
    """Repeated measurements of every process of a site."""

    def __init__(self, house: House) -> None:
        self._starts = {process.name: process.starts for process in house.processes}
        self._weights: dict[str, list[float]] = {process.name: [] for process in house.processes}
        self._house, self._over = house, threading.Event()
        self._thread = threading.Thread(target=self._weigh, daemon=True)
        self._thread.start()

    def _weigh(self) -> None:
        while not self._over.wait(EVERY):
            for process in self._house.processes:
                self._weights[process.name].append(process.memory())

    def grown(self) -> list[str]:
        """Stop measuring, and return the processes that grew much without having been restarted."""
        self._over.set()
        self._thread.join()
        return [said for process in self._house.processes if (said := self._said(process))]

    def _said(self, process: Process) -> str:
        if process.starts != self._starts[process.name]:
            return f"{process.name} ended while nobody killed it"
        weights = self._weights[process.name]
        third = max(1, len(weights) // 3)
        first, last = median(weights[:third]), median(weights[-third:])
        seconds = EVERY * (len(weights) - third)
        later = first + (last - first) * (LONG / seconds if ENOUGH <= seconds < LONG else 1)
        print(f"  {process.name:<9}{first:6.0f} MB, then {last:.0f} after {seconds:.0f} s")
        if later > GROWTH * first + SPARE:
            return f"{process.name} grows: {first:.0f} MB, then {last:.0f}, which in {LONG:.0f} s makes {later:.0f}"
        return ""
