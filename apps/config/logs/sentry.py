"""Errors for a Sentry server, if SLOWFUSE_SENTRY_DSN is set.

They say where something happened, never with which values.

Of the SDK only its log handler is used. Its integrations hook into every request and collect what must not leave the
server. The SDK's own thread sends the events, so an unreachable server costs a full queue, never a page.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from apps.config.logs import reports

KEPT_EVENT_FIELDS: Final = frozenset(
    ("event_id", "timestamp", "platform", "level", "logger", "message", "exception", "transaction", "tags", "sdk")
)
"""The fields of an event that are sent, none of which holds a form, cookie, person or variable."""


def build_handler(dsn: str) -> logging.Handler:
    """Return the SDK's log handler. Each process makes one when it configures logging."""
    import sentry_sdk  # noqa: PLC0415 -- installed only where it is wanted
    from sentry_sdk.integrations.logging import EventHandler  # noqa: PLC0415

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
        before_send=keep_places,
    )
    return EventHandler()


def keep_places(event: Any, hint: Any) -> Any:
    """Remove everything from an event but where it happened, or return None if it isn't worth sending."""
    record = hint.get("log_record")
    if record is None or not reports.is_reportable(record):
        return None
    kept = {name: value for name, value in event.items() if name in KEPT_EVENT_FIELDS}
    for raised in kept.get("exception", {}).get("values", []):
        raised.pop("value", None)
        for frame in raised.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    origins = reports.list_origins(record)
    kept["transaction"] = origins.pop("view", "") or origins.get("task", "")
    kept["tags"] = origins
    if "exception" not in kept:
        kept["message"] = reports.build_title(record)
    return kept
