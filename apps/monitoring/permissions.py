"""Access to the metrics without being staff, through the configured token."""

from __future__ import annotations

from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest


def brings_token(request: HttpRequest) -> bool:
    """Check for `Authorization: Bearer …`, as scrapers send it. Without a configured token, it always fails."""
    token: str = settings.SLOWFUSE_METRICS_TOKEN
    said = request.headers.get("Authorization", "")
    return bool(token) and compare_digest(said.encode(), f"Bearer {token}".encode())
