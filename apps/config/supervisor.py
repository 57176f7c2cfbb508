"""Keeps a few processes alive until it is stopped, and stops them when it ends, however it ends.

After `play` has prepared everything with Django, its process becomes this file (`become_supervisor`). It imports
nothing from the project, because a waiting process needs little.
"""

# All processes started here are our own.
# ruff: noqa: S603

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

CHILD_STOP_SECONDS = 10.0
"""Seconds a child has to end after it was asked to."""
MAX_RESTART_PAUSE_SECONDS = 30.0
"""Maximum seconds between two starts of a child that keeps dying."""
STEADY_AFTER_SECONDS = 60.0
"""Seconds a child must have lived to be restarted without extra delay."""


class Child:
    """A process that is restarted when it dies, each time a little later."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.pause = 0.0
        self.since = 0.0
        self.again_at = 0.0

    def start(self) -> None:
        # Its standard input is a pipe that only we hold open: it ends when we do, even by `kill -9`
        # (see `follow_supervisor`).
        # A group of its own keeps the terminal's Ctrl-C from reaching it before we decide what that means.
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, start_new_session=True)
        self.since = time.monotonic()

    def look_after(self) -> None:
        """Notice when the process dies, and restart it when it's time."""
        if self.process is None:
            if time.monotonic() >= self.again_at:
                self.start()
        elif self.process.poll() is not None:
            steady = time.monotonic() - self.since > STEADY_AFTER_SECONDS
            self.pause = 0.0 if steady else min(max(0.5, 2 * self.pause), MAX_RESTART_PAUSE_SECONDS)
            self.again_at = time.monotonic() + self.pause
            code, self.process = self.process.returncode, None
            sys.stderr.write(f"{self.name} stopped (exit code {code}). Restarting in {self.pause:g} s.\n")

    def signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


def supervise_children(children: Sequence[Child], *, until: threading.Event, each_round: Callable[[], None]) -> None:
    """Run the children until the event is set, and return when all have ended."""
    try:
        while not until.is_set():
            for child in children:
                child.look_after()
            each_round()
            until.wait(0.2)
    finally:
        for child in children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + CHILD_STOP_SECONDS
        for child in children:
            if child.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, deadline - time.monotonic()))
                child.signal(signal.SIGKILL)
                child.process.wait()


def follow_supervisor() -> None:
    """Stop this child process when the supervisor is gone, which closes its standard input."""

    def wait() -> None:
        while os.read(0, 64):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(CHILD_STOP_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="follow", daemon=True).start()


def become_supervisor(
    children: Sequence[tuple[str, Sequence[str]]], *, port: int, greeting: str, keep: int
) -> NoReturn:
    """Replace this process by the supervisor of these children, which prints the greeting once the port answers.

    `keep` is the number of an open file that must stay open. The greeting contains passwords, so it goes through a pipe
    that no one else can read.
    """
    told, tell = os.pipe()
    with os.fdopen(tell, "w") as file:
        json.dump({"children": children, "port": port, "greeting": greeting}, file)
    for number in (told, keep):
        os.set_inheritable(number, True)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", str(Path(__file__).resolve()), str(told)])  # noqa: S606


def _run_supervisor(children: Sequence[tuple[str, Sequence[str]]], port: int, greeting: str) -> None:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    waiting = [port]

    def welcome() -> None:
        if waiting and is_port_answering(port):
            waiting.clear()
            sys.stdout.write(f"{greeting}\n")
            sys.stdout.flush()

    supervise_children([Child(name, command) for name, command in children], until=stop, each_round=welcome)
    sys.stdout.write("Good night.\n")


def is_port_answering(port: int) -> bool:
    """Check whether anything listens on this port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=0.1).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    with os.fdopen(int(sys.argv[1])) as file:
        _run_supervisor(**json.load(file))
