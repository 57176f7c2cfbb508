"""The dice as they lie: which fell together, and which colours none of them shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, Colour, Face


class Group(Struct, frozen=True):
    """Dice that fall together."""

    throw: int
    """1 to 3; 0 for dice in the hand of somebody whose plan the observer does not know."""
    faces: tuple[Face | None, ...]
    """None while they are in the hand."""
    pairs: tuple[Face, ...] = ()
    """Of dice in the hand the side with two colours: that they fall in this order everybody knows."""


def grouped(faces: Sequence[Face | None], fell: Sequence[int], plan: tuple[int, int, int] | None) -> tuple[Group, ...]:
    """The dice by throw; what is in the hand by plan, as far as the observer knows it."""
    left = faces.count(None)
    groups = [
        Group(throw, tuple(face for face, when in zip(faces, fell, strict=True) if when == throw))
        for throw in sorted({*fell} - {0})
    ]
    in_hand = [*enumerate(plan, 1)][len(groups) :] if plan is not None else [(0, left)] if left else []
    first = len(DICE) - left
    for throw, dice in in_hand:
        groups.append(Group(throw, (None,) * dice, tuple(die[-1] for die in DICE[first : first + dice])))
        first += dice
    return tuple(groups)


def missing(faces: Iterable[Face | None]) -> tuple[Colour, ...]:
    """Colours no die shows: lasered if all dice lie, else only absent so far."""
    shown = frozenset().union(*(SHOWS[face] for face in faces if face is not None))
    return tuple(colour for colour in COLOURS if colour not in shown)
