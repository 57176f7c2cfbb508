"""The logging configuration of every process, in the format that SLOWFUSE_LOG names."""

from __future__ import annotations

import logging
import logging.config
import sys
import threading
from types import TracebackType
from typing import Any


def build_logging_config(
    form: str, level: str, *, celery: str = "WARNING", more: dict[str, dict[str, object]] | None = None
) -> object:
    """Return the settings for `dictConfig`. `more` holds error handlers besides the one that writes lines."""
    taken = ("uvicorn", "uvicorn.error", "gunicorn.error")
    servers = {name: {"handlers": [], "propagate": True} for name in taken}
    # uvicorn logs every request here as soon as an ancestor has a handler, despite `access_log`.
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
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # Scanners try any host, with a traceback each.
            "celery": {"level": celery},
            **(servers if form == "json" else {}),
        },
    }


def build_error_handlers(*, mail_to: list[str], dsn: str) -> dict[str, dict[str, object]]:
    """Return the handlers that report errors to the operators."""
    mail: dict[str, object] = {"()": "apps.config.logs.error_mail.Handler", "level": "ERROR", "to": mail_to}
    sentry: dict[str, object] = {"()": "apps.config.logs.sentry.build_handler", "level": "ERROR", "dsn": dsn}
    return {**({"mail": mail} if mail_to else {}), **({"sentry": sentry} if dsn else {})}


def configure_logging(wanted: dict[str, Any]) -> None:
    """Configure logging as Django's `LOGGING_CONFIG`. With JSON, what Python itself would print also becomes a line."""
    logging.config.dictConfig(wanted)
    if not wanted["formatters"]["line"]["()"].endswith(".Json"):
        return
    logging.captureWarnings(True)
    logger = logging.getLogger("python")

    def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            logger.critical("Uncaught exception", exc_info=(kind, error, trace))

    def uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = uncaught
    threading.excepthook = uncaught_in_thread
