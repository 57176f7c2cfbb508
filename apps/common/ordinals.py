"""Ordinal numbers in the active language, e.g. 1st, 1. or 1er.

Django's `humanize` returns HTML in French, and 21er.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import get_language

ENGLISH_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}
TEENS: Final = (11, 12, 13)
"""11th, not 11st."""


def format_ordinal(number: int) -> str:
    """Return a number of 1 or more as an ordinal."""
    match (get_language() or "en").partition("-")[0]:
        case "de":
            return f"{number}."
        case "fr":
            return "1er" if number == 1 else f"{number}e"
    return f"{number}{'th' if number % 100 in TEENS else ENGLISH_SUFFIXES.get(number % 10, 'th')}"
