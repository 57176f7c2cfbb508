"""Directs e-mails in tests, under the setting names of the installed Django."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apps.config import mail


def mail_by(settings: Any, url: str, *, patience: float = mail.MAIL_TIMEOUT_SECONDS) -> None:
    """Act as if `SLOWFUSE_MAIL_URL` were this; `settings` is pytest-django's."""
    settings.MAIL_URL = url
    for name, value in mail.settings_of(url, patience=patience).items():
        setattr(settings, name, value)


def mail_into(settings: Any, folder: Path) -> None:
    """Write e-mails to this folder, as an embedded server does."""
    mail_by(settings, f"filemail://{folder}")
