"""What is in the bag (M1), what an observer of Magpies knows, what a seat may do, what may happen."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from apps.kernel.events import Private, Public, Secret
from apps.kernel.game import Answer
from apps.kernel.options import option
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close
from apps.kernel.words import gettext_noop as _

Trinket: TypeAlias = int
Colour: TypeAlias = Literal["gold", "silver", "glass"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)


class Face(Struct, frozen=True):
    """What a trinket is."""

    colour: Colour
    points: int


FACES: Final = tuple(Face(COLOURS[trinket % 3], 1 + trinket // 3) for trinket in range(12))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on."""

    fixed_windows: Annotated[bool, option(_("Patient magpies"), _("Each call stays open for its full time."))] = False


class Call(Answer, frozen=True, tag="call"):
    """Call a number, sealed (M3)."""

    number: int


class Shaken(Secret, frozen=True, tag="shaken"):
    """The bag, next trinket first (M1)."""

    bag: tuple[Trinket, ...]


class Tasted(Private, frozen=True, tag="tasted"):
    """A seat learns which colour it likes (M2)."""

    seat: Seat
    colour: Colour


class Shown(Public, frozen=True, tag="shown"):
    """The next trinket lies there for all to see."""

    trinket: Trinket
    left: int


class Noted(Private, frozen=True, tag="noted"):
    """A seat has called a number; it may call another until the window closes."""

    seat: Seat
    number: int


class Opened(Public, frozen=True, tag="opened"):
    """All numbers at once, by seat, and who takes the trinket; nobody does where no number stands alone (M4)."""

    numbers: tuple[int, ...]
    winner: Seat | None


class Compared(Public, frozen=True, tag="compared"):
    """The end: everybody shows which colour they like (M5)."""

    tastes: tuple[Colour, ...]


class Always(Struct, frozen=True, tag="always", tag_field="order", forbid_unknown_fields=True):
    """Call this number every time."""

    number: Annotated[int, Meta(ge=1, le=5)]
    once: bool = False


Action = Call | Close
Event = Shaken | Tasted | Shown | Noted | Opened | Compared
Order = Always


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it."""

    setup: Setup[Options]
    tastes: tuple[Colour | None, ...]
    """The colour each seat likes; None where the observer was not told."""
    nests: tuple[tuple[Trinket, ...], ...]
    bag: tuple[Trinket, ...] = ()
    """Next trinket first; only the referee has looked into it."""
    left: int = 0
    turn: int = 0
    glitters: Trinket | None = None
    """The trinket everybody calls for."""
    calls: tuple[Noted, ...] = ()
    """Sealed numbers the observer knows of."""
    over: bool = False
