"""What goes wrong meanwhile: processes and machines are killed and cut off, connections cut, Redis is emptied, the mail
server says nothing.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import redis
from django.db import connection

from tests.soak.house import House

CUT: Final = 20.0
"""Seconds for which a machine is cut off, at most: for longer than anybody believes that it comes back."""


@contextmanager
def silent_mail_server(address: str) -> Iterator[int]:
    """A port that takes every call and never says a word."""
    with socket.create_server((address, 0), backlog=64) as listener:
        kept: list[socket.socket] = []

        def answer() -> None:
            with suppress(OSError):
                while True:
                    kept.append(listener.accept()[0])

        threading.Thread(target=answer, daemon=True).start()
        yield listener.getsockname()[1]
        for one in kept:
            one.close()


class Faults:
    """One after the other, by luck, until they are over."""

    def __init__(self, house: House, broker: str, seed: int, *, pause: float = 2.0) -> None:
        self.house, self.pause = house, pause
        self.done: Counter[str] = Counter()
        self._redis = redis.Redis.from_url(broker)
        self._luck = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(10)

    def _go_on(self) -> None:
        acts = [self._kill, self._kill, self._kill_child, self._cut_database, self._cut_redis, self._empty_redis]
        if len(self.house.machines) > 1:
            acts += [self._kill_machine, self._cut_machine_off]
        while not self._over.wait(self.pause):
            with suppress(Exception):  # What cannot be broken now is broken next time.
                self._luck.choice(acts)()
        connection.close()

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
        """Half of all connections to the database of the house end in the middle of whatever they do."""
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
