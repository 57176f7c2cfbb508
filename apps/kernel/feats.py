"""Feats: what was remarkable in a match, for lists of records and the hall of fame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from apps.kernel.events import Event
from apps.kernel.table import AnySetup, Seat

E = TypeVar("E", bound=Event)


class Feat(NamedTuple):
    """Something remarkable that happened, and its size. Only public facts are feats."""

    kind: str
    """One of the kinds that the game has a title for."""
    number: int
    seat: Seat | None = None
    """The seat that did it, or None if no seat did."""


class Feats(NamedTuple, Generic[E]):
    """A game's definition of what's remarkable."""

    titles: Mapping[str, str]
    """Kind → what the number counts, in English, the most remarkable first. Kinds are stored, so they are never
    renamed.
    """
    of: Callable[[AnySetup, E], Iterable[Feat]]
    """Return what is remarkable in one fact."""


def select_greatest_feats(feats: Iterable[tuple[int, Feat]]) -> dict[str, tuple[int, Feat]]:
    """Return the greatest of these (fact, feat) by kind. On a tie, the first counts."""
    best: dict[str, tuple[int, Feat]] = {}
    for n, feat in feats:
        if feat.number > 0 and (feat.kind not in best or feat.number > best[feat.kind][1].number):
            best[feat.kind] = (n, feat)
    return best
