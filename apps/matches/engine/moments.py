"""Which moves of a match are worth jumping to: those with a fact its game calls a moment, and changes of the lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

M = TypeVar("M")


class Moment(NamedTuple):
    """A move worth looking at."""

    move: int
    fact: str
    """The tag of the fact that makes it a moment, the most telling of them; empty if it is the lead alone."""
    leader: int | None
    """Who took the lead from somebody else by it."""


def telling(moves: Iterable[Iterable[Any]], kinds: Collection[type[Any]]) -> Iterator[tuple[int, str]]:
    """Of each move with an event of these kinds, the most telling first, its number and the tag of that event."""
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    for n, events in enumerate(moves):
        found = {kind for kind in map(type, events) if kind in ranks}
        if found:
            yield n, tag(min(found, key=ranks.__getitem__))


def merged(facts: Iterable[tuple[int, str]], taken: Mapping[int, int]) -> tuple[Moment, ...]:
    """One moment a move, in their order; `taken`: by which moves who took the lead."""
    told = dict(facts)
    return tuple(Moment(move, told.get(move, ""), taken.get(move)) for move in sorted(told.keys() | taken.keys()))


def around(moves: Sequence[M], at: int, worth: Collection[int]) -> tuple[M | None, M | None]:
    """The nearest moves before and after this one that are among those `worth` it."""
    before = max((n for n in worth if n < at), default=None)
    after = min((n for n in worth if n > at), default=None)
    return (None if before is None else moves[before]), (None if after is None else moves[after])


def tag(kind: type[Any]) -> str:
    """What a kind of event is called in a log."""
    return str(kind.__struct_config__.tag)
