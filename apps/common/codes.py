"""Codes for URLs, and secret tokens, drawn so that they can't be guessed."""

from __future__ import annotations

import secrets
from typing import Final

from django.utils.crypto import get_random_string

CODE_CHARACTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that can't be confused when they're read aloud."""


def new_code(length: int) -> str:
    """Return a code that people can read to one another."""
    return get_random_string(length, CODE_CHARACTERS)


def new_token() -> str:
    """Return a secret that can't be guessed, for its holder alone."""
    return secrets.token_urlsafe(24)
