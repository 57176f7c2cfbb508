"""System checks for settings that have to agree."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.http.request import split_domain_port, validate_host


def check_site_is_allowed(**_: object) -> list[checks.CheckMessage]:
    """Warn if links in e-mails lead to a host that the site refuses."""
    host, _port = split_domain_port(urlsplit(settings.SLOWFUSE_SITE).netloc)
    if validate_host(host, settings.ALLOWED_HOSTS):
        return []
    return [
        checks.Warning(
            f"SLOWFUSE_ALLOWED_HOSTS doesn't contain {host!r}, the host of SLOWFUSE_SITE.",
            hint="Add it, or set SLOWFUSE_SITE to an address that's allowed. All links in e-mails begin with it.",
            id="slowfuse.W001",
        )
    ]
