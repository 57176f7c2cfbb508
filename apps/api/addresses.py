"""Absolute URLs, with the site's name, for programs and other sites."""

from __future__ import annotations

from django.conf import settings


def build_absolute_url(path: str) -> str:
    """Return the full URL of a page of this site."""
    return f"{settings.SLOWFUSE_SITE}{path}"
