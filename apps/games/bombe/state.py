"""What an observer of Die Bombe knows, what a seat may do, what may happen."""

# A union of many reads better as a list.
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
    """The number sent along for a tie; 0 where none was asked for or, once opened, where it was not needed."""


class Stacks(Struct, frozen=True, gc=False):
    """What a seat has won, by colour, in the order of winning: the last card is the one a bomb takes (D16)."""

    red: Cards = ()
    green: Cards = ()


class Lot(Struct, frozen=True, gc=False):
    """A lot that is over, for the table of past bids."""

    cards: Cards
    offers: tuple[tuple[Offer, ...], ...]
    """Every opened window of this lot: the first bids, then the bids of those who were tied."""
    first: Seat | None = None
    paid: int = 0
    second: Seat | None = None
    took: CardId | None = None
    """What the winner took; the other card went to the second, or to nobody."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it. Everything lies open but the pile and the sealed bids."""

    setup: Setup[Options]
    stacks: tuple[Stacks, ...]
    minus: tuple[int, ...]
    """What each seat has paid so far."""
    pile: Cards = ()
    """The draw pile, next card first; only the referee has seen it."""
    left: int = 0
    """How many cards lie in the draw pile."""
    bombs: int = 6
    """Bombs not yet turned up: they lie in the draw pile."""
    lot: int = 0
    """The running lot, counted from 1; 0 before the first."""
    cards: Cards = ()
    """The two cards on offer (as they were turned up)."""
    open: Cards = ()
    """Those of them that nobody has taken yet."""
    bidders: tuple[Seat, ...] = ()
    """Who may bid in the open window; empty while none is open."""
    again: int = 0
    """Which bid for this lot it is: 0 the first, then those of the tied (D10, D-A2)."""
    sealed: tuple[Offer, ...] = ()
    """Sealed bids of the open window that the observer knows of."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """The opened windows of the running lot, each by rank: the highest bid first."""
    first: Seat | None = None
    """Who won the lot and has yet to choose, or has chosen."""
    price: int = 0
    """What the winner pays."""
    second: Seat | None = None
    """Who takes the card the winner leaves; None if it is nobody's (D11)."""
    took: CardId | None = None
    """The card the winner took."""
    bomber: Seat | None = None
    """Who must lay a bomb now (D14)."""
    bomb: CardId | None = None
    """Which bomb that is."""
    past: tuple[Lot, ...] = ()
    over: bool = False


# -- actions ---------------------------------------------------------------------------


class Bid(Answer, frozen=True, tag="bid"):
    """A sealed bid (D6); it may be changed until the window closes."""

    amount: int
    tie: int = 0
    """Only where tie numbers were agreed: the bid for a tie, sent along (D-A2)."""


class Choose(Answer, frozen=True, tag="choose"):
    """The winner takes this card (D8)."""

    card: CardId


class Lay(Answer, frozen=True, tag="lay"):
    """The bomb is laid on a colour of a seat, itself included (D15, D-A7)."""

    seat: Seat
    colour: Colour


class Stray(Answer, frozen=True, tag="stray"):
    """What silence does with a bomb: it falls on the leading opponent; chance decides among equals."""


Action = Union[Bid, Choose, Lay, Stray, Close]


# -- events ----------------------------------------------------------------------------


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The draw pile after the first pair was laid out, next card first (D5)."""

    pile: Cards


class Offered(Public, frozen=True, tag="offered"):
    """Two cards are turned up (D4, D-A5)."""

    lot: int
    cards: Cards


class Sealed(Private, frozen=True, tag="sealed"):
    """A seat noted its bid; the last one counts."""

    seat: Seat
    amount: int
    tie: int = 0


class Opened(Public, frozen=True, tag="opened"):
    """All bids of a window at once, the highest first, equals by seat (D7).

    With tie numbers those who share the highest bid show theirs; all others' stay unknown.
    """

    offers: tuple[Offer, ...]


class Tied(Public, frozen=True, tag="tied"):
    """These seats share the highest bid and bid again (D10).

    With tie numbers they have done so already: a second of these facts names those whose tie numbers are equal as well.
    """

    seats: tuple[Seat, ...]


class Broken(Public, frozen=True, tag="broken"):
    """A tie that bidding did not break (D-A3)."""

    seat: Seat
    """Who is taken for the highest bidder."""
    by: Literal["minus", "cards", "luck"]


class Took(Public, frozen=True, tag="took"):
    """A seat took a card: the winner for its bid (D8), the second for nothing (D9)."""

    seat: Seat
    card: CardId
    paid: int


class Bombed(Public, frozen=True, tag="bombed"):
    """A bomb destroyed the card won last in a colour of a seat; both leave the game (D16)."""

    seat: Seat
    bomb: CardId
    target: Seat
    colour: Colour
    lost: CardId


class Fizzled(Public, frozen=True, tag="fizzled"):
    """Nobody had a card to lay the bomb on (D-A7)."""

    seat: Seat
    bomb: CardId


class Discarded(Public, frozen=True, tag="discarded"):
    """The second place was tied: the card is nobody's (D11)."""

    card: CardId


class Counted(Public, frozen=True, tag="counted"):
    """The pile is used up and the last lot settled: points are counted (D17–D21)."""

    red: tuple[int, ...]
    """Points of each seat in red, doubled for the most cards."""
    green: tuple[int, ...]
    minus: tuple[int, ...]
    scores: tuple[int, ...]


Event = Union[Shuffled, Offered, Sealed, Opened, Tied, Broken, Took, Bombed, Fizzled, Discarded, Counted]


# -- standing orders -------------------------------------------------------------------


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """Only if. The better card is the one with more points; a bomb counts 0."""

    better: Annotated[int, Meta(ge=0, le=99)] = 0
    """The better card is worth at least this."""
    colour: Literal["any", "red", "green"] = "any"
    """The better card is of this colour."""
    bomb: Literal["any", "yes", "no"] = "any"
    """Whether a bomb is on offer."""
    minus: Annotated[int, Meta(ge=0, le=9999)] = 0
    """I have paid at least this much so far."""


class Raise(Struct, frozen=True, tag="bid", tag_field="order", forbid_unknown_fields=True):
    """For every coming lot that fits, bid this much (first bids only)."""

    amount: Annotated[int, Meta(ge=1, le=HIGHEST_BID)]
    tie: Annotated[int, Meta(ge=0, le=HIGHEST_BID)] = 0
    """Where tie numbers were agreed; 0: the bid itself, as far as they go. Where ties rise, at least the bid itself."""
    only: Condition = Condition()
    once: bool = False


class Pick(Struct, frozen=True, tag="pick", tag_field="order", forbid_unknown_fields=True):
    """If I win, take this card. A card of a lot that is gone is never on offer again, so the order just sleeps.

    Of two cards worth the same neither is the better: I am asked.
    """

    which: Literal["ask", "better"] | Annotated[CardId, Meta(ge=0, le=29)] = "ask"


class Drop(Struct, frozen=True, tag="drop", tag_field="order", forbid_unknown_fields=True):
    """Where a bomb goes: the first of these that is possible; if none is, I am asked.

    A place is written `2:red` (a seat and a colour) or `leader`: what silence would do.
    """

    first: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"
    then: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"
    last: Annotated[str, Meta(pattern=r"^(ask|leader|[0-5]:(red|green))$")] = "ask"


Order = Union[Raise, Pick, Drop]
