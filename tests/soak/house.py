"""All processes of a hosted house, as its units start them, restarted when they end; to be killed."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

from tests.soak import versions

UNITS: Final = ("web", "live", "clock", "outbound", "thinking", "worker", "beat")
PAUSE: Final = 1.0
"""Seconds until what ended is started again, as `RestartSec` says."""


@dataclass
class Process:
    """One of them, whoever runs it at the moment."""

    name: str
    command: list[str]
    env: dict[str, str]
    log: TextIO
    folder: Path
    starts: int = 0
    running: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        self.running = subprocess.Popen(
            self.command, cwd=self.folder, env=self.env, stdout=self.log, stderr=self.log, start_new_session=True
        )
        self.starts += 1

    def family(self) -> list[int]:
        """Its process and their children."""
        children = Path(f"/proc/{self.running.pid}/task/{self.running.pid}/children")
        try:
            return [self.running.pid, *map(int, children.read_text().split())]
        except OSError:
            return [self.running.pid]

    def memory(self) -> float:
        """Megabytes that it and its children hold, the shared ones in each."""
        return sum(_resident(pid) for pid in self.family())


class House:
    """Keeps them running until it is closed."""

    def __init__(self, env: dict[str, str], folder: Path, ports: tuple[int, int]) -> None:
        self.web, self.live = ports
        self.log = (folder / "house.log").open("w")
        code = folder / "code"
        versions.lay_out_this(code)
        settings = env | {"SLOWFUSE_BIND": f"127.0.0.1:{self.web}", "PWD": str(code), "PYTHONPATH": str(code)}
        self.code = code
        self.processes = [Process(name, _command(name, self.live), settings, self.log, code) for name in UNITS]
        self._closing = threading.Event()
        for process in self.processes:
            process.start()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def _keep(self) -> None:
        while not self._closing.wait(0.2):
            for process in self.processes:
                if process.running.poll() is not None and not self._closing.wait(PAUSE):
                    process.start()

    def renew(self, pause: float) -> None:
        """Restart one after the other, as an upgrade does: *web* keeps its port, the others finish what they do."""
        for process in self.processes:
            before = process.starts
            process.running.send_signal(signal.SIGHUP if process.name == "web" else signal.SIGTERM)
            until = time.monotonic() + 40
            while process.name != "web" and process.starts == before and time.monotonic() < until:
                time.sleep(0.1)
            time.sleep(pause)

    def close(self) -> None:
        """Ask all of them to end, and kill what does not."""
        self._closing.set()
        self._keeper.join()
        for process in self.processes:
            process.running.terminate()
        until = time.monotonic() + 20
        for process in self.processes:
            family = process.family()
            try:
                process.running.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                for pid in family:
                    _kill(pid)
                process.running.wait(10)
        self.log.close()


@contextmanager
def running(env: dict[str, str], folder: Path, ports: tuple[int, int]) -> Iterator[House]:
    house = House(env, folder, ports)
    try:
        yield house
    finally:
        house.close()


def _command(name: str, live: int) -> list[str]:
    """What the unit of this name starts."""
    unit = (versions.ROOT / "deploy" / "systemd" / f"slowfuse-{name}.service").read_text()
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart=").replace("%%", "%"))
    words[0] = str(Path(sys.executable).parent / Path(words[0]).name)
    return [str(live) if word == "8001" else word for word in words]


def _resident(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmRSS:")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1024


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
