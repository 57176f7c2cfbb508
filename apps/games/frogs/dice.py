"""The dice on the table: which were rolled together, and which colours none of them shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from apps.games.frogs.cards import COLOURS, DICE, SHOWS, Colour, Face


class Group(Struct, frozen=True):
    """Dice that are rolled together."""

    throw: int
    """Number of the roll, 1 to 3, or 0 for dice in hand if the observer doesn't know the plan."""
    faces: tuple[Face | None, ...]
    """The faces. None for dice in hand."""
    pairs: tuple[Face, ...] = ()
    """The two-coloured sides of dice in hand. Everyone knows the order in which dice are rolled."""


def group_dice(
    faces: Sequence[Face | None], fell: Sequence[int], plan: tuple[int, int, int] | None
) -> tuple[Group, ...]:
    """Group the dice by roll. Dice in hand are grouped by plan, as far as the observer knows it."""
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


def list_missing_colours(faces: Iterable[Face | None]) -> tuple[Colour, ...]:
    """Return the colours that no die shows: lasered if all dice are rolled, otherwise just absent so far."""
    shown = frozenset().union(*(SHOWS[face] for face in faces if face is not None))
    return tuple(colour for colour in COLOURS if colour not in shown)
