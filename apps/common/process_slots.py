"""A number for every process that counts something, held by a lock in a folder that all processes share.

Prometheus' client gives each process files of its own, named by the process id. Two containers have the same ids, and
would write into the same files; a process that is renewed has a new one, and leaves files behind without end. To
remove them makes sums fall, which Prometheus takes for a restart and counts once more. Here whoever begins takes the
least number that nobody holds, and goes on in the files of whoever held it before: sums only ever grow, and there are
no more files than there were processes at a time.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

MOST: Final = 256
"""Processes that count at a time; more must be a mistake."""
ROOM: Final = 1 << 20
"""Bytes of a file to begin with. It is written to as memory: on a disk that is full that would end the process, so the
room is taken before, where it can be refused."""
KINDS: Final = ("counter", "histogram", "gauge_livesum")
"""What the client calls its files."""


class ProcessSlot:
    """The number of this process, taken when it is first asked for; a process that was forked takes one of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pid: int | None = None
        self.taken = 0
        self.lock: int | None = None

    def number(self) -> int:
        """:raises OSError: if there is no folder to write to, or no room in it"""
        if self.pid != os.getpid():
            self.give_back()  # In a process that was forked: its parent still holds the lock.
            self.taken, self.lock = _take(self.folder)
            self.pid = os.getpid()
        return self.taken

    def give_back(self) -> None:
        """Whoever comes next may have it."""
        if self.lock is not None:
            os.close(self.lock)
        self.pid = self.lock = None


def forget_the_dead(folder: Path) -> None:
    """Remove what processes that are gone still had open: nobody has it open any more."""
    for file in folder.glob("gauge_livesum_*.db"):
        lock = _locked(folder, int(file.stem.rpartition("_")[2]))
        if lock is not None:
            file.unlink(missing_ok=True)
            os.close(lock)


def _take(folder: Path) -> tuple[int, int]:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(MOST):
        lock = _locked(folder, number)
        if lock is not None:
            file = folder / f"gauge_livesum_{number}.db"
            file.unlink(missing_ok=True)
            for kind in KINDS:
                _make_room(folder / f"{kind}_{number}.db")
            return number, lock
    raise OSError(f"All {MOST} places for processes in {folder} are taken.")


def _locked(folder: Path, number: int) -> int | None:
    """The lock of this number, an open file, if nobody holds it."""
    try:
        lock = os.open(folder / f"{number}.lock", os.O_WRONLY | os.O_CREAT, 0o644)
    except PermissionError:  # Somebody else's, left by a command that was run as root.
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _make_room(file: Path) -> None:
    with file.open("ab") as opened:
        missing = ROOM - opened.tell()
        if missing > 0:
            opened.write(bytes(missing))
