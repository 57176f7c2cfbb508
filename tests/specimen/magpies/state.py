"""The bag (M1), what an observer of Magpies knows, a seat's actions, and the events."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from apps.kernel.events import Private, Public, Secret
from apps.kernel.game import Answer
from apps.kernel.options import define_option
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close
from apps.kernel.words import gettext_noop as _

Trinket: TypeAlias = int
Colour: TypeAlias = Literal["gold", "silver", "glass"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)


class Face(Struct, frozen=True):
    """The face of a trinket."""

    colour: Colour
    points: int


FACES: Final = tuple(Face(COLOURS[trinket % 3], 1 + trinket // 3) for trinket in range(12))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    fixed_windows: Annotated[
        bool, define_option(_("Patient magpies"), _("Each call stays open for its full time."))
    ] = False


class Call(Answer, frozen=True, tag="call"):
    """Call a number, sealed (M3)."""

    number: int


class Shaken(Secret, frozen=True, tag="shaken"):
    """The bag, next trinket first (M1)."""

    bag: tuple[Trinket, ...]


class Tasted(Private, frozen=True, tag="tasted"):
    """A seat's favourite colour, which it learns (M2)."""

    seat: Seat
    colour: Colour


class Shown(Public, frozen=True, tag="shown"):
    """The next trinket, shown to everyone."""

    trinket: Trinket
    left: int


class Noted(Private, frozen=True, tag="noted"):
    """A number called by a seat, which can call another until the window closes."""

    seat: Seat
    number: int


class Opened(Public, frozen=True, tag="opened"):
    """All numbers by seat, and the seat that takes the trinket, if any number is unique (M4)."""

    numbers: tuple[int, ...]
    winner: Seat | None


class Compared(Public, frozen=True, tag="compared"):
    """The end, at which everyone shows their favourite colour (M5)."""

    tastes: tuple[Colour, ...]


class Always(Struct, frozen=True, tag="always", tag_field="order", forbid_unknown_fields=True):
    """A standing order to call this number every time."""

    number: Annotated[int, Meta(ge=1, le=5)]
    once: bool = False


Action = Call | Close
Event = Shaken | Tasted | Shown | Noted | Opened | Compared
Order = Always


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it."""

    setup: Setup[Options]
    tastes: tuple[Colour | None, ...]
    """The favourite colour of each seat, or None if it is hidden from the observer."""
    nests: tuple[tuple[Trinket, ...], ...]
    bag: tuple[Trinket, ...] = ()
    """The bag, next trinket first, which only the referee knows."""
    left: int = 0
    turn: int = 0
    glitters: Trinket | None = None
    """The trinket everyone calls for."""
    calls: tuple[Noted, ...] = ()
    """The sealed numbers that the observer knows."""
    over: bool = False
