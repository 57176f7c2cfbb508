"""The types of Fuse: what an observer knows, what a seat can do, and what can happen."""

# A long union is easier to read as a list.
# ruff: noqa: UP007

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias, Union

from msgspec import Meta, Struct

from apps.games.fuse.cards import TIMEBOMB, CardId, Options
from apps.kernel.events import Private, Public, Secret
from apps.kernel.game import Answer
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close as Close

Cards: TypeAlias = tuple[CardId, ...]
Why: TypeAlias = Literal["bombs", "timebomb"]


class Reply(Struct, frozen=True, gc=False, array_like=True):
    """A sealed reply in a Matchman window."""

    seat: Seat
    strike: bool


class Leaving(Struct, frozen=True, gc=False, array_like=True):
    """The prize that a player left for the next one instead of bombing it."""

    points: int
    """Points of the fuse and the cards beside it at that time."""
    pile: int
    """Number of cards in the draw pile before that, including the time bomb."""
    bombs: int
    """Number of unused bombs of all players."""


class Boom(Struct, frozen=True, gc=False, array_like=True):
    """A seat's last bomb."""

    played: int
    """Number of cards that the seat had played in this deal before."""
    points: int
    """Points that it won."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it. Hands and pile contain only what the observer has seen."""

    setup: Setup[Options]
    hands: tuple[Cards, ...]
    """Hands by seat, with the card held longest first. A hand that the observer hasn't seen is empty."""
    bombs: tuple[int, ...]
    """Number of unused bombs of each seat."""
    taken: tuple[Cards, ...]
    """Cards that each seat has won in this deal."""
    played: tuple[Cards, ...]
    """Cards that each seat has played in this deal, in order."""
    leavings: tuple[tuple[Leaving, ...], ...] = ()
    """What each seat has left for the next by laying a card in this deal, while both it and others had bombs."""
    booms: tuple[Boom | None, ...] = ()
    """The last bomb of each seat in this deal, or an empty tuple until someone throws one."""
    pile: Cards = ()
    """The draw pile, starting with the next card. Only the referee has seen it."""
    left: int = 0
    """Number of cards in the draw pile, including the time bomb."""
    fuse: Cards = ()
    """The fuse, starting at the matchstick."""
    beside: Cards = ()
    """Used defuse cards beside the matchstick."""
    short: Seat | None = None
    """The seat that has played a card and not drawn yet. All others hold seven, as everyone can count (F19)."""
    cut_by: Seat | None = None
    """The seat that cut the fuse, while the others can still strike the Matchman."""
    replies: tuple[Reply, ...] = ()
    """Sealed replies in the open window that the observer knows."""
    matchman: bool = False
    """True if the Matchman could be in play: the option is on, and no one has seen him in this deal."""
    starter: Seat = Seat(0)
    """The seat that started the current deal."""
    seat: Seat = Seat(0)
    """The seat whose turn it is."""
    turn: int = 0
    """Number of turns started in the match, which names the questions."""
    deal: int = -1
    """The current deal, counted from 0, or -1 before the first."""
    totals: tuple[int, ...] = ()
    """Points from the finished deals."""
    defused: tuple[int, ...] = ()
    """Points in won defuse cards of the finished deals, which break ties (F41)."""
    ended: Why | None = None
    """Why the deal ended, or None while it runs. A next deal starts in the same move."""


# -- actions ---------------------------------------------------------------------------


class Lay(Answer, frozen=True, tag="lay"):
    """Lay a fuse card onto the fuse (F14, F15)."""

    card: CardId


class Cut(Answer, frozen=True, tag="cut"):
    """Use a defuse card, so that the fuse dies (F30)."""

    card: CardId


class Bomb(Answer, frozen=True, tag="bomb"):
    """Throw a bomb and take everything (F23)."""


class Shed(Answer, frozen=True, tag="shed"):
    """Put a defuse card beside the matchstick, if the hand has no fuse card to start a fuse with (F-A6)."""

    card: CardId


class Dawdle(Answer, frozen=True, tag="dawdle"):
    """Pay this defuse card, refill, and lay the lowest fuse card (F44, F-A7).

    It's what silence means at a table with the penalty. In edition 1, a seat could choose it.
    """

    card: CardId


class Strike(Answer, frozen=True, tag="strike"):
    """Play the Matchman, so that the cut fuse burns again (F46)."""


class Pass(Answer, frozen=True, tag="pass"):
    """Let the cut fuse die."""


Action = Union[Lay, Cut, Bomb, Shed, Dawdle, Strike, Pass, Close]


# -- events ----------------------------------------------------------------------------


class Played(Public, frozen=True):
    """A seat played a card from the hand and drew one at once (F18). That's a single fact."""

    seat: Seat
    card: CardId
    drew: bool = True
    """False only if the seat drew the time bomb. The face follows in `Saw`."""


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The draw pile after the hands were dealt, starting with the next card."""

    pile: Cards


class Dealt(Public, frozen=True, tag="dealt"):
    """A deal starts, and everyone holds seven cards."""

    deal: int
    starter: Seat
    bombs: int
    """Number of bombs of each seat."""
    left: int
    """Number of cards in the draw pile, including the time bomb."""


class Received(Private, frozen=True, tag="received"):
    """A seat sees its first seven cards."""

    cards: Cards


class Laid(Played, frozen=True, tag="laid"):
    """A fuse card lengthened the fuse."""


class Snuffed(Played, frozen=True, tag="snuffed"):
    """A defuse card was used on the fuse and is now beside the matchstick."""

    window: bool = False
    """True if the others can now strike the Matchman."""


class Died(Public, frozen=True, tag="died"):
    """The cut fuse is gone, and no one scores its cards (F33). The next seat starts a new one."""

    cards: int
    points: int


class Replied(Private, frozen=True, tag="replied"):
    """A sealed reply in a Matchman window. It can be changed until the window closes."""

    seat: Seat
    strike: bool


class Relit(Played, frozen=True, tag="relit"):
    """The Matchman was struck, and the fuse burns on."""


class Exploded(Public, frozen=True, tag="exploded"):
    """A bomb was thrown, and the seat wins the fuse and the defuse cards beside the matchstick."""

    seat: Seat
    cards: int
    points: int


class Paid(Played, frozen=True, tag="paid"):
    """Slow fuse! A defuse card was put beside the matchstick without cutting anything."""


class Gave(Played, frozen=True, tag="gave"):
    """A seat without fuse cards had to start, and put a defuse card beside the matchstick (F-A6)."""


class Drew(Public, frozen=True, tag="drew"):
    """The card under the time bomb was drawn, so that the hand has seven again (F-A8)."""

    seat: Seat


class Saw(Private, frozen=True, tag="saw"):
    """The face of the card that a seat drew."""

    seat: Seat
    card: CardId


class TimedOut(Public, frozen=True, tag="time-bomb"):
    """The time bomb was drawn, and the deal is over (F37)."""

    seat: Seat


class Scored(Public, frozen=True, tag="scored"):
    """A deal ended. Hands are shown and counted (F38)."""

    deal: int
    hands: tuple[Cards, ...]
    scores: tuple[int, ...]
    defused: tuple[int, ...]
    """Points in the defuse cards that each seat won (F41)."""
    why: Why
    last: bool
    """True if this was the last deal of the match."""


Event = Union[
    Shuffled, Dealt, Received, Laid, Snuffed, Died, Replied, Relit, Exploded, Paid, Gave, Drew, Saw, TimedOut, Scored
]


# -- standing orders -------------------------------------------------------------------


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on the prize that a bomb would win: the fuse and the cards beside the matchstick."""

    at_least: Annotated[int, Meta(ge=0, le=9999)] = 0
    at_most: Annotated[int, Meta(ge=0, le=9999)] = 9999
    burning: Literal["any", "yes", "no"] = "any"
    """`no` means only if I must start a new fuse, after someone bombed or defused."""


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """On my turn, lay this fuse card, or my lowest or highest."""

    which: Literal["lowest", "highest"] | Annotated[CardId, Meta(ge=0, le=TIMEBOMB)]
    only: Condition = Condition()
    once: bool = True


class Blast(Struct, frozen=True, tag="blast", tag_field="order", forbid_unknown_fields=True):
    """On my turn, throw a bomb."""

    only: Condition = Condition()
    once: bool = False


class Douse(Struct, frozen=True, tag="douse", tag_field="order", forbid_unknown_fields=True):
    """On my turn, use my lowest defuse card."""

    only: Condition = Condition()
    once: bool = False


class Kindle(Struct, frozen=True, tag="kindle", tag_field="order", forbid_unknown_fields=True):
    """In a Matchman window, strike him if I hold him and the fuse is worth it. Otherwise pass.

    It's tried after all other orders. It answers whether I hold him or not, so waiting for an answer never gives
    holders away.
    """

    last: ClassVar[bool] = True
    option: ClassVar[str] = "matchman"

    only: Condition = Condition()
    once: bool = False
    at_least: Annotated[int, Meta(ge=0, le=9999)] = 0
    """Minimum points of the fuse alone, which is what he saves. Cards beside the matchstick stay there either way."""


class LetDie(Struct, frozen=True, tag="let-die", tag_field="order", forbid_unknown_fields=True):
    """In a Matchman window, pass."""

    only: Condition = Condition()
    once: bool = False


Order = Union[Plan, Blast, Douse, Kindle, LetDie]
