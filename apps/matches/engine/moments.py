"""Key moments of a match: moves with a fact its game calls a moment, and changes of the lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from apps.kernel.events import Event

M = TypeVar("M")


class Moment(NamedTuple):
    """A move worth jumping to."""

    move: int
    fact: str
    """The tag of its most telling fact; empty if only the lead changed."""
    leader: int | None
    """The seat that took the lead from another by it."""


def list_telling_moves(moves: Iterable[Iterable[object]], kinds: Collection[type[Event]]) -> Iterator[tuple[int, str]]:
    """Yield the number of each move with an event of these kinds, and the tag of its most telling one.

    :param kinds: the most telling first
    """
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    for n, events in enumerate(moves):
        found = {kind for kind in map(type, events) if kind in ranks}
        if found:
            yield n, get_event_tag(min(found, key=ranks.__getitem__))


def merge_moments(facts: Iterable[tuple[int, str]], taken: Mapping[int, int]) -> tuple[Moment, ...]:
    """Merge facts and lead changes into one moment per move, in order.

    :param taken: the seat that took the lead, by move
    """
    told = dict(facts)
    return tuple(Moment(move, told.get(move, ""), taken.get(move)) for move in sorted(told.keys() | taken.keys()))


def select_neighbouring_moves(moves: Sequence[M], at: int, worth: Collection[int]) -> tuple[M | None, M | None]:
    """Return the nearest moves before and after this one among those in `worth`."""
    before = max((n for n in worth if n < at), default=None)
    after = min((n for n in worth if n > at), default=None)
    return (None if before is None else moves[before]), (None if after is None else moves[after])


def get_event_tag(kind: type[Event]) -> str:
    """Return the tag of an event type in the log."""
    return str(kind.__struct_config__.tag)
