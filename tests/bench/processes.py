"""Server processes beside the bench, on its database, and the cost of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.processes import database_url

TICK = os.sysconf("SC_CLK_TCK")


def start(*command: str, **more: str) -> subprocess.Popen[bytes]:
    """Start `python -m …` with more in its environment."""
    environ = {**os.environ, "SLOWFUSE_DATABASE_URL": database_url(), **more}
    return subprocess.Popen([sys.executable, "-m", *command], env=environ, cwd=settings.ROOT)


def end(*children: subprocess.Popen[bytes]) -> None:
    """Ask them all to end, and wait a limited time."""
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(timeout=30)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def family(pid: int) -> list[int]:
    """Return a process and everything it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process, its own and the kernel's."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / TICK


def memory(pid: int) -> float:
    """Return the megabytes that a process keeps in memory."""
    return int(_status(pid)["VmRSS"].split()[0]) / 1024


def threads(pid: int) -> int:
    """Return the number of threads of a process."""
    return int(_status(pid)["Threads"])


def _status(pid: int) -> dict[str, str]:
    return dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
