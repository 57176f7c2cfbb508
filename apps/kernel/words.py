"""Marking of texts for translation. The kernel and the games don't know the reader's language."""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return the text unchanged. `make messages` finds every call of this name, and pages translate the text."""
    return text
