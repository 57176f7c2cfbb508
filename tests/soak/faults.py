"""Faults during a soak: killed processes and machines, cut connections, an emptied Redis, wrong clocks."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

import redis
from django.db import connection

from tests.soak import findings
from tests.soak.house import House, Process

CUT: Final = 20.0
"""The maximum number of seconds for which a machine is cut off, longer than anyone waits for it."""
FAKETIME: Final = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
"""Debian's `faketime`, which gives one process another time, or None if it isn't installed."""
OFF: Final = (-300, 300)
"""The number of seconds by which a clock is wrong."""
BY_A_CLOCK: Final = ("web", "live", "clock", "thinking")
"""The processes that can have a wrong clock. Celery's workers would drop what a slow *beat* sends as expired."""


class Faults:
    """Random faults, one after the other, until stopped."""

    def __init__(self, house: House, broker: str, seed: int, *, pause: float = 2.0) -> None:
        self.house, self.pause = house, pause
        self.done: Counter[str] = Counter()
        self.early: set[str] = set()
        """Questions that silence answered before their deadline."""
        self._redis = redis.Redis.from_url(broker)
        self._luck = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(10)
        for process in self.house.processes:
            if "LD_PRELOAD" in process.env:
                self._restart(process, off=0)

    def _go_on(self) -> None:
        acts = [self._kill, self._kill, self._kill_child, self._cut_database, self._cut_redis, self._empty_redis]
        if len(self.house.machines) > 1:
            acts += [self._kill_machine, self._cut_machine_off]
        if FAKETIME is not None:
            acts += [self._set_clock, self._set_clock]
        while not self._over.wait(self.pause):
            with suppress(Exception):  # Faults that aren't possible now will be next time.
                self._luck.choice(acts)()
            with suppress(Exception):
                self.early.update(findings.early())
        connection.close()

    def _set_clock(self) -> None:
        """Restart a process with its clock minutes off; the next time, restart it with the right clock."""
        process = self._luck.choice([each for each in self.house.processes if each.name.startswith(BY_A_CLOCK)])
        off = 0 if "LD_PRELOAD" in process.env else self._luck.choice(OFF)
        self._restart(process, off=off)
        self.done[f"clock of {process.name} {'wrong' if off else 'right again'}"] += 1

    def _restart(self, process: Process, *, off: int) -> None:
        right = {name: value for name, value in process.env.items() if name not in _wrong_clock(off)}
        right["PYTHONPATH"] = process.env["PYTHONPATH"].rpartition(":")[2]
        process.env = right | _wrong_clock(off, right["PYTHONPATH"]) if off else right
        self.house.kill([process])

    def _kill(self) -> None:
        process = self._luck.choice(self.house.processes)
        self.house.kill([process])
        self.done[f"{process.name} killed"] += 1

    def _kill_child(self) -> None:
        process = self._luck.choice(self.house.processes)
        if children := process.family()[1:]:
            os.kill(self._luck.choice(children), signal.SIGKILL)
            self.done[f"a child of {process.name} killed"] += 1

    def _kill_machine(self) -> None:
        machine = self._luck.choice(self.house.machines)
        self.house.kill(self.house.on(machine))
        self.done[f"all of {machine.name} killed"] += 1

    def _cut_machine_off(self) -> None:
        machine = self._luck.choice(self.house.machines)
        with self.house.cut_off(machine):
            self._over.wait(self._luck.uniform(1, CUT))
        self.done[f"{machine.name} cut off"] += 1

    def _cut_database(self) -> None:
        """End half of the site's connections to the database in the middle of their work."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5"
            )
        connection.close()
        self.done["database cut"] += 1

    def _cut_redis(self) -> None:
        self._redis.client_kill_filter(_type="normal", skipme=True)
        self.done["Redis cut"] += 1

    def _empty_redis(self) -> None:
        self._redis.flushdb()
        self.done["Redis emptied"] += 1


def _wrong_clock(off: int, path: str = "") -> dict[str, str]:
    """Return the environment of a process whose wall clock is off by this number of seconds. Its steady clock isn't."""
    return {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME": f"{off:+d}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DISABLE_SHM": "1",
        "NO_FAKE_STAT": "1",  # By the age of a file, gunicorn sees whether its workers are alive.
        "PYTHONPATH": f"{Path(__file__).parent / 'wrong_clock'}:{path}",
    }
