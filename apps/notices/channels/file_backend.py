"""Mail of an embedded installation, as files named by Message-ID, so that a mail sent twice is stored once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage as Mail
from django.core.mail.backends.base import BaseEmailBackend

_FILE_NAME_PATTERN = re.compile(r"[\w.@-]{1,120}\.eml")


@dataclass(frozen=True)
class Letter:
    """A mail in the folder."""

    name: str
    to: str
    subject: str
    text: str
    sent_at: datetime | None


class Backend(BaseEmailBackend):
    """Django's mail backend for files."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        for mail in email_messages:
            write_mail_file(mail.message())
        return len(email_messages)


def write_mail_file(message: EmailMessage) -> None:
    """Write one mail atomically."""
    folder = _get_mail_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.@-]", "", str(message["Message-ID"]))[:120] + ".eml"
    half = folder / f".{name}.half"
    half.write_bytes(message.as_bytes())
    half.replace(folder / name)


def load_stored_mails(*, most: int = 100) -> list[Letter]:
    """Return the mails, the latest first."""
    return [
        _parse_mail_file(path) for path in sorted(_list_mail_files(), key=lambda path: -path.stat().st_mtime_ns)[:most]
    ]


def load_stored_mail(name: str) -> Letter | None:
    """Return one mail, or None if there is none of this name."""
    path = _get_mail_folder() / name
    return _parse_mail_file(path) if _FILE_NAME_PATTERN.fullmatch(name) and path.is_file() else None


def _get_mail_folder() -> Path:
    return Path(urlsplit(settings.MAIL_URL).path)


def _list_mail_files() -> Iterable[Path]:
    return _get_mail_folder().glob("[!.]*.eml") if _get_mail_folder().is_dir() else ()


def _parse_mail_file(path: Path) -> Letter:
    message: EmailMessage = message_from_bytes(path.read_bytes(), policy=policy.default)
    body = message.get_body(preferencelist=("plain",))
    at = parsedate_to_datetime(str(message["Date"])) if message["Date"] else None
    return Letter(path.name, str(message["To"]), str(message["Subject"]), body.get_content() if body else "", at)
