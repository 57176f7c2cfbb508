"""Keeps a few processes alive until it is told to stop, and takes them along when it goes, however it goes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

PATIENCE = 10.0
"""Seconds a child has to end after it was asked to."""
LONGEST_PAUSE = 30.0
"""Seconds between two starts of a child that keeps dying, at most."""
STEADY = 60.0
"""A child that lived so many seconds starts again without delay."""


class Child:
    """A process that is started again when it dies, each time a little later."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.pause = 0.0
        self.since = 0.0
        self.again_at = 0.0

    def start(self) -> None:
        # Its standard input is a pipe that only we hold open: it ends when we do, even by `kill -9` (see `follow`).
        # A group of its own keeps the terminal's Ctrl-C from reaching it before we decide what that means.
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, start_new_session=True)
        self.since = time.monotonic()

    def look_after(self) -> None:
        """Notices a death and starts the process again when it is time."""
        if self.process is None:
            if time.monotonic() >= self.again_at:
                self.start()
        elif self.process.poll() is not None:
            steady = time.monotonic() - self.since > STEADY
            self.pause = 0.0 if steady else min(max(0.5, 2 * self.pause), LONGEST_PAUSE)
            self.again_at = time.monotonic() + self.pause
            code, self.process = self.process.returncode, None
            sys.stderr.write(f"{self.name} ended ({code}); it starts again in {self.pause:g} s.\n")

    def signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


def supervise(children: Sequence[Child], *, until: threading.Event, each_round: Callable[[], None]) -> None:
    """Runs the children until the event is set; returns when none of them is left."""
    try:
        while not until.is_set():
            for child in children:
                child.look_after()
            each_round()
            until.wait(0.2)
    finally:
        for child in children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        for child in children:
            if child.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, deadline - time.monotonic()))
                child.signal(signal.SIGKILL)
                child.process.wait()


def follow() -> None:
    """In a child: ask yourself to stop when the supervisor is gone, which closes our standard input."""

    def wait() -> None:
        while os.read(0, 64):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)

    threading.Thread(target=wait, name="follow", daemon=True).start()
