"""What an observer of Lunar Laser Frogs knows, what a seat may do, what may happen."""

# A union of many reads better as a list.
# ruff: noqa: UP007

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

from msgspec import Meta, Struct

from apps.games.frogs.cards import Colour, Face, Kind, Options
from apps.kernel.events import Private, Public
from apps.kernel.game import Answer
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close as Close

Window: TypeAlias = int
"""0 before the first throw, then 1 to 3 after each of the three (L15)."""
Why: TypeAlias = Literal["turns", "extra", "cap"]
"""`extra`: a turn or lap more decided a tie; `cap`: one more lap did not, and the first place is shared."""


class Thrown(Struct, frozen=True, gc=False):
    """A card in the pile."""

    seat: Seat
    window: Window
    kind: Kind | None
    """None for who does not know it."""


class Reply(Struct, frozen=True, gc=False):
    """A sealed answer in the open window."""

    seat: Seat
    cards: tuple[Kind, ...]
    """Empty: wait."""


class Reveal(Struct, frozen=True, gc=False):
    """A turn that was scored, as everybody saw it."""

    turn: int
    seat: Seat
    """Who was active."""
    whom: Seat
    """Who was copied."""
    faces: tuple[Face, ...]
    fell: tuple[int, ...]
    pile: tuple[Thrown, ...]
    points: tuple[int, ...]
    """Of each card of the pile."""
    gains: tuple[int, ...]
    """Of each seat."""
    fined: tuple[Seat, ...] = ()
    """Who paid for a missed deadline, after the gains; once for each."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it."""

    setup: Setup[Options]
    scores: tuple[int, ...]
    turn: int = 0
    """The running turn, counted from 1; 0 before the first."""
    seat: Seat = Seat(0)
    """Who is active."""
    window: Window = 0
    """The open window, or the last one."""
    faces: tuple[Face | None, ...] = (None,) * 6
    """What each die shows; None while it is in the hand."""
    fell: tuple[int, ...] = (0,) * 6
    """In which throw each die fell, 1 to 3; 0 while it is in the hand."""
    plan: tuple[int, int, int] | None = None
    """How many dice the active player throws when; sealed: of what others know, see `fell`."""
    replies: tuple[Reply, ...] = ()
    """Sealed answers of the open window that the observer knows of, in the order in which they came."""
    pile: tuple[Thrown, ...] = ()
    """The cards thrown so far, the first one first."""
    shut: bool = False
    """The house closed the fixed window, and only the active player's plan is missing."""
    closed: bool = False
    """All six dice lie and all cards are thrown: the active player copies (L16, L17)."""
    dozed: tuple[Seat, ...] = ()
    """Who missed a deadline in this turn, as far as the observer knows; a seat may stand there twice."""
    copied: Seat | None = None
    """Who is copied, until the turn is scored."""
    last: Reveal | None = None
    """The last turn that was scored."""
    over: Why | None = None
    """Why the match is over; None while it runs."""


# -- actions ---------------------------------------------------------------------------


class Throw(Answer, frozen=True, tag="throw"):
    """Throw a card face down; at a table of three also two at once, in this order (L15, L33, L34)."""

    card: Kind
    then: Kind | None = None


class Wait(Answer, frozen=True, tag="wait"):
    """Throw nothing in this window."""


class Dice(Answer, frozen=True, tag="dice"):
    """How many dice to throw when: each at least one, six together (L8–L11). Throws that are done stay as they were."""

    first: int
    second: int
    third: int


class Copy(Answer, frozen=True, tag="copy"):
    """Take as many points as this player gets (L17)."""

    seat: Seat


class Doze(Answer, frozen=True, tag="doze"):
    """What silence does: a random card in the last window, two dice a throw, the first thrower copied."""


Action = Union[Throw, Wait, Dice, Copy, Doze, Close]


# -- events ----------------------------------------------------------------------------


class Began(Public, frozen=True, tag="began"):
    """A turn begins: the seat has the dice, everybody else holds all five cards (L6, L29, L30)."""

    turn: int
    seat: Seat
    extra: bool = False
    """Played because of a tie (L32)."""


class Planned(Private, frozen=True, tag="planned"):
    """The active player decided how many dice fall when."""

    seat: Seat
    first: int
    second: int
    third: int
    dozed: bool = False


class Replied(Private, frozen=True, tag="replied"):
    """A sealed answer in the open window; may be changed until the window closes."""

    seat: Seat
    cards: tuple[Kind, ...]
    dozed: bool = False
    """Nobody answered: luck chose the card, and it may cost a fine."""


class Landed(Public, frozen=True, tag="landed"):
    """A window closed: these seats threw, in this order (a seat stands twice for two cards; L-A6)."""

    window: Window
    seats: tuple[Seat, ...]


class Shut(Public, frozen=True, tag="shut"):
    """The time of a fixed window is over: no more cards. The dice are still awaited."""

    window: Window


class Rolled(Public, frozen=True, tag="rolled"):
    """Some dice were thrown (L8)."""

    seat: Seat
    throw: int
    """1 to 3."""
    dice: tuple[int, ...]
    """Which of the six, counted from 0."""
    faces: tuple[Face, ...]


class Copied(Public, frozen=True, tag="copied"):
    """The active player named whose points are copied (L17)."""

    seat: Seat
    whom: Seat


class Scored(Public, frozen=True, tag="scored"):
    """The pile was turned over and counted from the first card to the last (L18–L28)."""

    seat: Seat
    cards: tuple[Kind, ...]
    """In the order of the pile."""
    points: tuple[int, ...]
    """What each of them was worth."""
    gains: tuple[int, ...]
    """What each seat took, the active one by copying."""


class Fined(Public, frozen=True, tag="fined"):
    """A missed deadline cost a point (L14, L-A14); said after the turn is scored, so that no window tells who slept."""

    seat: Seat


class Won(Public, frozen=True, tag="won"):
    """The match is over."""

    seats: tuple[Seat, ...]
    """Who leads: several only at the cap."""
    why: Why


Event = Union[Began, Planned, Replied, Shut, Landed, Rolled, Copied, Scored, Fined, Won]


# -- standing orders -------------------------------------------------------------------


class Shake(Struct, frozen=True, tag="dice", tag_field="order", forbid_unknown_fields=True):
    """When I am active, throw the dice like this."""

    split: Literal["114", "123", "132", "141", "213", "222", "231", "312", "321", "411"]
    """How many fall with the first, the second and the third throw (L8, L9, L11)."""
    once: bool = False


class Mimic(Struct, frozen=True, tag="copy", tag_field="order", forbid_unknown_fields=True):
    """When I am active, copy this player, or whoever threw first or last."""

    whom: Literal["first", "last"] | Annotated[Seat, Meta(ge=0, le=7)]
    once: bool = False


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a plan: in this window (or any), if this is so, throw that card."""

    card: Kind
    window: Literal["any", "0", "1", "2", "3"] = "any"
    when: Literal["always", "missing", "count", "blanks", "thrown"] = "always"
    """`missing`: no die shows the colour yet. `count`: dice of the colour. `blanks`: blank dice. `thrown`: cards of
    the others in the pile."""
    colour: Colour = "blue"
    """For `missing` and `count`."""
    least: Annotated[int, Meta(ge=0, le=14)] = 1
    """For `count`, `blanks` and `thrown`."""


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """While somebody else is active: the first line that fits throws its card; the last card is thrown in any case.

    Whoever has a plan never holds up a window: where no line fits, it waits. At a table of three all lines that fit
    throw their cards, up to two (L33, L34). Where cards lie as they arrive a plan answers nothing: it would always
    arrive before everybody who looks at the dice.
    """

    last: Kind
    last_two: Kind | None = None
    """At a table of three: the second card."""
    one: Line | None = None
    two: Line | None = None
    three: Line | None = None
    four: Line | None = None
    turn: Annotated[int, Meta(ge=0, le=99)] = 0
    """Only for this turn of the match; 0: for every turn. It answers several windows, so one cannot use it up."""


Order = Union[Shake, Mimic, Plan]
