"""The contents of the box, for the rules page and for adding standing orders."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import APPARATUSES, MECHANISMS, RESURRECTIONS
from apps.games.kobolds.faces import Face, build_face
from apps.games.kobolds.hand import Secret, build_secret_mission
from apps.games.kobolds.tricks import TRICKS, Trick


class Kind(Struct, frozen=True):
    """A card and its number of copies."""

    face: Face
    copies: int
    missions: tuple[Secret, ...] = ()
    """Missions on some of the copies."""
    mechanisms: int = 0
    """Number of mechanisms that a bomb is built with, 0 for other cards."""


class Box(Struct, frozen=True):
    """All cards, each listed once."""

    bombs: tuple[Kind, ...]
    apparatuses: tuple[Face, ...]
    mechanisms: tuple[Face, ...]
    tricks: tuple[Kind, ...]
    """All tricks except the interrupts."""
    interrupts: tuple[Kind, ...]
    simple: tuple[Face, ...]
    """Tricks that don't choose cards. Standing orders can only play these, because their owner hasn't seen the bomb."""
    quirks: tuple[Face, ...]


def _build_trick_kind(printed: Trick) -> Kind:
    cards = tuple(printed.copies)
    return Kind(
        build_face(cards[0]),
        len(cards),
        tuple(each for card in cards if (each := build_secret_mission(card)) is not None),
    )


_TRICK_KINDS: Final = tuple((printed, _build_trick_kind(printed)) for printed in TRICKS.values())

BOX: Final = Box(
    bombs=tuple(
        Kind(each, sum(other == bomb for other in BOMBS.values()), mechanisms=bomb.mechanisms)
        for each, bomb in {build_face(card).sign: (build_face(card), bomb) for card, bomb in BOMBS.items()}.values()
    ),
    apparatuses=tuple(map(build_face, APPARATUSES)),
    mechanisms=tuple(map(build_face, MECHANISMS)),
    tricks=tuple(kind for printed, kind in _TRICK_KINDS if printed.kind != "interrupt"),
    interrupts=tuple(kind for printed, kind in _TRICK_KINDS if printed.kind == "interrupt"),
    simple=tuple(kind.face for printed, kind in _TRICK_KINDS if printed.kind != "interrupt" and printed.swaps is None),
    quirks=tuple(map(build_face, RESURRECTIONS)),
)
