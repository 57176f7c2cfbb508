"""What is told of an error outside of the log: where it happened, never with which values.

A value may be a hand, a sealed answer, a password: neither what an exception says nor the variables of its frames,
neither the address nor the form of a request leave the house. The id of the request does; the rest stands in the log.
"""

from __future__ import annotations

import logging
import sys
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from apps.config.logs import scope
from apps.config.logs.formatters import chain, service

ROOT: Final = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Frame:
    """A line of code that was being run."""

    file: str
    line: int
    function: str
    code: str


@dataclass(frozen=True)
class Raised:
    """The kind of an exception and where it came from, the innermost frame last."""

    name: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True)
class Report:
    """One error."""

    at: datetime
    logger: str
    service: str
    process: int | None
    said: str
    """What our own code says of it, before values are put in; empty for everybody else's."""
    request_id: str
    view: str
    task: str
    raised: tuple[Raised, ...]
    """The one that was logged, and those that led to it."""

    @property
    def title(self) -> str:
        """What one kind of error has in common."""
        if not self.raised:
            return self.said or f"Error in {self.logger}"
        first = self.raised[0]
        at = first.frames[-1] if first.frames else None
        return f"{first.name} in {at.file}, line {at.line} ({at.function})" if at else first.name


def of(record: logging.LogRecord) -> Report | None:
    """Nothing, if nobody who runs the house need do anything about it."""
    error = record.exc_info[1] if record.exc_info else None
    # Whoever sends nonsense is no error of ours; and a bare 503 follows a line that says why.
    if record.name.startswith("django.security") or (record.name == "django.request" and error is None):
        return None
    known = scope.of(record)
    return Report(
        at=datetime.fromtimestamp(record.created, UTC),
        logger=record.name,
        service=service(sys.argv),
        process=record.process,
        said=record.msg if record.name.startswith("apps.") and isinstance(record.msg, str) else "",
        request_id=known.request_id if known else "",
        view=known.view if known else "",
        task=known.task if known else "",
        raised=tuple(_raised(each) for each in chain(error)),
    )


def _raised(error: BaseException) -> Raised:
    found = traceback.extract_tb(error.__traceback__)
    frames = (Frame(_short(at.filename), at.lineno or 0, at.name, at.line or "") for at in found)
    return Raised(type(error).__name__, tuple(frames))


def _short(file: str) -> str:
    """As one would name it: ours from the root of the project, a library's without the folder it is installed in."""
    if "site-packages/" in file:
        return file.rpartition("site-packages/")[2]
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else file
