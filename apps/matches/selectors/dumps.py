"""The monthly dumps that `services.dumps` has written."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings


class Dump(msgspec.Struct, frozen=True):
    """The records of all public matches that ended in a month (UTC), as one file."""

    month: str
    """Year and month, such as `2026-11`."""
    file: str
    """The name of the file. Beside it, a file with `.sha256` appended has its checksum."""
    size: int
    """The size in bytes."""
    sha256: str
    matches: int
    written_at: datetime
    mark: str
    """What it was written from. If that changes, it's written again."""


def find_dump_folder() -> Path | None:
    """Return the folder of dumps, or None if this installation writes none."""
    return Path(settings.SLOWFUSE_DUMPS) if settings.SLOWFUSE_DUMPS else None


def list_dumps(folder: Path | None) -> list[Dump]:
    """Return the dumps in this folder, the latest month first."""
    found: list[Dump] = []
    for path in folder.glob(get_description_path(folder, "*").name) if folder is not None else ():
        with suppress(OSError, msgspec.DecodeError):  # Another process has just replaced it.
            found.append(msgspec.json.decode(path.read_bytes(), type=Dump))
    return sorted(found, key=lambda dump: dump.month, reverse=True)


def get_description_path(folder: Path, month: str) -> Path:
    """Return the path of the file that describes a month's dump."""
    return folder / f".{month}.json"
