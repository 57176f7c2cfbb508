"""Errors to a Sentry server, for a house with SLOWFUSE_SENTRY_DSN: where they happened, never with which values.

None of the SDK's integrations is used: they hook into every request, and gather what must not leave the house. What is
logged as an error is sent, by the SDK's own thread; a server that is away costs a full queue, and never a page.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from apps.config.logs import reports
from apps.config.logs.reports import Raised, Report

KEPT: Final = frozenset(
    ("event_id", "timestamp", "platform", "level", "logger", "message", "exception", "transaction", "tags", "sdk")
)
"""What of an event is sent. A form, a cookie, a person, a variable has no name here, and the SDK gathers no people
unless it is told to."""


class Handler(logging.Handler):
    """Made once for each process, when its logging is configured."""

    def __init__(self, dsn: str) -> None:
        super().__init__()
        import sentry_sdk  # noqa: PLC0415 -- installed only where it is wanted

        self._capture: Any = sentry_sdk.capture_event
        sentry_sdk.init(
            dsn=dsn,
            default_integrations=False,
            auto_enabling_integrations=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            auto_session_tracking=False,
            spotlight=False,
            send_client_reports=False,
            release="slowfuse",  # Else it asks git, at every start.
            before_send=only_what_is_kept,
        )

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("sentry_sdk", "urllib3")):
            return  # What the SDK itself complains of.
        try:
            if report := reports.of(record):
                self._capture(event(report, record.levelname.lower()))
        except Exception:  # noqa: BLE001 -- whoever logs an error must not meet another
            self.handleError(record)


def event(report: Report, level: str) -> dict[str, Any]:
    """As Sentry wants it."""
    tags = {"service": report.service, "request_id": report.request_id, "task": report.task}
    return {
        "level": "fatal" if level == "critical" else level,
        "logger": report.logger,
        "transaction": report.view or report.task,
        "tags": {name: value for name, value in tags.items() if value},
        **({"exception": {"values": [_value(each) for each in reversed(report.raised)]}} if report.raised else {}),
        **({"message": report.title} if not report.raised else {}),
    }


def only_what_is_kept(event: Any, _hint: Any) -> Any:
    """A second lock: whatever else the SDK may put into an event, today or in a release to come."""
    kept = {name: value for name, value in event.items() if name in KEPT}
    for each in kept.get("exception", {}).get("values", []):
        each.pop("value", None)
        for frame in each.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    return kept


def _value(raised: Raised) -> dict[str, Any]:
    frames = [
        {
            "filename": at.file,
            "lineno": at.line,
            "function": at.function,
            "context_line": at.code,
            "in_app": at.file.startswith("apps/"),
        }
        for at in raised.frames
    ]
    return {"type": raised.name, **({"stacktrace": {"frames": frames}} if frames else {})}
