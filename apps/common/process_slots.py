"""A number for every process that counts metrics, held by a lock in a folder that all processes share.

Prometheus' client gives each process its own files, named by process ID. Two containers have the same IDs and would
write into the same files. A restarted process has a new ID, so files would accumulate. Removing them makes sums fall,
which Prometheus takes for a restart and counts again.

Here a new process takes the lowest free number and continues its files. Sums only grow, and there are never more files
than processes at a time.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

MAX_PROCESSES: Final = 256
"""Maximum processes that count at a time, because more must be a mistake."""
INITIAL_FILE_BYTES: Final = 1 << 20
"""Initial size of a file in bytes, allocated in advance.

The file is mapped into memory, so writing to it on a full disk would end the process. In advance, it can be refused.
"""
FILE_KINDS: Final = ("counter", "histogram", "gauge_livesum")
"""The client's names for its kinds of files."""


class ProcessSlot:
    """The number of this process, taken on first use. A forked process takes its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pid: int | None = None
        self.taken = 0
        self.lock: int | None = None

    def number(self) -> int:
        """Return the number, and take one if this process has none.

        :raises OSError: if there is no folder to write to, or no space in it
        """
        if self.pid != os.getpid():
            self.give_back()  # In a forked process, because its parent still holds the lock.
            self.taken, self.lock = _take_number(self.folder)
            self.pid = os.getpid()
        return self.taken

    def give_back(self) -> None:
        """Release the number for another process."""
        if self.lock is not None:
            os.close(self.lock)
        self.pid = self.lock = None


def forget_the_dead(folder: Path) -> None:
    """Remove the gauges of processes that have ended."""
    for file in folder.glob("gauge_livesum_*.db"):
        lock = _lock_number(folder, int(file.stem.rpartition("_")[2]))
        if lock is not None:
            file.unlink(missing_ok=True)
            os.close(lock)


def _take_number(folder: Path) -> tuple[int, int]:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(MAX_PROCESSES):
        lock = _lock_number(folder, number)
        if lock is not None:
            file = folder / f"gauge_livesum_{number}.db"
            file.unlink(missing_ok=True)
            for kind in FILE_KINDS:
                _make_room(folder / f"{kind}_{number}.db")
            return number, lock
    raise OSError(f"All {MAX_PROCESSES} places for processes in {folder} are taken.")


def _lock_number(folder: Path, number: int) -> int | None:
    """Return the lock of this number as an open file, or None if it's taken."""
    try:
        lock = os.open(folder / f"{number}.lock", os.O_WRONLY | os.O_CREAT, 0o644)
    except PermissionError:  # Another user's, left by a command that was run as root.
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _make_room(file: Path) -> None:
    with file.open("ab") as opened:
        missing = INITIAL_FILE_BYTES - opened.tell()
        if missing > 0:
            opened.write(bytes(missing))
