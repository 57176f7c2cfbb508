"""The door through which other parts of the house tell somebody something."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime


def post(*, player: int, kind: str, key: str, words: Mapping[str, str], url: str, now: datetime) -> None:
    """Tell a player something once: the same kind and key again is the same notice. Part of the caller's transaction.

    `player`: their id. `kind`: what sort of news, e.g. `invitation`. `words`: what the sentence of that kind needs,
    safe for its reader. `url`: where it leads, a path of this site.
    """
