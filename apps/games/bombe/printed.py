"""The printed cards of *Die Bombe*."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.cards import FACES, Card, Kind
from apps.kernel.printed import PrintedFace
from apps.kernel.words import gettext_noop as _

_TITLES: Final[dict[Kind, str]] = {"red": _("red %(points)s"), "green": _("green %(points)s"), "bomb": _("bomb")}


def _build_face(card: Card) -> PrintedFace:
    same = tuple(number for number, other in FACES.items() if other == card)
    return PrintedFace(cards=same, kind=card.kind, title=_TITLES[card.kind], points=card.points)


PRINTED: Final = tuple(_build_face(card) for card in dict.fromkeys(FACES.values()))
