"""Mails about errors to SLOWFUSE_ADMINS, one an hour for each kind of error, sent from a background thread."""

from __future__ import annotations

import hashlib
import logging
import socket
from collections.abc import Sequence
from threading import Thread, current_thread
from time import monotonic
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.core.mail import send_mail

from apps.config.logs import reports
from apps.config.logs.reports import Raised, Report

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
            report = reports.build_report(record)
            if report and self._due(report.title):
                Thread(target=_send_report, args=(report, self.to), name=_THREAD_NAME, daemon=True).start()
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


def _send_report(report: Report, to: Sequence[str]) -> None:
    try:
        name = hashlib.sha256(report.title.encode()).hexdigest()[:32]
        known = caches["shared"].add(f"error-mail:{name}", 1, SAME_ERROR_PAUSE_SECONDS) is False
        if not known:  # Another process hasn't reported it, or no one knows because the cache is away.
            site = settings.SLOWFUSE_SITE.partition("://")[2]
            send_mail(f"[{site}] {report.title}"[:200].replace("\n", " "), format_report(report), None, list(to))
    except Exception as error:  # noqa: BLE001 -- whatever a mail server does
        logger.warning("Could not send the e-mail about an error: %s", type(error).__name__)


def format_report(report: Report) -> str:
    """Return the text of the mail."""
    facts = {
        "Time": f"{report.at:%Y-%m-%d %H:%M:%S} UTC",
        "Service": f"{report.service} on {socket.gethostname()}, process {report.process}",
        "Request": report.request_id,
        "View": report.view,
        "Task": report.task,
        "Logger": report.logger,
        "Message": report.said,
    }
    lines = [report.title, "", *(f"{name}: {value}" for name, value in facts.items() if value)]
    for n, raised in enumerate(report.raised):
        lines += ["", f"{'Caused by ' if n else ''}{raised.name}:", *_format_frames(raised)]
    search = f" | grep {report.request_id}" if report.request_id else ""
    lines += [
        "",
        "This e-mail contains no values. The full error message is in the log:",
        "",
        f"    journalctl -u slowfuse-{report.service} --since today{search}",
        "",
        "You will not get another e-mail about this kind of error within an hour.",
    ]
    return "\n".join(lines) + "\n"


def _format_frames(raised: Raised) -> list[str]:
    return [f"  {at.file}, line {at.line}, in {at.function}\n    {at.code}" for at in raised.frames]
