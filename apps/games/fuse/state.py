"""What an observer of Fuse knows, what a seat may do, what may happen."""

# A union of many reads better as a list.
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
    """What a player left for the next one instead of bombing it."""

    points: int
    """What the fuse and the cards beside it were worth then."""
    pile: int
    """How many cards lay in the draw pile before, the time bomb included."""
    bombs: int
    """Unused bombs of all players."""


class Boom(Struct, frozen=True, gc=False, array_like=True):
    """The last bomb a seat has thrown."""

    played: int
    """How many cards the seat had played in this deal before."""
    points: int
    """What it took."""


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it. Hands and pile hold only what the observer has seen."""

    setup: Setup[Options]
    hands: tuple[Cards, ...]
    """Per seat, the card held longest first; empty for hands the observer has not seen."""
    bombs: tuple[int, ...]
    """Unused bombs of each seat."""
    taken: tuple[Cards, ...]
    """What each seat has won in this deal."""
    played: tuple[Cards, ...]
    """What each seat has played in this deal, in order."""
    leavings: tuple[tuple[Leaving, ...], ...] = ()
    """What each seat has left for the next by lengthening a fuse in this deal, while both it and others had bombs."""
    booms: tuple[Boom | None, ...] = ()
    """The last bomb of each seat in this deal; empty until someone throws one."""
    pile: Cards = ()
    """The draw pile, next card first; only the referee has seen it."""
    left: int = 0
    """How many cards lie in the draw pile, the time bomb included."""
    fuse: Cards = ()
    """The fuse from the matchstick on."""
    beside: Cards = ()
    """Used defuse cards beside the matchstick."""
    short: Seat | None = None
    """Who has played a card and not drawn yet; everybody else holds seven (F19), as everybody may count."""
    cut_by: Seat | None = None
    """Who cut the fuse, while the others may still strike the Matchman."""
    replies: tuple[Reply, ...] = ()
    """Sealed replies the observer knows of in the open window."""
    matchman: bool = False
    """Whether the Matchman may still be in play: the option is on and nobody has seen him this deal."""
    starter: Seat = Seat(0)
    """Who began the running deal."""
    seat: Seat = Seat(0)
    """Whose turn it is."""
    turn: int = 0
    """How many turns were begun in the match; names the questions."""
    deal: int = -1
    """The running deal, counted from 0; -1 before the first."""
    totals: tuple[int, ...] = ()
    """Points of the finished deals."""
    defused: tuple[int, ...] = ()
    """Points in scored defuse cards of the finished deals (breaks ties, F41)."""
    ended: Why | None = None
    """Why the deal ended; None while it runs. A next deal begins in the same move."""


# -- actions ---------------------------------------------------------------------------


class Lay(Answer, frozen=True, tag="lay"):
    """Lay a fuse card onto the fuse (F14, F15)."""

    card: CardId


class Cut(Answer, frozen=True, tag="cut"):
    """Use a defuse card: the fuse dies (F30)."""

    card: CardId


class Bomb(Answer, frozen=True, tag="bomb"):
    """Throw a bomb and take everything (F23)."""


class Shed(Answer, frozen=True, tag="shed"):
    """Must start a fuse and holds no fuse card: one defuse card goes beside the matchstick (F-A6)."""

    card: CardId


class Dawdle(Answer, frozen=True, tag="dawdle"):
    """What silence does at a table with the penalty: pay this defuse card, refill, then the lowest fuse card is laid
    (F44, F-A7). Until the second edition a seat could choose it.
    """

    card: CardId


class Strike(Answer, frozen=True, tag="strike"):
    """Play the Matchman: the cut fuse burns again (F46)."""


class Pass(Answer, frozen=True, tag="pass"):
    """Let the cut fuse die."""


Action = Union[Lay, Cut, Bomb, Shed, Dawdle, Strike, Pass, Close]


# -- events ----------------------------------------------------------------------------


class Played(Public, frozen=True):
    """A seat played a card from the hand and drew one at once (F18), which is one fact, not two."""

    seat: Seat
    card: CardId
    drew: bool = True
    """False only when the draw met the time bomb. The face follows in `Saw`."""


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The draw pile after the hands were dealt, next card first."""

    pile: Cards


class Dealt(Public, frozen=True, tag="dealt"):
    """A deal begins: everybody holds seven cards."""

    deal: int
    starter: Seat
    bombs: int
    """Bombs of each seat."""
    left: int
    """Cards in the draw pile, the time bomb included."""


class Received(Private, frozen=True, tag="received"):
    """A seat looked at its first seven cards."""

    cards: Cards


class Laid(Played, frozen=True, tag="laid"):
    """A fuse card lengthened the fuse."""


class Snuffed(Played, frozen=True, tag="snuffed"):
    """A defuse card was used on the fuse and lies beside the matchstick."""

    window: bool = False
    """Whether the others may now strike the Matchman."""


class Died(Public, frozen=True, tag="died"):
    """The cut fuse is gone; nobody scores its cards (F33). The next seat starts a new one."""

    cards: int
    points: int


class Replied(Private, frozen=True, tag="replied"):
    """A sealed reply in a Matchman window; may be changed until the window closes."""

    seat: Seat
    strike: bool


class Relit(Played, frozen=True, tag="relit"):
    """The Matchman was struck: the fuse burns on."""


class Exploded(Public, frozen=True, tag="exploded"):
    """A bomb: the seat takes the fuse and the defuse cards beside the matchstick."""

    seat: Seat
    cards: int
    points: int


class Paid(Played, frozen=True, tag="paid"):
    """Slow fuse! A defuse card went beside the matchstick without cutting anything."""


class Gave(Played, frozen=True, tag="gave"):
    """A seat without fuse cards had to start: a defuse card went beside the matchstick (F-A6)."""


class Drew(Public, frozen=True, tag="drew"):
    """The card under the time bomb was drawn, to have seven again (F-A8)."""

    seat: Seat


class Saw(Private, frozen=True, tag="saw"):
    """The face of the card a seat drew."""

    seat: Seat
    card: CardId


class TimedOut(Public, frozen=True, tag="time-bomb"):
    """The time bomb was drawn: the deal is over (F37)."""

    seat: Seat


class Scored(Public, frozen=True, tag="scored"):
    """The end of a deal: hands are shown and counted (F38)."""

    deal: int
    hands: tuple[Cards, ...]
    scores: tuple[int, ...]
    defused: tuple[int, ...]
    """Points in the defuse cards each seat won (F41)."""
    why: Why
    last: bool
    """Whether this was the last deal of the match."""


Event = Union[
    Shuffled, Dealt, Received, Laid, Snuffed, Died, Replied, Relit, Exploded, Paid, Gave, Drew, Saw, TimedOut, Scored
]


# -- standing orders -------------------------------------------------------------------


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """Only if. The fuse is worth its cards and what lies beside the matchstick (what a bomb would take)."""

    at_least: Annotated[int, Meta(ge=0, le=9999)] = 0
    at_most: Annotated[int, Meta(ge=0, le=9999)] = 9999
    burning: Literal["any", "yes", "no"] = "any"
    """`no`: only when a new fuse must be started (somebody before me bombed or defused)."""


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """On my turn lay this fuse card, or my lowest or highest."""

    which: Literal["lowest", "highest"] | Annotated[CardId, Meta(ge=0, le=TIMEBOMB)]
    only: Condition = Condition()
    once: bool = True


class Blast(Struct, frozen=True, tag="blast", tag_field="order", forbid_unknown_fields=True):
    """On my turn throw a bomb."""

    only: Condition = Condition()
    once: bool = False


class Douse(Struct, frozen=True, tag="douse", tag_field="order", forbid_unknown_fields=True):
    """On my turn use my lowest defuse card."""

    only: Condition = Condition()
    once: bool = False


class Kindle(Struct, frozen=True, tag="kindle", tag_field="order", forbid_unknown_fields=True):
    """In a Matchman window strike him if I hold him and the fuse is worth it; otherwise pass. It is tried after all
    other orders.

    It answers whatever is held: whoever left a window to it is never waited for, and nobody can tell holders by that.
    """

    last: ClassVar[bool] = True
    option: ClassVar[str] = "matchman"

    only: Condition = Condition()
    once: bool = False
    at_least: Annotated[int, Meta(ge=0, le=9999)] = 0
    """What the fuse alone must be worth: that is saved. What lies beside the matchstick stays there either way."""


class LetDie(Struct, frozen=True, tag="let-die", tag_field="order", forbid_unknown_fields=True):
    """In a Matchman window pass."""

    only: Condition = Condition()
    once: bool = False


Order = Union[Plan, Blast, Douse, Kindle, LetDie]
