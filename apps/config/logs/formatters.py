"""Formatters for log lines as text and as JSON (one object per line, for machines)."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError

from apps.config.logs import scope

if TYPE_CHECKING:
    from logging import _SysExcInfoType

RULES_FOLDERS: Final = tuple(str(Path(__file__).parents[2] / name) for name in ("games", "kernel"))
"""The folders of the rules."""


class Text(logging.Formatter):
    """A formatter that appends the request ID to the message, if there is one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- logging calls it so
        known = scope.get_scope(record)
        suffix = f" [request {known.request_id}]" if known and known.request_id else ""
        return _remove_secrets(super().formatMessage(record), record, known) + suffix

    def formatException(self, ei: _SysExcInfoType) -> str:  # noqa: N802 -- logging calls it so
        return without_values(super().formatException(ei), ei[1])


class Json(Text):
    """A formatter that writes every record as one line of JSON, without empty fields."""

    def __init__(self) -> None:
        super().__init__()
        self.service = parse_service_name(sys.argv)

    def format(self, record: logging.LogRecord) -> str:
        known = scope.get_scope(record)
        trace = [self.formatException(record.exc_info)] if record.exc_info and record.exc_info[0] else []
        trace += [self.formatStack(record.stack_info)] if record.stack_info else []
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _remove_secrets(record.getMessage(), record, known),
            "service": self.service,
            "process": record.process,
            "request_id": known and known.request_id,
            "view": known and known.view,
            "task": known and known.task,
            "duration": known and round(known.duration, 4),
            "exception": "\n".join(trace),
            **getattr(record, "fields", {}),
        }
        return json.dumps({name: value for name, value in line.items() if value not in (None, "")}, default=str)


def parse_service_name(argv: Sequence[str]) -> str:
    """Return the name of this process as in deploy/README.md, from its command line."""
    program, words = Path(argv[0]).name if argv else "", argv[1:]
    if program == "gunicorn":
        return "web"
    if program == "uvicorn":
        return "live"
    if program == "celery" and "beat" in words:
        return "beat"
    if program == "celery" and "--hostname" in words[:-1]:
        return words[words.index("--hostname") + 1].partition("@")[0]
    named = [word for word in words if word.startswith("--hostname=")]
    if program == "celery" and named:
        return named[0].partition("=")[2].partition("@")[0]
    if program == "embedded.py":
        return "worker"
    if program == "manage.py" and words:
        return words[0]  # Nothing after it, because an argument may be a secret.
    return program


def _remove_secrets(text: str, record: logging.LogRecord, known: scope.Scope | None) -> str:
    for secret in known.secrets if known else ():
        text = text.replace(secret, "…")
    return without_values(text, record.exc_info[1] if record.exc_info else None)


def without_values(text: str, error: BaseException | None) -> str:
    """Remove from a text what an error says, which may be secret, such as a database row or a card."""
    for each in walk_causes(error):
        name, said = type(each).__qualname__, str(each)
        first, _, more = said.partition("\n")
        if _of_database(each) and more:
            text = text.replace(said, first).replace(repr(said)[1:-1], first)
        elif said and _of_the_rules(each):
            text = text.replace(f"{name}: {said}", f"{name}: …").replace(repr(each), f"{name}(…)")
    return text


def _of_database(error: BaseException) -> bool:
    return isinstance(error, DatabaseError) or type(error).__module__.startswith("psycopg")


def _of_the_rules(error: BaseException) -> bool:
    """Check whether the error passed through the rules, whose messages can contain hands and sealed answers."""
    return any(frame.f_code.co_filename.startswith(RULES_FOLDERS) for frame, _ in walk_tb(error.__traceback__))


def walk_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
