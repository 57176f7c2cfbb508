"""Codes of addresses, and tokens that are secrets: drawn so that nobody guesses them."""

from __future__ import annotations

import secrets
from typing import Final

from django.utils.crypto import get_random_string

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Those that nobody confuses when reading them aloud."""


def new_code(length: int) -> str:
    """Letters that people read to one another."""
    return get_random_string(length, LETTERS)


def new_token() -> str:
    """What nobody guesses, for those who hold it alone."""
    return secrets.token_urlsafe(24)
