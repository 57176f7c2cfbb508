"""Build the text of an error report outside the log: where it happened, never with which values.

A value can be a hand, a sealed answer or a password. So a report leaves out exception messages, variables, the URL and
the form of a request. It contains the request's ID, and the log has the rest.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from typing import Final

from apps.config.logs import scope
from apps.config.logs.formatters import parse_service_name, walk_causes

PROJECT_ROOT: Final = Path(__file__).resolve().parents[3]


def is_reportable(record: logging.LogRecord) -> bool:
    """Check whether the operators must do something about a log record."""
    # A nonsensical request is no error of ours, and a line that says why precedes a bare 503.
    return not (record.name.startswith("django.security") or (record.name == "django.request" and not record.exc_info))


def get_error(record: logging.LogRecord) -> BaseException | None:
    """Return the exception that was logged."""
    return record.exc_info[1] if record.exc_info else None


def get_own_message(record: logging.LogRecord) -> str:
    """Return the message of our own code before values are filled in, or an empty text for other code."""
    return record.msg if record.name.startswith("apps.") and isinstance(record.msg, str) else ""


def build_title(record: logging.LogRecord) -> str:
    """Return the title shared by all errors of one kind."""
    error = get_error(record)
    if error is None:
        return get_own_message(record) or f"Error in {record.name}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {_shorten_path(frames[-1].filename)}, line {frames[-1].lineno} ({frames[-1].name})" if frames else ""
    return type(error).__name__ + place


def list_origins(record: logging.LogRecord) -> dict[str, str]:
    """Return the service, request ID, view and task that a record belongs to, as far as they are known."""
    known = scope.get_scope(record)
    origins = {"service": parse_service_name(sys.argv)}
    if known:
        origins |= {"request_id": known.request_id, "view": known.view, "task": known.task}
    return {name: value for name, value in origins.items() if value}


def format_traceback(error: BaseException | None) -> str:
    """Return the code lines that led to an error, then those that led to each of its causes."""
    parts = [
        f"{type(each).__name__}:\n{''.join(traceback.format_list(traceback.extract_tb(each.__traceback__)))}"
        for each in walk_causes(error)
    ]
    return "\nCaused by ".join(parts)


def _shorten_path(file: str) -> str:
    """Return a readable path, relative to the project's root or to a library's install folder."""
    if "site-packages/" in file:
        return file.rpartition("site-packages/")[2]
    path = Path(file)
    return str(path.relative_to(PROJECT_ROOT)) if path.is_relative_to(PROJECT_ROOT) else file
