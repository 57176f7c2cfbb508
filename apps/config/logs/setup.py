"""The logging configuration of every process, for the format that SLOWFUSE_LOG names."""

from __future__ import annotations

import logging
import logging.config
import sys
import threading
from typing import Any


def config(form: str, level: str, *, celery: str = "WARNING", more: dict[str, dict[str, Any]] | None = None) -> Any:
    """What `dictConfig` wants to know; `more` are handlers of errors beside the one that writes lines."""
    taken = ("uvicorn", "uvicorn.error", "gunicorn.error")
    servers = {name: {"handlers": [], "propagate": True} for name in taken}
    # It has a line for every request as soon as one of its ancestors has a handler, whatever uvicorn was told.
    servers["uvicorn.access"] = {"handlers": [], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": f"apps.config.logs.formatters.{form.capitalize()}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}, **(more or {})},
        "root": {"handlers": ["stderr", *(more or {})], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": "INFO"},
            "django.server": {"handlers": [], "level": "WARNING"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # Scanners ask for any: a traceback each.
            "celery": {"level": celery},
            **(servers if form == "json" else {}),
        },
    }


def of_errors(*, mail_to: list[str], dsn: str) -> dict[str, dict[str, Any]]:
    """The handlers that tell somebody of errors."""
    mail = {"()": "apps.config.logs.error_mail.Handler", "level": "ERROR", "to": mail_to}
    sentry = {"()": "apps.config.logs.sentry.Handler", "level": "ERROR", "dsn": dsn}
    return {**({"mail": mail} if mail_to else {}), **({"sentry": sentry} if dsn else {})}


def configure(wanted: dict[str, Any]) -> None:
    """Django's door (`LOGGING_CONFIG`). As JSON, what Python itself would print becomes a line, too."""
    logging.config.dictConfig(wanted)
    if not wanted["formatters"]["line"]["()"].endswith(".Json"):
        return
    logging.captureWarnings(True)
    logger = logging.getLogger("python")

    def uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            logger.critical("Uncaught exception", exc_info=(kind, error, trace))

    def uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = uncaught
    threading.excepthook = uncaught_in_thread
