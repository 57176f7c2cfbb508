"""The ten bomb cards and what they're built from (K3, K6, K-A26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.cards import BOMBS as BOMB_CARDS
from apps.games.kobolds.cards import MECHANISMS, CardId
from apps.kernel.words import gettext_noop as _


class Bomb(Struct, frozen=True, kw_only=True):
    """A kind of bomb and its special rules."""

    title: str
    text: str
    mechanisms: int
    brief: str = ""
    """What it does to others, in a few words, or empty."""
    hazard: int = 1
    """Gold for a holder who survives it (K51)."""
    flaps: int = 1
    """Number of times that the holder can tinker with it in a turn (K30)."""
    blocks: bool = True
    """True if no one draws while it is armed (K34)."""
    recoil: bool = False
    """True if the player to the holder's right is directly affected as well (K47)."""


_BOMB_KINDS: Final = (
    Bomb(title=_("Human Bomb"), text=_("Does what every bomb does, and nothing else."), mechanisms=3),
    Bomb(
        title=_("Dwarf Bomb"),
        text=_("Solid work: a holder who survives gets 2 gold in hazard pay instead of 1."),
        mechanisms=4,
        hazard=2,
    ),
    Bomb(
        title=_("Elf Bomb"),
        text=_("Elegant recoil: always hits the player on the holder’s right as well, with or without a gadget."),
        brief=_("also hits the right"),
        mechanisms=3,
        recoil=True,
    ),
    Bomb(
        title=_("Gnome Bomb"),
        text=_("Many little flaps: the holder can tinker twice per turn, one swap after the other."),
        mechanisms=5,
        flaps=2,
    ),
    Bomb(
        title=_("Fairy Bomb"),
        text=_("Fairy dust: arming this bomb doesn’t block the draw pile, so the holder still draws."),
        mechanisms=2,
        blocks=False,
    ),
)
BOMBS: Final[Mapping[CardId, Bomb]] = dict(
    zip(BOMB_CARDS, (bomb for bomb in _BOMB_KINDS for _copy in range(2)), strict=True)
)
"""All bomb cards, two of each kind."""

_MECHANISM_TITLES: Final = (
    _("Safety Pin"),
    _("Spring Lock"),
    _("Copper Coil"),
    _("Cogwheel"),
    _("Valve"),
    _("Wax Seal"),
    _("Hourglass Stop"),
    _("Cork"),
    _("Tangle of Wires"),
    _("Little Lever"),
)
TITLE_BY_MECHANISM: Final[Mapping[CardId, str]] = dict(zip(MECHANISMS, _MECHANISM_TITLES, strict=True))
"""Names of the mechanisms, which all do the same."""
