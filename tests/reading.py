"""How tests read pages and mails."""

from __future__ import annotations

import re


def words(text: str) -> set[str]:
    """All words of a text. Who looks for a short name among its letters finds it in a code or a token now and then."""
    return set(re.findall(r"\w+", text))
