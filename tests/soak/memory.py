"""How much the processes hold while nobody disturbs them, and whether that grows."""

from __future__ import annotations

import threading
from statistics import median
from typing import Final

from tests.soak.house import House, Process

EVERY: Final = 3.0
"""Seconds between two looks."""
GROWTH: Final = 1.10
"""Times what a process held in the first third of the time, at most …"""
SPARE: Final = 12.0
"""… and so many megabytes more."""
LONG: Final = 600.0
"""Seconds over which growth is judged: what a shorter calm shows is taken to go on for so long …"""
ENOUGH: Final = 150.0
"""… from this many on; before, a page that is read for the first time weighs as much as a leak."""


class Scales:
    """Weighs every process of a house again and again."""

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
        """Which of the processes that nobody started anew holds much more than before; ends the weighing."""
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
