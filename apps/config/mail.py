"""Django's mail settings from one URL. Django 6.1 uses mailers and accepts no single settings beside them."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django import VERSION
from environ import Env

MAIL_TIMEOUT_SECONDS: Final = 10
"""Seconds to wait for each line of a mail server, because a page waits for it."""


def settings_of(url: str, *, patience: float = MAIL_TIMEOUT_SECONDS) -> dict[str, object]:
    """Return the settings by name for a URL like `smtp+tls://name:secret@mail.example.org:587`."""
    found = Env.email_url_config(url)
    scheme = urlsplit(url).scheme
    if scheme == "filemail":
        found["EMAIL_BACKEND"] = "apps.notices.channels.file_backend.Backend"
    if VERSION < (6, 1):
        return {**found, "EMAIL_TIMEOUT": patience}
    return {
        "MAILERS": {
            "default": {"BACKEND": found["EMAIL_BACKEND"], "OPTIONS": _build_mailer_options(scheme, found, patience)}
        }
    }


def _build_mailer_options(scheme: str, found: dict[str, object], patience: float) -> dict[str, object]:
    """Return the options of a mailer. One without a server accepts none."""
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
