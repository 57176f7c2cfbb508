"""Addresses as others need them: with the name of the house."""

from __future__ import annotations

from django.conf import settings


def absolute(path: str) -> str:
    """Where a page of the house is for whoever is not in it."""
    return f"{settings.SLOWFUSE_SITE}{path}"
