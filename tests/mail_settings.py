"""Mail goes where a test says, whatever the installed Django calls it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apps.config import mail


def mail_by(settings: Any, url: str, *, patience: float = mail.PATIENCE) -> None:
    """As if `SLOWFUSE_MAIL_URL` were this; `settings` is pytest-django's."""
    settings.MAIL_URL = url
    for name, value in mail.settings_of(url, patience=patience).items():
        setattr(settings, name, value)


def mail_into(settings: Any, folder: Path) -> None:
    """Mails of an embedded house, to be read from this folder."""
    mail_by(settings, f"filemail://{folder}")
