"""Who may be shown figures of the house without being staff: whoever brings the token that the house was given."""

from __future__ import annotations

from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest


def brings_token(request: HttpRequest) -> bool:
    """As a scraper does: `Authorization: Bearer …`. Where no token is set, nobody does."""
    token: str = settings.SLOWFUSE_METRICS_TOKEN
    said = request.headers.get("Authorization", "")
    return bool(token) and compare_digest(said.encode(), f"Bearer {token}".encode())
