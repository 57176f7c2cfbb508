"""Free disk space, and the time of the latest backup."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path


def get_free_bytes(folder: Path) -> int | None:
    """Return the free bytes where this folder is, or will be."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    return None if there is None else shutil.disk_usage(there).free


def latest_backup(folder: Path) -> datetime | None:
    """Return when `deploy/backup` last finished a file there."""
    try:
        files = [each for each in folder.glob("slowfuse-*") if each.suffix != ".unfinished"]
        latest = max((each.stat().st_mtime for each in files), default=None)
    except OSError:
        return None  # A file was just removed, or access is denied.
    return None if latest is None else datetime.fromtimestamp(latest, UTC)
