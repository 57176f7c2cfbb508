"""The printed cards of *Fuse*."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.cards import FACES, Card, Kind
from apps.kernel.printed import PrintedFace
from apps.kernel.words import gettext_noop as _

_DEFUSES: Final = _(
    "Puts out the fuse: no one gets its points. The card stays beside the matchstick and adds %(points)s points for the"
    " next bomb. Costs nothing if you still hold it at the end."
)
_TEXTS: Final[dict[Kind, tuple[str, str]]] = {
    "fuse": (
        _("Fuse card, %(points)s points"),
        _("Adds %(points)s points for the next bomb. If you still hold it at the end, it costs you %(points)s."),
    ),
    "scissors": (_("Scissors"), _DEFUSES),
    "bucket": (_("Water bucket"), _DEFUSES),
    "boot": (_("Boot"), _DEFUSES),
    "extinguisher": (_("Extinguisher"), _DEFUSES),
    "matchman": (
        _("Matchman"),
        _("Relights a fuse that another player has just cut. Costs nothing if you still hold it at the end."),
    ),
    "timebomb": (_("time bomb"), ""),
}


def _build_face(card: Card) -> PrintedFace:
    title, text = _TEXTS[card.kind]
    same = tuple(number for number, other in FACES.items() if other == card)
    return PrintedFace(cards=same, kind=card.kind, title=title, text=text, points=card.points)


PRINTED: Final = tuple(_build_face(card) for card in dict.fromkeys(FACES.values()))
