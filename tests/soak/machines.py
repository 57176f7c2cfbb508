"""Machines that a site runs on: one or two, each in a network of its own with a cable that can be pulled.

That needs root and Linux. Elsewhere, two machines are two groups of processes, and cutting one off stops it: it sends
nothing, although its kernel still answers.
"""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.ports import free_port

LOOPBACK: Final = "127.0.0.1"
OURS: Final = os.getpid() % 250
"""A number for the names and addresses made here, so that several soaks can share a machine."""
NETWORK: Final = f"10.213.{OURS}"
"""The network of the cables, which all lead to the machine with number 1."""
BRIDGE: Final = f"soak{OURS}"
_AS_A_MACHINE: Final = ("unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"')
"""A prefix that names the machine, because workers are distinguished by its name."""


@dataclass(frozen=True)
class Machine:
    """A machine on which *web*, *live* and the processes that belong to them run."""

    name: str
    address: str
    web: int
    live: int
    prefix: tuple[str, ...] = ()
    """The start of each command that runs there."""
    cable: str = ""
    """The machine's network device, if it has one of its own."""

    def called(self, process: str) -> str:
        return f"{self.name} {process}".strip()

    def cut_off(self) -> None:
        _ip("link", "set", self.cable, "down")

    def connect(self) -> None:
        _ip("link", "set", self.cable, "up")


@dataclass(frozen=True)
class Ground:
    """The machines, and the address of what they share."""

    machines: tuple[Machine, ...]
    address: str
    database: str
    broker: str


@contextmanager
def laid_out(hosts: int, database: str, broker: str) -> Iterator[Ground]:
    """Yield one machine at this database and broker, or several with cables, at others created for them."""
    names = [chr(ord("a") + n) for n in range(hosts)] if hosts > 1 else [""]
    cables = hosts > 1 and _cables_possible()
    if hosts > 1 and not cables:
        print("  NOT TRIED: cables between machines, which take root and network namespaces; they are stopped instead")
    if not cables:
        machines = [Machine(name, LOOPBACK, free_port(), free_port()) for name in names]
        yield Ground(tuple(machines), LOOPBACK, database, broker)
        return
    with ExitStack() as stack:
        address = stack.enter_context(_bridge())
        apart = [stack.enter_context(_cabled(name, number)) for number, name in enumerate(names, 2)]
        ours = stack.enter_context(_postgresql(address))
        yield Ground(tuple(apart), address, ours, stack.enter_context(_redis(address)))


def _cables_possible() -> bool:
    programs = ("ip", "unshare", "redis-server")
    if os.geteuid() or not all(map(shutil.which, programs)) or not _programs_of_postgresql():
        return False
    tries = ("netns add {0}", "-n {0} link add {0} type bridge", "-n {0} link add {0}-a type veth peer name {0}-b")
    try:
        for words in tries:
            _ip(*words.format(BRIDGE).split())
    except subprocess.CalledProcessError:
        return False
    finally:
        subprocess.run(["ip", "netns", "delete", BRIDGE], capture_output=True, check=False)
    return True


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], capture_output=True, check=True)


@contextmanager
def _bridge() -> Iterator[str]:
    """Yield the address to which all cables lead."""
    _ip("link", "add", BRIDGE, "type", "bridge")
    try:
        _ip("address", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        yield f"{NETWORK}.1"
    finally:
        _ip("link", "delete", BRIDGE)


@contextmanager
def _cabled(name: str, number: int) -> Iterator[Machine]:
    within = cable = f"{BRIDGE}-{name}"
    address = f"{NETWORK}.{number}"
    _ip("netns", "add", within)
    try:
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", within)
        _ip("link", "set", cable, "master", BRIDGE, "up")
        _ip("-n", within, "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            _ip("-n", within, "link", "set", device, "up")
        yield Machine(name, address, 8000, 8001, ("ip", "netns", "exec", within, *_AS_A_MACHINE, within), cable)
    finally:
        _ip("netns", "delete", within)  # This also removes its end of the cable, and so the cable.


@contextmanager
def _postgresql(address: str) -> Iterator[str]:
    """Run a PostgreSQL server, and yield its address for a site."""
    port, programs = free_port(address), _programs_of_postgresql()[-1]
    with tempfile.TemporaryDirectory(prefix="slowfuse-soak-postgresql-") as folder:
        shutil.chown(folder, "postgres", "postgres")
        data = Path(folder) / "data"
        made = [str(programs / "initdb"), f"--pgdata={data}", "--username=slowfuse", "--auth=trust", "--no-sync"]
        subprocess.run(made, user="postgres", group="postgres", cwd=folder, capture_output=True, check=True)
        with (data / "pg_hba.conf").open("a") as allowed:
            allowed.write(f"host all all {NETWORK}.0/24 trust\n")
        told = {"listen_addresses": address, "port": port, "unix_socket_directories": "", "fsync": "off"}
        command = [str(programs / "postgres"), f"-D{data}", *(f"--{name}={value}" for name, value in told.items())]
        with (Path(folder) / "log").open("w") as log:
            server = subprocess.Popen(
                command, user="postgres", group="postgres", cwd=folder, stdout=log, stderr=log, start_new_session=True
            )
        with _ended(server, signal.SIGINT):
            _until_it_listens(address, port)
            yield f"postgres://slowfuse@{address}:{port}/postgres"


def _programs_of_postgresql() -> list[Path]:
    """Return the folders of PostgreSQL's programs on Debian, the newest last."""
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))


@contextmanager
def _redis(address: str) -> Iterator[str]:
    port = free_port(address)
    told = {"bind": address, "port": port, "save": "", "appendonly": "no", "protected-mode": "no", "dir": "/tmp"}
    command = ["redis-server", *(word for name, value in told.items() for word in (f"--{name}", str(value)))]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    with _ended(server, signal.SIGTERM):
        _until_it_listens(address, port)
        yield f"redis://{address}:{port}/0"


@contextmanager
def _ended(server: subprocess.Popen[bytes], by: signal.Signals) -> Iterator[None]:
    try:
        yield
    finally:
        server.send_signal(by)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(10)


def _until_it_listens(address: str, port: int) -> None:
    until(lambda: _listens(address, port), f"nothing listens at {address}:{port}", 30)


def _listens(address: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((address, port), timeout=1):
        return True
    return False


def until(true: Callable[[], bool], otherwise: str, seconds: float) -> float:
    """Wait until it is true, and return the seconds that took.

    :raises TimeoutError: if it never is
    """
    began = time.monotonic()
    while not true():
        if time.monotonic() > began + seconds:
            raise TimeoutError(otherwise)
        time.sleep(0.1)
    return time.monotonic() - began


def well(machines: Sequence[Machine]) -> bool:
    return all(_answers(machine.address, port) for machine in machines for port in (machine.web, machine.live))


def _answers(address: str, port: int) -> bool:
    asked = http.client.HTTPConnection(address, port, timeout=10)
    try:
        asked.request("GET", "/healthz", headers={"Host": "localhost"})
        return asked.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()
