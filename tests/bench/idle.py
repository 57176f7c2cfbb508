"""a minute of a whole hosted server without visitors: how much of a core each of its processes takes"""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import time
from pathlib import Path

from django.conf import settings

from apps.config.celery import app
from tests.bench.processes import cpu, end, family, memory, start

WORKERS = ("clock", "outbound", "thinking", "insights", "worker")
NAMES = ("web", "live", *WORKERS, "beat")
START = 240
"""The maximum number of seconds until everything has started."""
WARM = 65
"""The number of seconds until each task that runs every minute has run once, as the first run costs more."""
SECONDS = 60
MAX_CORE_PERCENT = 5
"""The maximum percentage of a core for all processes together."""


def run() -> str:
    house: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name in NAMES:
            house[name] = _service(name)
        _started()
        time.sleep(WARM)
        before = {name: _worked(process) for name, process in house.items()}
        time.sleep(SECONDS)
        shares = {name: 100 * (_worked(process) - before[name]) / SECONDS for name, process in house.items()}
        size = sum(memory(pid) for process in house.values() for pid in family(process.pid))
        assert all(process.poll() is None for process in house.values()), "a process has ended"
    finally:
        end(*house.values())
    total = sum(shares.values())
    print("  " + ", ".join(f"{name} {share:.2f} %" for name, share in shares.items()))
    print(f"  together {total:.2f} % of a core (at most {MAX_CORE_PERCENT} %), {size:.0f} MB")
    return "" if total <= MAX_CORE_PERCENT else f"{total:.2f} % of a core for nothing"


def _started() -> None:
    """Wait until all workers answer, so that the cost of starting isn't counted."""
    until = time.monotonic() + START
    while len(app.control.ping(timeout=2)) < len(WORKERS):
        assert time.monotonic() < until, "the workers did not start"


def _worked(process: subprocess.Popen[bytes]) -> float:
    return sum(cpu(pid) for pid in family(process.pid))


def _service(name: str) -> subprocess.Popen[bytes]:
    """Start what systemd would start, on a free port."""
    unit = Path(settings.ROOT / f"deploy/systemd/slowfuse-{name}.service").read_text()
    found = re.search(r"^ExecStart=\S+/bin/(.+)$", unit, re.MULTILINE)
    assert found is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    words = [port if word == "8001" else word for word in shlex.split(found[1].replace("%%", "%"))]
    return start(*words, SLOWFUSE_BIND=f"127.0.0.1:{port}")
