"""Runs all processes of a hosted site as its units do: restarted when they end, and to be killed or cut off."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

from tests.soak import versions
from tests.soak.machines import Machine

UNITS: Final = ("web", "live", "clock", "outbound", "thinking", "insights", "worker", "beat")
PAUSE: Final = 1.0
"""The number of seconds until an ended process is restarted, as in `RestartSec`."""


@dataclass
class Process:
    """A named process, in whichever run it is."""

    name: str
    machine: Machine
    command: list[str]
    env: dict[str, str]
    log: TextIO
    folder: Path
    starts: int = 0
    running: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        command = [*self.machine.prefix, *self.command]
        self.running = subprocess.Popen(
            command, cwd=self.folder, env=self.env, stdout=self.log, stderr=self.log, start_new_session=True
        )
        self.starts += 1

    def family(self) -> list[int]:
        """Return its process and their children."""
        children = Path(f"/proc/{self.running.pid}/task/{self.running.pid}/children")
        try:
            return [self.running.pid, *map(int, children.read_text().split())]
        except OSError:
            return [self.running.pid]

    def memory(self) -> float:
        """Return the megabytes that it and its children hold, counting shared ones in each."""
        return sum(_resident(pid) for pid in self.family())


class House:
    """The processes of a site, kept running until it is closed."""

    def __init__(self, env: dict[str, str], folder: Path, machines: Sequence[Machine]) -> None:
        self.machines = machines
        self.logs = {machine: (folder / f"{machine.called('house')}.log").open("w") for machine in machines}
        self.code = folder / "code"
        versions.lay_out_this(self.code)
        self._shared, self._folder = env | {"PWD": str(self.code), "PYTHONPATH": str(self.code)}, folder
        self.processes = [self._process(name, machine) for machine in machines for name in UNITS]
        self._closing = threading.Event()
        for process in self.processes:
            process.start()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def _process(self, name: str, machine: Machine) -> Process:
        command, env = _command(name, machine), self.environment(machine)
        return Process(machine.called(name), machine, command, env, self.logs[machine], self.code)

    def environment(self, machine: Machine) -> dict[str, str]:
        """Return the environment of all processes on a machine."""
        own = {"SLOWFUSE_BIND": f"{machine.address}:{machine.web}", "SLOWFUSE_VAR": str(self._folder / machine.name)}
        return self._shared | own

    def _keep(self) -> None:
        while not self._closing.wait(0.2):
            for process in self.processes:
                if process.running.poll() is not None and not self._closing.wait(PAUSE):
                    process.start()

    def renew(self, machine: Machine, pause: float) -> None:
        """Restart one after the other, as an upgrade does: *web* keeps its port, the others finish what they do."""
        for process in self.on(machine):
            before = process.starts
            web = process.name == process.machine.called("web")
            process.running.send_signal(signal.SIGHUP if web else signal.SIGTERM)
            until = time.monotonic() + 40
            while not web and process.starts == before and time.monotonic() < until:
                time.sleep(0.1)
            time.sleep(pause)

    def kill(self, some: Iterable[Process]) -> None:
        """Kill all of these and their children without warning."""
        for pid in [pid for process in some for pid in process.family()]:
            _send(pid, signal.SIGKILL)

    def on(self, machine: Machine) -> list[Process]:
        return [process for process in self.processes if process.machine == machine]

    @contextmanager
    def cut_off(self, machine: Machine) -> Iterator[None]:
        """Block all traffic from and to this machine for a while, without ending its processes."""
        if machine.cable:
            machine.cut_off()
            try:
                yield
            finally:
                machine.connect()
            return
        stopped = [pid for process in self.on(machine) for pid in process.family()]
        for pid in stopped:
            _send(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                _send(pid, signal.SIGCONT)

    def close(self) -> None:
        """Ask all of them to end, and kill those that don't."""
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
                    _send(pid, signal.SIGKILL)
                process.running.wait(10)
        for log in self.logs.values():
            log.close()


@contextmanager
def running(env: dict[str, str], folder: Path, machines: Sequence[Machine]) -> Iterator[House]:
    house = House(env, folder, machines)
    try:
        yield house
    finally:
        house.close()


def _command(name: str, machine: Machine) -> list[str]:
    """Return the command that the unit of this name starts there."""
    unit = (versions.ROOT / "deploy" / "systemd" / f"slowfuse-{name}.service").read_text()
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart=").replace("%%", "%"))
    words[0] = str(Path(sys.executable).parent / Path(words[0]).name)
    here = {"8001": str(machine.live), "127.0.0.1": machine.address}
    return [here.get(word, word) for word in words]


def _resident(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmRSS:")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1024


def _send(pid: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, what)
