"""The types of Lunar Laser Frogs: what an observer knows, what a seat can do, and what can happen."""

# A long union is easier to read as a list.
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
"""Number of the window: 0 before the first roll, then 1 to 3 after each of the three (L15)."""
Why: TypeAlias = Literal["turns", "extra", "cap"]
"""Why a match ended. `extra`: an additional turn or lap broke a tie. `cap`: it didn't, and first place is shared."""


class Thrown(Struct, frozen=True, gc=False):
    """A card in the pile."""

    seat: Seat
    window: Window
    kind: Kind | None
    """The kind of card, or None if the observer doesn't know it."""


class Reply(Struct, frozen=True, gc=False):
    """A sealed answer in the open window."""

    seat: Seat
    cards: tuple[Kind, ...]
    """The cards to throw, or empty to wait."""


class Reveal(Struct, frozen=True, gc=False):
    """A scored turn, as everyone saw it."""

    turn: int
    seat: Seat
    """The active player."""
    whom: Seat
    """The copied player."""
    faces: tuple[Face, ...]
    fell: tuple[int, ...]
    pile: tuple[Thrown, ...]
    points: tuple[int, ...]
    """Points of each card in the pile."""
    gains: tuple[int, ...]
    """Points of each seat."""
    fined: tuple[Seat, ...] = ()
    """Seats that paid for a missed deadline after the gains, listed once for each."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it."""

    setup: Setup[Options]
    scores: tuple[int, ...]
    turn: int = 0
    """The current turn, counted from 1, or 0 before the first."""
    seat: Seat = Seat(0)
    """The active player."""
    window: Window = 0
    """The open window, or the last one."""
    faces: tuple[Face | None, ...] = (None,) * 6
    """The face of each die. None while it is in hand."""
    fell: tuple[int, ...] = (0,) * 6
    """The roll in which each die was rolled, 1 to 3, or 0 while it is in hand."""
    plan: tuple[int, int, int] | None = None
    """Numbers of dice for the three rolls. It is sealed, so others only know what `fell` shows."""
    replies: tuple[Reply, ...] = ()
    """Sealed answers of the open window that the observer knows, in order of arrival."""
    pile: tuple[Thrown, ...] = ()
    """The cards thrown so far, the first one first."""
    shut: bool = False
    """True if the clock closed the fixed window, and only the active player's plan is missing."""
    closed: bool = False
    """True if all six dice are rolled and all cards are thrown, so that the active player copies (L16, L17)."""
    dozed: tuple[Seat, ...] = ()
    """Seats that missed a deadline in this turn, as far as the observer knows. A seat can be listed twice."""
    copied: Seat | None = None
    """The copied player, until the turn is scored."""
    last: Reveal | None = None
    """The last scored turn."""
    over: Why | None = None
    """Why the match is over, or None while it runs."""


# -- actions ---------------------------------------------------------------------------


class Throw(Answer, frozen=True, tag="throw"):
    """Throw a card face down. With three players, two can be thrown at once, in this order (L15, L33, L34)."""

    card: Kind
    then: Kind | None = None


class Wait(Answer, frozen=True, tag="wait"):
    """Throw nothing in this window."""


class Dice(Answer, frozen=True, tag="dice"):
    """Split six dice into three rolls of at least one die (L8–L11). Finished rolls can't be changed."""

    first: int
    second: int
    third: int


class Copy(Answer, frozen=True, tag="copy"):
    """Score as many points as this player gets (L17)."""

    seat: Seat


class Doze(Answer, frozen=True, tag="doze"):
    """The meaning of silence: a random card in the last window, two dice per roll, and copying the first thrower."""


Action = Union[Throw, Wait, Dice, Copy, Doze, Close]


# -- events ----------------------------------------------------------------------------


class Began(Public, frozen=True, tag="began"):
    """A turn starts. The seat has the dice, and everyone else has all five cards (L6, L29, L30)."""

    turn: int
    seat: Seat
    extra: bool = False
    """True if it's played because of a tie (L32)."""


class Planned(Private, frozen=True, tag="planned"):
    """The active player decided how to split the dice."""

    seat: Seat
    first: int
    second: int
    third: int
    dozed: bool = False


class Replied(Private, frozen=True, tag="replied"):
    """A sealed answer in the open window. It can be changed until the window closes."""

    seat: Seat
    cards: tuple[Kind, ...]
    dozed: bool = False
    """True if no one answered. Random cards were chosen, and it can cost a fine."""


class Landed(Public, frozen=True, tag="landed"):
    """A window closed, and these seats threw in this order. A seat with two cards is listed twice (L-A6)."""

    window: Window
    seats: tuple[Seat, ...]


class Shut(Public, frozen=True, tag="shut"):
    """The time of a fixed window is up, so no more cards can be thrown. Play still waits for the dice."""

    window: Window


class Rolled(Public, frozen=True, tag="rolled"):
    """Some dice were rolled (L8)."""

    seat: Seat
    throw: int
    """Number of the roll, 1 to 3."""
    dice: tuple[int, ...]
    """Numbers of the dice, counted from 0."""
    faces: tuple[Face, ...]


class Copied(Public, frozen=True, tag="copied"):
    """The active player chose the player to copy (L17)."""

    seat: Seat
    whom: Seat


class Scored(Public, frozen=True, tag="scored"):
    """The pile was turned over and counted from the first card to the last (L18–L28)."""

    seat: Seat
    cards: tuple[Kind, ...]
    """Kinds of the cards in the order of the pile."""
    points: tuple[int, ...]
    """Points of each card."""
    gains: tuple[int, ...]
    """Points of each seat. The active player gets theirs by copying."""


class Fined(Public, frozen=True, tag="fined"):
    """A missed deadline cost a point (L14, L-A14).

    This follows the scoring, so that no window reveals who was silent.
    """

    seat: Seat


class Won(Public, frozen=True, tag="won"):
    """The match is over."""

    seats: tuple[Seat, ...]
    """The leaders. There are several only at the cap."""
    why: Why


Event = Union[Began, Planned, Replied, Shut, Landed, Rolled, Copied, Scored, Fined, Won]


# -- standing orders -------------------------------------------------------------------


class Shake(Struct, frozen=True, tag="dice", tag_field="order", forbid_unknown_fields=True):
    """When I am active, roll the dice like this."""

    split: Literal["114", "123", "132", "141", "213", "222", "231", "312", "321", "411"]
    """Numbers of dice for the first, second and third roll (L8, L9, L11)."""
    once: bool = False


class Mimic(Struct, frozen=True, tag="copy", tag_field="order", forbid_unknown_fields=True):
    """When I am active, copy this player, or the first or last thrower."""

    whom: Literal["first", "last"] | Annotated[Seat, Meta(ge=0, le=7)]
    once: bool = False


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a plan: in this window (or any), if this condition holds, throw that card."""

    card: Kind
    window: Literal["any", "0", "1", "2", "3"] = "any"
    when: Literal["always", "missing", "count", "blanks", "thrown"] = "always"
    """The condition, or `always`.

    - `missing`: no die shows the colour yet.
    - `count`, `blanks`: the number of dice that show the colour or are blank.
    - `thrown`: the number of the others' cards in the pile.
    """
    colour: Colour = "blue"
    """The colour for `missing` and `count`."""
    least: Annotated[int, Meta(ge=0, le=14)] = 1
    """The minimum for `count`, `blanks` and `thrown`."""


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """When someone else is active, throw the card of the first line that fits. `last` is thrown in the last window.

    A player with a plan never holds up a window, because a plan waits if no line fits. With three players, all lines
    that fit throw their cards, up to two (L33, L34). If cards are ordered by arrival, a plan answers nothing. It would
    always arrive before players who look at the dice.
    """

    last: Kind
    last_two: Kind | None = None
    """The second card of the last window, with three players."""
    one: Line | None = None
    two: Line | None = None
    three: Line | None = None
    four: Line | None = None
    turn: Annotated[int, Meta(ge=0, le=99)] = 0
    """The only turn in which it applies, or 0 for every turn. It answers several windows, so it isn't used up."""


Order = Union[Shake, Mimic, Plan]
