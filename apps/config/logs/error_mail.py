"""Mails about errors to SLOWFUSE_ADMINS, one an hour for each kind of error, sent from a background thread."""

from __future__ import annotations

import hashlib
import logging
import socket
from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Thread, current_thread
from time import monotonic
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.core.mail import send_mail

from apps.config.logs import reports

logger = logging.getLogger(__name__)

SAME_ERROR_PAUSE_SECONDS: Final = 60 * 60
"""Seconds between two mails about the same kind of error."""
MAX_ERROR_KINDS: Final = 10
"""Maximum kinds of error that one process mails in that time, because an outage doesn't need a hundred mails."""
_THREAD_NAME: Final = "error-mail"


class Handler(logging.Handler):
    """A log handler that mails errors. Django's own sends forms, cookies and variables while the page waits."""

    def __init__(self, to: Sequence[str]) -> None:
        super().__init__()
        self.to = to
        self._told: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == __name__ or current_thread().name == _THREAD_NAME:
            return  # A mail that can't be sent is no reason to send another.
        try:
            title = reports.build_title(record)
            if reports.is_reportable(record) and self._due(title):
                mail = (title, format_mail(title, record), self.to)
                Thread(target=send_report, args=mail, name=_THREAD_NAME, daemon=True).start()
        except Exception:  # noqa: BLE001 -- whoever logs an error must not meet another
            self.handleError(record)

    def _due(self, kind: str) -> bool:
        """Check whether a mail about this kind is due.

        `handle` holds the handler's lock, so one thread at a time gets here.
        """
        now = monotonic()
        self._told = {each: at for each, at in self._told.items() if now - at < SAME_ERROR_PAUSE_SECONDS}
        if kind in self._told or len(self._told) >= MAX_ERROR_KINDS:
            return False
        self._told[kind] = now
        return True


def send_report(title: str, text: str, to: Sequence[str]) -> None:
    """Send the mail, unless another process has sent one about this kind of error."""
    try:
        key = f"error-mail:{hashlib.sha256(title.encode()).hexdigest()[:32]}"
        if caches["shared"].add(key, 1, SAME_ERROR_PAUSE_SECONDS) is not False:  # None while the cache is away.
            site = settings.SLOWFUSE_SITE.partition("://")[2]
            send_mail(f"[{site}] {title}"[:200].replace("\n", " "), text, None, list(to))
    except Exception as error:  # noqa: BLE001 -- whatever a mail server does
        logger.warning("Could not send the e-mail about an error: %s", type(error).__name__)


def format_mail(title: str, record: logging.LogRecord) -> str:
    """Return the text of the mail."""
    origins = reports.list_origins(record)
    facts = {
        "Time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%d %H:%M:%S} UTC",
        "Service": f"{origins['service']} on {socket.gethostname()}, process {record.process}",
        "Request": origins.get("request_id"),
        "View": origins.get("view"),
        "Task": origins.get("task"),
        "Logger": record.name,
        "Message": reports.get_own_message(record),
    }
    search = f" | grep {origins['request_id']}" if "request_id" in origins else ""
    lines = [
        title,
        "",
        *(f"{name}: {value}" for name, value in facts.items() if value),
        "",
        reports.format_traceback(reports.get_error(record)),
        "This e-mail contains no values. The full error message is in the log:",
        "",
        f"    journalctl -u slowfuse-{origins['service']} --since today{search}",
        "",
        "You will not get another e-mail about this kind of error within an hour.",
    ]
    return "\n".join(lines) + "\n"
