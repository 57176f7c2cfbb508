"""What Django is told of mail, from one address: mailers since 6.1, which takes no single settings beside them."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from django import VERSION
from environ import Env

PATIENCE: Final = 10
"""Seconds for each line of a mail server: a page waits for it."""


def settings_of(url: str, *, patience: float = PATIENCE) -> dict[str, Any]:
    """The settings by name for an address like `smtp+tls://name:secret@mail.example.org:587`."""
    found = Env.email_url_config(url)
    scheme = urlsplit(url).scheme
    if scheme == "filemail":
        found["EMAIL_BACKEND"] = "apps.notices.channels.file_backend.Backend"
    elif scheme.startswith("smtp"):
        found["EMAIL_BACKEND"] = "apps.notices.net.smtp_backend.Backend"
    if VERSION < (6, 1):
        return {**found, "EMAIL_TIMEOUT": patience}
    return {"MAILERS": {"default": {"BACKEND": found["EMAIL_BACKEND"], "OPTIONS": _options(scheme, found, patience)}}}


def _options(scheme: str, found: dict[str, Any], patience: float) -> dict[str, Any]:
    """What a mailer is made with; one without a server refuses all of it."""
    if not scheme.startswith("smtp"):
        return {}
    return {
        "host": found["EMAIL_HOST"],
        "port": found["EMAIL_PORT"],
        "username": found["EMAIL_HOST_USER"],
        "password": found["EMAIL_HOST_PASSWORD"],
        "use_tls": found.get("EMAIL_USE_TLS", False),
        "use_ssl": found.get("EMAIL_USE_SSL", False),
        "timeout": patience,
    }
