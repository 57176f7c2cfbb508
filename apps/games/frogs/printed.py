"""The printed cards of *Lasered Frogs*, of which every player has one each."""

from __future__ import annotations

from typing import Final

from apps.games.frogs.cards import KINDS, Kind
from apps.kernel.printed import PrintedFace
from apps.kernel.words import gettext_noop as _

_COLOUR: Final = _(
    "The first card of a colour: 1 point for each die that shows it. Later cards of that colour score nothing."
)
_TEXTS: Final[dict[Kind, tuple[str, str]]] = {
    "blue": (_("blue frog"), _COLOUR),
    "pink": (_("pink frog"), _COLOUR),
    "yellow": (_("yellow frog"), _COLOUR),
    "blank": (
        _("blank frog"),
        _("The first blank card: 2 points for each blank die. Later blank cards score nothing."),
    ),
    "grey": (
        _("grey frog"),
        _("The first grey card: 1 point for each card thrown before it. Later grey cards score nothing."),
    ),
}

PRINTED: Final = tuple(
    PrintedFace(cards=(kind,), kind=kind, title=_TEXTS[kind][0], text=_TEXTS[kind][1], each=True) for kind in KINDS
)
