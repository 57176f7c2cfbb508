"""The types of Die Bombe: what an observer knows, what a seat can do, and what can happen."""

# A long union is easier to read as a list.
# ruff: noqa: UP007

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

from msgspec import Meta, Struct

from apps.games.bombe.cards import HIGHEST_BID, CardId, Colour, Options
from apps.kernel.events import Private, Public, Secret
from apps.kernel.game import Answer
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close as Close

Cards: TypeAlias = tuple[CardId, ...]


class Offer(Struct, frozen=True, gc=False):
    """One seat's bid."""

    seat: Seat
    amount: int
    tie: int = 0
    """The tiebreak bid, or 0 if none was asked or, once opened, none was needed."""


class Stacks(Struct, frozen=True, gc=False):
    """A seat's won cards by colour, in the order they were won. A bomb destroys the last card (D16)."""

    red: Cards = ()
    green: Cards = ()


class Lot(Struct, frozen=True, gc=False):
    """A past lot, for the table of past bids."""

    cards: Cards
    offers: tuple[tuple[Offer, ...], ...]
    """Every opened window of this lot: the first bids, then the rebids of tied seats."""
    first: Seat | None = None
    paid: int = 0
    second: Seat | None = None
    took: CardId | None = None
    """The card the winner took. The other one went to the second, or to no one."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it. Everything is public except the pile and the sealed bids."""

    setup: Setup[Options]
    stacks: tuple[Stacks, ...]
    minus: tuple[int, ...]
    """Points that each seat has paid so far."""
    pile: Cards = ()
    """The draw pile, starting with the next card. Only the referee has seen it."""
    left: int = 0
    """Number of cards in the draw pile."""
    bombs: int = 6
    """Number of bombs that haven't been turned up, and so are in the draw pile."""
    lot: int = 0
    """The current lot, counted from 1, or 0 before the first."""
    cards: Cards = ()
    """The two cards on offer, in the order they were turned up."""
    open: Cards = ()
    """Those of them that no one has taken yet."""
    bidders: tuple[Seat, ...] = ()
    """Seats that can bid in the open window, or empty while none is open."""
    again: int = 0
    """Number of the bid for this lot: 0 is the first, others are rebids of tied seats (D10, D-A2)."""
    sealed: tuple[Offer, ...] = ()
    """Sealed bids of the open window that the observer knows."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """The opened windows of the current lot, each by rank with the highest bid first."""
    first: Seat | None = None
    """The winner of the lot, who has yet to choose or has chosen."""
    price: int = 0
    """The price that the winner pays."""
    second: Seat | None = None
    """The seat that takes the card the winner leaves, or None if no one does (D11)."""
    took: CardId | None = None
    """The card the winner took."""
    bomber: Seat | None = None
    """The seat that must lay a bomb now (D14)."""
    bomb: CardId | None = None
    """The bomb to lay."""
    past: tuple[Lot, ...] = ()
    over: bool = False


# -- actions ---------------------------------------------------------------------------


class Bid(Answer, frozen=True, tag="bid"):
    """Make a sealed bid (D6). It can be changed until the window closes."""

    amount: int
    tie: int = 0
    """The tiebreak bid, only with that option (D-A2)."""


class Choose(Answer, frozen=True, tag="choose"):
    """Take this card as the winner (D8)."""

    card: CardId


class Lay(Answer, frozen=True, tag="lay"):
    """Lay the bomb on a seat's colour, perhaps the bomber's own (D15, D-A7)."""

    seat: Seat
    colour: Colour


class Stray(Answer, frozen=True, tag="stray"):
    """The meaning of silence with a bomb: it falls on the leading opponent. On a tie, chance decides."""


Action = Union[Bid, Choose, Lay, Stray, Close]


# -- events ----------------------------------------------------------------------------


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The draw pile after the first pair was laid out, starting with the next card (D5)."""

    pile: Cards


class Offered(Public, frozen=True, tag="offered"):
    """Two cards are turned up (D4, D-A5)."""

    lot: int
    cards: Cards


class Sealed(Private, frozen=True, tag="sealed"):
    """A seat sealed its bid. The last one counts."""

    seat: Seat
    amount: int
    tie: int = 0


class Opened(Public, frozen=True, tag="opened"):
    """All bids of a window at once, the highest first and equal ones by seat (D7).

    With tiebreak bids, only seats that share the highest bid show theirs. All others stay unknown.
    """

    offers: tuple[Offer, ...]


class Tied(Public, frozen=True, tag="tied"):
    """These seats share the highest bid and bid again (D10).

    With tiebreak bids, they've already done so. Then a second fact names seats whose tiebreak bids are equal as well.
    """

    seats: tuple[Seat, ...]


class Broken(Public, frozen=True, tag="broken"):
    """A tie was broken by something other than bids (D-A3)."""

    seat: Seat
    """The seat that counts as the highest bidder."""
    by: Literal["minus", "cards", "luck"]


class Took(Public, frozen=True, tag="took"):
    """A seat took a card: the winner for its bid (D8), or the second for free (D9)."""

    seat: Seat
    card: CardId
    paid: int


class Bombed(Public, frozen=True, tag="bombed"):
    """A bomb destroyed the last card that a seat won in a colour. Both leave the game (D16)."""

    seat: Seat
    bomb: CardId
    target: Seat
    colour: Colour
    lost: CardId


class Fizzled(Public, frozen=True, tag="fizzled"):
    """A bomb fizzled out, because no one had a card to lay it on (D-A7)."""

    seat: Seat
    bomb: CardId


class Discarded(Public, frozen=True, tag="discarded"):
    """Second place was tied, so no one gets the card (D11)."""

    card: CardId


class Counted(Public, frozen=True, tag="counted"):
    """The pile is used up and the last lot is settled, so points are counted (D17–D21)."""

    red: tuple[int, ...]
    """Points of each seat in red, doubled for the most cards."""
    green: tuple[int, ...]
    minus: tuple[int, ...]
    scores: tuple[int, ...]


Event = Union[Shuffled, Offered, Sealed, Opened, Tied, Broken, Took, Bombed, Fizzled, Discarded, Counted]


# -- standing orders -------------------------------------------------------------------


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on the lot. The better card is the one with more points, and a bomb counts 0."""

    better: Annotated[int, Meta(ge=0, le=99)] = 0
    """Minimum points of the better card."""
    colour: Literal["any", "red", "green"] = "any"
    """Colour of the better card."""
    bomb: Literal["any", "yes", "no"] = "any"
    """Presence of a bomb among the cards on offer."""
    minus: Annotated[int, Meta(ge=0, le=9999)] = 0
    """Minimum that I have paid so far."""


class Raise(Struct, frozen=True, tag="bid", tag_field="order", forbid_unknown_fields=True):
    """For every coming lot that fits, bid this much (first bids only)."""

    amount: Annotated[int, Meta(ge=1, le=HIGHEST_BID)]
    tie: Annotated[int, Meta(ge=0, le=HIGHEST_BID)] = 0
    """The tiebreak bid, with that option. 0 means the bid itself, up to the limit.

    If rebids can't be lower, it's at least the bid itself.
    """
    only: Condition = Condition()
    once: bool = False


class Pick(Struct, frozen=True, tag="pick", tag_field="order", forbid_unknown_fields=True):
    """If I win, take this card. If the card's lot is over, the order does nothing, because it's never on offer again.

    If both cards are worth the same, neither is the better one, and I'm asked.
    """

    which: Literal["ask", "better"] | Annotated[CardId, Meta(ge=0, le=29)] = "ask"


class Drop(Struct, frozen=True, tag="drop", tag_field="order", forbid_unknown_fields=True):
    """Lay a bomb on the first of these places that is possible, or ask me if none is.

    A place is written `2:red` (a seat and a colour), or `leader` for what silence would do.
    """

    first: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"
    then: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"
    last: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"


Order = Union[Raise, Pick, Drop]
