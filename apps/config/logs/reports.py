"""The report of an error outside the log. It says where the error happened, never with which values.

A value can be a hand, a sealed answer or a password. So the report leaves out exception messages, variables, the URL
and the form of a request. It contains the request's ID, and the log has the rest.
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
from apps.config.logs.formatters import parse_service_name, walk_causes

PROJECT_ROOT: Final = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Frame:
    """A line of code in the traceback."""

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
    """The message of our own code before values are filled in, and empty for other code."""
    request_id: str
    view: str
    task: str
    raised: tuple[Raised, ...]
    """The logged exception, and those that caused it."""

    @property
    def title(self) -> str:
        """Return the title shared by all errors of one kind."""
        if not self.raised:
            return self.said or f"Error in {self.logger}"
        first = self.raised[0]
        at = first.frames[-1] if first.frames else None
        return f"{first.name} in {at.file}, line {at.line} ({at.function})" if at else first.name


def build_report(record: logging.LogRecord) -> Report | None:
    """Return the report of a log record, or None if the operators needn't do anything about it."""
    error = record.exc_info[1] if record.exc_info else None
    # A nonsensical request is no error of ours, and a line that says why precedes a bare 503.
    if record.name.startswith("django.security") or (record.name == "django.request" and error is None):
        return None
    known = scope.get_scope(record)
    return Report(
        at=datetime.fromtimestamp(record.created, UTC),
        logger=record.name,
        service=parse_service_name(sys.argv),
        process=record.process,
        said=record.msg if record.name.startswith("apps.") and isinstance(record.msg, str) else "",
        request_id=known.request_id if known else "",
        view=known.view if known else "",
        task=known.task if known else "",
        raised=tuple(_build_raised(each) for each in walk_causes(error)),
    )


def _build_raised(error: BaseException) -> Raised:
    found = traceback.extract_tb(error.__traceback__)
    frames = (Frame(_shorten_path(at.filename), at.lineno or 0, at.name, at.line or "") for at in found)
    return Raised(type(error).__name__, tuple(frames))


def _shorten_path(file: str) -> str:
    """Return a readable path, relative to the project's root or to a library's install folder."""
    if "site-packages/" in file:
        return file.rpartition("site-packages/")[2]
    path = Path(file)
    return str(path.relative_to(PROJECT_ROOT)) if path.is_relative_to(PROJECT_ROOT) else file
