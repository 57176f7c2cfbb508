"""What an observer of Kobold Bombs knows, what a seat may do, what may happen."""

# A union of many reads better as a list.
# ruff: noqa: UP007

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias, Union

from msgspec import Meta, Struct

from apps.games.kobolds.cards import CardId, Cards, Options
from apps.kernel.events import Private, Public, Secret
from apps.kernel.game import Answer
from apps.kernel.table import Seat, Setup
from apps.kernel.window import Close as Close

Seats: TypeAlias = tuple[Seat, ...]

Phase: TypeAlias = Literal["", "start", "draw", "trick1", "tinker", "trick2", "end", "blast", "over"]
"""Where the turn is (K21). `start`: it was just handed over; `draw`: phase 1; `end`: phases 5 and 6; `blast`: the bomb
went off and the next one is being built; empty before the first turn.
"""

Lasting: TypeAlias = Literal["", "temporary", "permanent"]


# -- actions ---------------------------------------------------------------------------


class Pass(Answer, frozen=True, tag="pass"):
    """Play nothing in this window (K25, K28)."""

    keep: bool = False
    """And in the next ones of this phase (or about this trick), unless a card names me."""


class Play(Answer, frozen=True, tag="play"):
    """Play a trick: sealed until the window closes, and played only if it is the first in order (K27, K-A7)."""

    card: CardId
    target: Seat | None = None
    """The player it names, for tricks that name one."""
    give: CardId | None = None
    """The hand card that goes into the bomb (Quick Fingers)."""
    take: CardId | None = None
    """What leaves the bomb: a face for the holder, a back for everybody else (Quick Fingers, Emergency Pin)."""
    keep: bool = False
    """If somebody else's card is played first, play it in the next window all the same, unless a card names me."""
    hush: bool = False
    """Pay 1 gold instead of showing a card (the Chatterbox)."""


class Tinker(Answer, frozen=True, tag="tinker"):
    """Exchange a hand card for a card of the bomb (K30)."""

    give: CardId
    take: CardId
    """A face; a back for the holder who wears the Blindfold."""
    hush: bool = False
    """Pay 1 gold instead of showing both (the Show-Off Tinkerer)."""


class Skip(Answer, frozen=True, tag="skip"):
    """Do not tinker (any more)."""


class Obey(Answer, frozen=True, tag="obey"):
    """Do what the resurrection card says."""


class Pay(Answer, frozen=True, tag="pay"):
    """Pay 1 gold and do not (K63)."""


class Drop(Answer, frozen=True, tag="drop"):
    """Discard this card (the Small Rucksack)."""

    card: CardId


class BuyOff(Answer, frozen=True, tag="buyoff"):
    """Pay 2 gold and be rid of the resurrection card (K64). The question stays open."""


class Lift(Answer, frozen=True, tag="lift"):
    """Pay 1 gold and look under the Blindfold for this turn. The question stays open."""


class Claim(Answer, frozen=True, tag="claim"):
    """Whether fulfilled missions are cashed in at the next explosion (K-A21). The question stays open."""

    on: bool


Said = Union[Pass, Play]
"""What is sealed in a window."""

Action = Union[Pass, Play, Tinker, Skip, Obey, Pay, Drop, BuyOff, Lift, Claim, Close]


# -- the table -------------------------------------------------------------------------


class Active(Struct, frozen=True, gc=False):
    """A temporary or permanent trick that lies face up in front of somebody (K43, K44)."""

    card: CardId
    seat: Seat
    lasts: Lasting
    target: Seat | None = None


class Item(Struct, frozen=True, gc=False):
    """A trick that was played and has not been settled: the first one, and the interrupts upon it (K45, K-A8)."""

    card: CardId
    seat: Seat
    target: Seat | None = None
    give: CardId | None = None
    """Known to its player only, as is what it takes."""
    take: CardId | None = None


class Sealing(Struct, frozen=True, gc=False):
    """What a seat has said in the open window."""

    seat: Seat
    said: Said


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it: a card they have not seen is a back (see `zones`)."""

    setup: Setup[Options]
    hands: tuple[Cards, ...]
    gold: tuple[int, ...]
    deck: Cards = ()
    """The draw pile, next card first, the last to be dealt from the bottom; only the referee knows it."""
    top: CardId | None = None
    """The next card, which lies open (K13)."""
    left: int = 0
    """How many cards lie in the draw pile, the open one included."""
    discards: Cards = ()
    """The discard pile, face down (K14)."""
    mechanisms: Cards = ()
    """The mechanism pile."""
    bomb: CardId | None = None
    """The bomb card, on top of the bomb for all to see (K11)."""
    inside: Cards = ()
    """What the bomb consists of but for its bomb card."""
    holder: Seat = Seat(0)
    turn: int = 0
    """The running turn, counted from 1; 0 before the first."""
    phase: Phase = ""
    window: int = 0
    """Windows and questions of this turn so far: names the next."""
    sealed: tuple[Sealing, ...] = ()
    """What the observer knows to be said in the open window."""
    stack: tuple[Item, ...] = ()
    """The trick that waits to be settled and the interrupts upon it; while there is one, a reply window is open."""
    kept: tuple[Sealing, ...] = ()
    """What stays said in the trick window after the stack is settled."""
    active: tuple[Active, ...] = ()
    armer: Seat | None = None
    """In front of whom the marker Bomb-armer lies."""
    blocked: bool = False
    """Whether the marker Blocked lies on the draw pile (K34)."""
    primed: bool = False
    """The bomb was armed when this turn began and was never secured since: it will go off (K36, K40)."""
    swaps: int = 0
    """How often the holder has tinkered in this turn's tinkering phase."""
    laid: Seat | None = None
    """Who played the last trick of this phase, interrupts not counted; None: nobody yet (K-A7)."""
    bound_for: Seat | None = None
    """To whom a trick makes the holder hand the bomb, once their turn is ended as it must be (RE09)."""
    rounds: int = 0
    """Handovers since the bomb was built or last armed (K-A28)."""
    played: tuple[int, ...] = ()
    """Tricks each seat has played in this turn."""
    risen: tuple[CardId | None, ...] = ()
    """The resurrection card each seat must follow (K63)."""
    buried: Cards = ()
    """Resurrection cards that were discarded."""
    paid: bool = False
    """Whether the holder has paid for this step of the turn (or obeyed in it)."""
    lifted: bool = False
    """Whether the holder has lifted the Blindfold in this turn."""
    claims: tuple[bool, ...] = ()
    """Who cashes in missions; every observer knows their own wish only, of others the default."""
    faces: Cards = ()
    """The faces, if the observer is shown them, of the cards that the next fact moves face down."""
    blasts: int = 0
    """Explosions so far."""
    last: Exploded | None = None
    """The last explosion."""
    blast_turn: int = 0
    """The turn of the last explosion."""
    pay: Paid | None = None
    """What it paid."""
    winners: Seats = ()


# -- events ----------------------------------------------------------------------------


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The draw pile, next card first (K12, K14)."""

    pile: Cards


class Turned(Public, frozen=True, tag="turned"):
    """The draw pile lies ready, its top card open (K13); the discard pile is in it (K14)."""

    top: CardId
    left: int


class Faces(Private, frozen=True, tag="faces"):
    """What these seats see of the cards that the next fact moves face down, in its order."""

    cards: Cards


class Bared(Public, frozen=True, tag="bared"):
    """The cards that the next fact moves are shown to everybody (the Show-Off Tinkerer)."""

    seat: Seat
    cards: Cards


class Dealt(Public, frozen=True, tag="dealt"):
    """Cards from the bottom of the draw pile (K12, K57): backs, and the face of the top card if it went that far."""

    seat: Seat
    cards: Cards


class Shown(Public, frozen=True, tag="shown"):
    """Cards in a seat's hand that everybody sees now (Glass Pockets, the Chatterbox)."""

    seat: Seat
    cards: Cards


class Saw(Private, frozen=True, tag="saw"):
    """All cards in the hand of `seat` (the Peephole)."""

    seat: Seat
    cards: Cards


class Looked(Private, frozen=True, tag="looked"):
    """All cards in the bomb (K20, the Peephole)."""

    cards: Cards


class Built(Public, frozen=True, tag="built"):
    """A new bomb: the bomb card and mechanisms (K10, K11, K56); nothing in it is hidden (K-A23)."""

    bomb: CardId
    inside: Cards


class Began(Public, frozen=True, tag="began"):
    """A seat is given a new bomb (K15, K58): its turn begins."""

    seat: Seat


class Handed(Public, frozen=True, tag="handed"):
    """The bomb was handed on, to oneself too: a new turn begins (K19, K29, K41), temporary cards are gone (K42)."""

    seat: Seat
    target: Seat
    trick: bool
    """Whether a trick forced it."""


class Drew(Public, frozen=True, tag="drew"):
    """A seat drew the open card (K22); the next one is turned up."""

    seat: Seat
    card: CardId
    top: CardId | None


class Phased(Public, frozen=True, tag="phased"):
    """The next phase of the turn begins (K21)."""

    phase: Phase


class Noted(Private, frozen=True, tag="noted"):
    """A seat said something in a window."""

    seat: Seat
    act: Pass | Play | BuyOff | Lift | Claim


class Played(Public, frozen=True, tag="played"):
    """A trick is played; nothing of it happens before the others had their say."""

    seat: Seat
    card: CardId
    target: Seat | None = None


class Settled(Public, frozen=True, tag="settled"):
    """Nobody interrupts (any more): the trick takes effect as the interrupts left it (K45, K-A8, K-A9)."""

    seat: Seat
    """Whose trick it is in the end."""
    card: CardId
    target: Seat | None
    works: bool
    """Whether it has an effect; if not, it was cancelled or has nobody to take effect on."""
    lasts: Lasting = ""
    """Whether and how long it stays in front of them."""


class Demanded(Public, frozen=True, tag="demanded"):
    """A trick demands the bomb of its holder, who must empty a Small Rucksack before they hand it on (RE09, K29)."""

    seat: Seat
    target: Seat


class Stole(Public, frozen=True, tag="stole"):
    """A seat took a random card out of the hand of another."""

    seat: Seat
    target: Seat
    card: CardId
    """Its back."""


class Swapped(Public, frozen=True, tag="swapped"):
    """A seat put a hand card into the bomb and took one out (K30); backs."""

    seat: Seat
    gave: CardId
    took: CardId
    tinkering: bool
    """Whether it was the holder's tinkering; if not, a trick did it."""


class Pinned(Public, frozen=True, tag="pinned"):
    """A mechanism from the pile went into the bomb, a trick or an apparatus (its back) out of it."""

    seat: Seat
    took: CardId
    mechanism: CardId


class Skipped(Public, frozen=True, tag="skipped"):
    """The holder did not tinker (any more)."""

    seat: Seat


class Armed(Public, frozen=True, tag="armed"):
    """The last mechanism left the bomb; what its explosion will do is announced (K33, K34, K-A13)."""

    seat: Seat
    apparatus: CardId | None
    blocked: bool
    """Whether the marker Blocked is laid on the draw pile."""


class Warned(Public, frozen=True, tag="warned"):
    """The armed bomb was changed; what its explosion will do is announced anew (K35)."""

    seat: Seat
    apparatus: CardId | None


class Secured(Public, frozen=True, tag="secured"):
    """An armed bomb has a mechanism again (K37)."""

    seat: Seat


class Fined(Public, frozen=True, tag="fined"):
    """A seat did not follow its resurrection card and paid 1 gold (K63)."""

    seat: Seat
    card: CardId


class Obeyed(Public, frozen=True, tag="obeyed"):
    """The holder follows the resurrection card where they had a choice."""

    seat: Seat
    card: CardId


class Dropped(Public, frozen=True, tag="dropped"):
    """A seat discarded a hand card face down (its back)."""

    seat: Seat
    card: CardId


class BoughtOff(Public, frozen=True, tag="boughtoff"):
    """A seat paid 2 gold to be rid of its resurrection card (K64)."""

    seat: Seat
    card: CardId


class Exploded(Public, frozen=True, tag="exploded"):
    """The bomb went off (K40, K47–K49)."""

    holder: Seat
    bomb: CardId
    apparatus: CardId | None
    direct: Seats
    """Whom the bomb itself affects, by its apparatus and its bomb card."""
    added: tuple[Active, ...]
    """What affected somebody in addition: `target` is who, each by the card of `seat`; chains last."""
    protected: tuple[Active, ...]
    """What protects whom: `seat`."""
    affected: Seats
    killed: Seats


class Mission(Struct, frozen=True, gc=False):
    """A trick whose secret mission was fulfilled and cashed in (K53)."""

    seat: Seat
    card: CardId
    gold: int


class Paid(Public, frozen=True, tag="paid"):
    """What everybody gets, by seat (K50–K53)."""

    survival: tuple[int, ...]
    hazard: tuple[int, ...]
    rescue: tuple[int, ...]
    missions: tuple[Mission, ...]


class Swept(Public, frozen=True, tag="swept"):
    """The bomb, all active tricks and the hands of the killed are gone; mechanisms are on their pile (K54, K55)."""

    mechanisms: tuple[int, ...]
    """How many came out of each hand."""


class Risen(Public, frozen=True, tag="risen"):
    """A killed player drew a resurrection card (K62)."""

    seat: Seat
    card: CardId


class Won(Public, frozen=True, tag="won"):
    """Somebody has the gold (K59, K60)."""

    seats: Seats


Event = Union[
    Shuffled, Turned, Faces, Bared, Dealt, Shown, Saw, Looked, Built, Began, Handed, Drew, Phased, Noted, Played,
    Settled, Demanded, Stole, Swapped, Pinned, Skipped, Armed, Warned, Secured, Fined, Obeyed, Dropped, BoughtOff,
    Exploded, Paid, Swept, Risen, Won,
]  # fmt: skip


# -- standing orders -------------------------------------------------------------------

Who: TypeAlias = Literal["any", "me", "0", "1", "2", "3", "4", "5"]
Whom: TypeAlias = Literal["player", "holder", "armer", "leader", "left", "right", "0", "1", "2", "3", "4", "5"]
"""Whom a stored trick names; `player`: whoever played the card it answers."""


class Profile(Struct, frozen=True, tag="profile", tag_field="order", forbid_unknown_fields=True):
    """When I want to be asked about tricks; otherwise I pass. It is tried after all other orders."""

    last: ClassVar[bool] = True
    when: Literal["always", "armed", "affected", "named"] = "armed"
    replies: Literal["concerned", "any"] = "concerned"
    """Whether it holds for interrupts only where the trick concerns the seat (edition 3; before, for any trick)."""


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """What the holder will do after the first trick phase, sent along with the answer to it."""

    turn: Annotated[int, Meta(ge=0)]
    """For this turn only."""
    give: str = ""
    """Empty: do not tinker; `ask`: ask me."""
    take: str = ""
    after: Literal["pass", "ask"] = "pass"
    """Whether I pass in the second trick phase of a bomb that is not armed."""


class Reply(Struct, frozen=True, tag="reply", tag_field="order", forbid_unknown_fields=True):
    """Interrupt a trick that fits, if I hold the card."""

    play: Literal["NOWAY", "MINE", "NOTME"]
    against: Annotated[
        str, Meta(pattern=r"^(any|gives me the bomb|gives me the armed bomb|hits me|robs me|names me|[A-Z]{3,10})$")
    ] = "any"
    """What the trick would do, or the key of a trick."""
    target: Whom = "player"
    once: bool = True


class Trick(Struct, frozen=True, tag="trick", tag_field="order", forbid_unknown_fields=True):
    """Play a trick in the first window that fits, if I hold it."""

    play: Annotated[str, Meta(pattern=r"^[A-Z]{3,10}$")]
    """Its key, e.g. `TROLL`."""
    target: Whom = "holder"
    holder: Who | Literal["others"] = "any"
    """Only while this seat (me, anybody but me) holds the bomb."""
    phase: Literal["any", "1", "2"] = "any"
    bomb: Literal["any", "armed", "secured"] = "any"
    doomed: bool = False
    """Only if I would be killed, as far as I know, were it to go off in this turn."""
    once: bool = True


class Soon(Struct, frozen=True, tag="soon", tag_field="order", forbid_unknown_fields=True):
    """Play a trick or an interrupt as soon as it fits (see `as_soon`), if I hold it."""

    once: ClassVar[bool] = True
    play: Annotated[str, Meta(pattern=r"^[A-Z]{3,10}$")]
    """Its key, e.g. `TROLL`."""
    target: Whom = "leader"
    """`player` for an interrupt: whoever played the card it answers."""


Order = Union[Profile, Plan, Reply, Trick, Soon]
