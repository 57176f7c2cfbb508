"""The current code and the version before it, laid out in one folder as an upgrade does."""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BEFORE: Final = (Path(__file__).parent / "version_before").read_text().strip()
"""The commit that sites have run so far."""


def lay_out_this(folder: Path) -> None:
    """Copy the working tree, committed or not."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    _lay_out(
        {name: (ROOT / name).read_bytes() for name in listed.split("\0") if name and (ROOT / name).is_file()}, folder
    )


def lay_out_before(folder: Path) -> None:
    packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        found = {each.name: archive.extractfile(each) for each in archive.getmembers() if each.isfile()}
        _lay_out({name: file.read() for name, file in found.items() if file is not None}, folder)


def before_is_here() -> bool:
    """Return whether the history reaches back to the version before."""
    asked = ["git", "cat-file", "-e", f"{BEFORE}^{{commit}}"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0


@cache
def edition_before(slug: str) -> int | None:
    """Return the newest edition of a game's rules that the version before knows, or None if that can't be found out.

    It can't continue a match of a later one, and sets it aside until this version is back.
    """
    if not before_is_here():
        return None
    asked = ["git", "show", f"{BEFORE}:apps/games/{slug}/meta.py"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = re.search(r"\bedition=(\d+)", said)
    return int(found[1]) if found else 1


def _lay_out(files: dict[str, bytes], folder: Path) -> None:
    """Replace the files in the folder, as `git pull` does."""
    for name, content in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_bytes(content)
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".pyc" and str(path.relative_to(folder)) not in files:
            path.unlink()
