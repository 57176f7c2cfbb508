"""The dice as they lie: which fell together, and which colours none of them shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, THROWS, Colour, Face


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
    groups = [
        Group(throw, tuple(face for face, when in zip(faces, fell, strict=True) if when == throw))
        for throw in range(1, THROWS + 1)
    ]
    left = faces.count(None)
    if plan is None:
        lying = tuple(each for each in groups if each.faces)
        return (*lying, _in_hand(0, left, left)) if left else lying
    ahead = [0 if each.faces else dice for each, dice in zip(groups, plan, strict=True)]
    return tuple(
        each if each.faces else _in_hand(each.throw, plan[each.throw - 1], sum(ahead[each.throw - 1 :]))
        for each in groups
    )


def missing(faces: Iterable[Face | None]) -> tuple[Colour, ...]:
    """Colours no die shows: lasered if all dice lie, else only absent so far."""
    shown = frozenset().union(*(SHOWS[face] for face in faces if face is not None))
    return tuple(colour for colour in COLOURS if colour not in shown)


def _in_hand(throw: int, dice: int, left: int) -> Group:
    """The next dice of those that are left."""
    first = len(DICE) - left
    return Group(throw, (None,) * dice, tuple(die[-1] for die in DICE[first : first + dice]))
