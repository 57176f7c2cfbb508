"""Feats: what was remarkable in a match, for lists of records and the hall of fame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from apps.kernel.table import Seat, Setup


class Feat(NamedTuple):
    """Something that happened, and how much of it: only facts that everybody was told are feats."""

    kind: str
    """One of those the game has a title for."""
    number: int
    seat: Seat | None = None
    """Who did it, if it was somebody."""


class Feats(NamedTuple):
    """What a game counts as remarkable."""

    titles: Mapping[str, str]
    """Kind → what the number counts, in English, the most remarkable first. Kinds are stored: never renamed."""
    of: Callable[[Setup[Any], Any], Iterable[Feat]]
    """What is remarkable in one fact."""


def greatest(feats: Iterable[tuple[int, Feat]]) -> dict[str, tuple[int, Feat]]:
    """Of each kind the greatest of these (fact, feat), the first of equals."""
    best: dict[str, tuple[int, Feat]] = {}
    for n, feat in feats:
        if feat.number > 0 and (feat.kind not in best or feat.number > best[feat.kind][1].number):
            best[feat.kind] = (n, feat)
    return best
