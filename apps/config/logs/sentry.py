"""Errors for a Sentry server, if SLOWFUSE_SENTRY_DSN is set.

They say where something happened, never with which values.

None of the SDK's integrations is used. They hook into every request and collect what must not leave the server. The
SDK's own thread sends what is logged as an error, so an unreachable server costs a full queue, never a page.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from apps.config.logs import reports
from apps.config.logs.reports import Raised, Report

KEPT_EVENT_FIELDS: Final = frozenset(
    ("event_id", "timestamp", "platform", "level", "logger", "message", "exception", "transaction", "tags", "sdk")
)
"""The fields of an event that are sent, none of which holds a form, cookie, person or variable.

The SDK collects no personal data by default.
"""


class Handler(logging.Handler):
    """A log handler that sends errors to Sentry. Each process makes one when it configures logging."""

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
            release="slowfuse",  # Otherwise the SDK runs git at every start.
            before_send=only_what_is_kept,
        )

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("sentry_sdk", "urllib3")):
            return  # Complaints of the SDK itself.
        try:
            if report := reports.build_report(record):
                self._capture(build_sentry_event(report, record.levelname.lower()))
        except Exception:  # noqa: BLE001 -- whoever logs an error must not meet another
            self.handleError(record)


def build_sentry_event(report: Report, level: str) -> dict[str, Any]:
    """Return the report as a Sentry event."""
    tags = {"service": report.service, "request_id": report.request_id, "task": report.task}
    return {
        "level": "fatal" if level == "critical" else level,
        "logger": report.logger,
        "transaction": report.view or report.task,
        "tags": {name: value for name, value in tags.items() if value},
        **(
            {"exception": {"values": [_build_exception_value(each) for each in reversed(report.raised)]}}
            if report.raised
            else {}
        ),
        **({"message": report.title} if not report.raised else {}),
    }


def only_what_is_kept(event: Any, _hint: Any) -> Any:
    """Remove everything else from an event, as a second safeguard against this SDK and later releases."""
    kept = {name: value for name, value in event.items() if name in KEPT_EVENT_FIELDS}
    for each in kept.get("exception", {}).get("values", []):
        each.pop("value", None)
        for frame in each.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    return kept


def _build_exception_value(raised: Raised) -> dict[str, Any]:
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
