"""The types of Kobold Bombs: what an observer knows, what a seat can do, and what can happen."""

# A long union is easier to read as a list.
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
"""The phase of the turn (K21), empty before the first turn.

`start`: the bomb was just handed over. `draw`: phase 1. `end`: phases 5 and 6. `blast`: the bomb went off and the next
one is being built.
"""

Lasting: TypeAlias = Literal["", "temporary", "permanent"]


# -- actions ---------------------------------------------------------------------------


class Pass(Answer, frozen=True, tag="pass"):
    """Play nothing in this window (K25, K28)."""

    keep: bool = False
    """True to pass in the next windows of this phase (or about this trick) as well, unless a card names me."""


class Play(Answer, frozen=True, tag="play"):
    """Play a trick. It's sealed until the window closes, and is played only if it's the first in order (K27, K-A7)."""

    card: CardId
    target: Seat | None = None
    """The player it names, for tricks that name one."""
    give: CardId | None = None
    """The hand card to put into the bomb (Quick Fingers)."""
    take: CardId | None = None
    """The card to take out of the bomb: a face for the holder, a back for others (Quick Fingers, Emergency Pin)."""
    keep: bool = False
    """True to play it in the next window if someone else's card is played first, unless a card names me."""
    hush: bool = False
    """True to pay 1 gold instead of showing a card (the Chatterbox)."""


class Tinker(Answer, frozen=True, tag="tinker"):
    """Swap a hand card for a card of the bomb (K30)."""

    give: CardId
    take: CardId
    """A face, or a back if the holder wears the Blindfold."""
    hush: bool = False
    """True to pay 1 gold instead of showing both (the Show-Off Tinkerer)."""


class Skip(Answer, frozen=True, tag="skip"):
    """Don't tinker, or not again."""


class Obey(Answer, frozen=True, tag="obey"):
    """Do what the resurrection card says."""


class Pay(Answer, frozen=True, tag="pay"):
    """Pay 1 gold instead of obeying (K63)."""


class Drop(Answer, frozen=True, tag="drop"):
    """Discard this card (the Small Rucksack)."""

    card: CardId


class BuyOff(Answer, frozen=True, tag="buyoff"):
    """Pay 2 gold to get rid of the resurrection card (K64). The question stays open."""


class Lift(Answer, frozen=True, tag="lift"):
    """Pay 1 gold to look under the Blindfold this turn. The question stays open."""


class Claim(Answer, frozen=True, tag="claim"):
    """Choose whether to cash in fulfilled missions at the next explosion (K-A21). The question stays open."""

    on: bool


Said = Union[Pass, Play]
"""An answer that is sealed in a window."""

Action = Union[Pass, Play, Tinker, Skip, Obey, Pay, Drop, BuyOff, Lift, Claim, Close]


# -- the table -------------------------------------------------------------------------


class Active(Struct, frozen=True, gc=False):
    """A temporary or permanent trick, face up in front of a player (K43, K44)."""

    card: CardId
    seat: Seat
    lasts: Lasting
    target: Seat | None = None


class Item(Struct, frozen=True, gc=False):
    """A played trick that isn't settled yet, or an interrupt of it (K45, K-A8)."""

    card: CardId
    seat: Seat
    target: Seat | None = None
    give: CardId | None = None
    """The hand card to put into the bomb. Like `take`, it's known only to its player."""
    take: CardId | None = None


class Sealing(Struct, frozen=True, gc=False):
    """A seat's sealed answer in the open window."""

    seat: Seat
    said: Said


class State(Struct, frozen=True, gc=False):
    """The table as one observer knows it. A card that they haven't seen is a back (see `zones`)."""

    setup: Setup[Options]
    hands: tuple[Cards, ...]
    gold: tuple[int, ...]
    deck: Cards = ()
    """The draw pile, starting with the next card. Cards are dealt from the bottom. Only the referee knows it."""
    top: CardId | None = None
    """The next card, which is face up (K13)."""
    left: int = 0
    """Number of cards in the draw pile, including the face-up one."""
    discards: Cards = ()
    """The discard pile, face down (K14)."""
    mechanisms: Cards = ()
    """The mechanism pile."""
    bomb: CardId | None = None
    """The bomb card, on top of the bomb and visible to all (K11)."""
    inside: Cards = ()
    """The cards of the bomb except its bomb card."""
    holder: Seat = Seat(0)
    turn: int = 0
    """The current turn, counted from 1, or 0 before the first."""
    phase: Phase = ""
    window: int = 0
    """Number of windows and questions of this turn so far, for the next question's key."""
    sealed: tuple[Sealing, ...] = ()
    """The sealed answers in the open window that the observer knows."""
    stack: tuple[Item, ...] = ()
    """The trick that waits to be settled and its interrupts. While there is one, a reply window is open."""
    kept: tuple[Sealing, ...] = ()
    """The sealed answers that stay valid in the trick window once the stack is settled."""
    active: tuple[Active, ...] = ()
    armer: Seat | None = None
    """The seat with the Bomb-armer marker."""
    blocked: bool = False
    """True if the Blocked marker is on the draw pile (K34)."""
    primed: bool = False
    """True if the bomb was armed when this turn started and hasn't been secured since. It will go off (K36, K40)."""
    swaps: int = 0
    """Number of times the holder has tinkered in this turn's tinkering phase."""
    laid: Seat | None = None
    """The player of this phase's last trick, not counting interrupts, or None if there was none yet (K-A7)."""
    bound_for: Seat | None = None
    """The seat that a trick gives the bomb to as soon as the holder's turn has been ended properly (RE09)."""
    rounds: int = 0
    """Number of handovers since the bomb was built or last armed (K-A28)."""
    played: tuple[int, ...] = ()
    """Number of tricks each seat has played this turn."""
    risen: tuple[CardId | None, ...] = ()
    """The resurrection card each seat must follow (K63)."""
    buried: Cards = ()
    """The discarded resurrection cards."""
    paid: bool = False
    """True if the holder has paid for this step of the turn, or obeyed in it."""
    lifted: bool = False
    """True if the holder has lifted the Blindfold this turn."""
    claims: tuple[bool, ...] = ()
    """True for each seat that cashes in missions. Observers know their own choice, and the default for others."""
    faces: Cards = ()
    """The faces of the cards that the next fact moves face down, if the observer is shown them."""
    blasts: int = 0
    """Number of explosions so far."""
    last: Exploded | None = None
    """The last explosion."""
    blast_turn: int = 0
    """The turn of the last explosion."""
    pay: Paid | None = None
    """The payout of the last explosion."""
    winners: Seats = ()


# -- events ----------------------------------------------------------------------------


class Shuffled(Secret, frozen=True, tag="shuffled"):
    """The shuffled draw pile, starting with the next card (K12, K14)."""

    pile: Cards


class Turned(Public, frozen=True, tag="turned"):
    """The draw pile is ready, with its top card face up (K13). It includes the discard pile (K14)."""

    top: CardId
    left: int


class Faces(Private, frozen=True, tag="faces"):
    """The faces, in order, that these seats see of the cards that the next fact moves face down."""

    cards: Cards


class Bared(Public, frozen=True, tag="bared"):
    """The cards that the next fact moves, shown to everyone (the Show-Off Tinkerer)."""

    seat: Seat
    cards: Cards


class Dealt(Public, frozen=True, tag="dealt"):
    """Cards from the bottom of the draw pile (K12, K57), as backs. If the top card is among them, its face is shown."""

    seat: Seat
    cards: Cards


class Shown(Public, frozen=True, tag="shown"):
    """Cards in a seat's hand that everyone sees now (Glass Pockets, the Chatterbox)."""

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
    """A new bomb: the bomb card and its mechanisms (K10, K11, K56). Nothing in it is hidden (K-A23)."""

    bomb: CardId
    inside: Cards


class Began(Public, frozen=True, tag="began"):
    """A seat gets a new bomb and starts its turn (K15, K58)."""

    seat: Seat


class Handed(Public, frozen=True, tag="handed"):
    """The bomb was handed on, perhaps to its holder.

    A new turn starts (K19, K29, K41) without temporary cards (K42).
    """

    seat: Seat
    target: Seat
    trick: bool
    """True if a trick forced it."""


class Drew(Public, frozen=True, tag="drew"):
    """A seat drew the face-up card, and the next one is turned up (K22)."""

    seat: Seat
    card: CardId
    top: CardId | None


class Phased(Public, frozen=True, tag="phased"):
    """The next phase of the turn starts (K21)."""

    phase: Phase


class Noted(Private, frozen=True, tag="noted"):
    """A seat answered in a window."""

    seat: Seat
    act: Pass | Play | BuyOff | Lift | Claim


class Played(Public, frozen=True, tag="played"):
    """A trick is played. It takes effect only after the others have been able to interrupt."""

    seat: Seat
    card: CardId
    target: Seat | None = None


class Settled(Public, frozen=True, tag="settled"):
    """No one interrupts any longer. The trick takes effect as the interrupts left it (K45, K-A8, K-A9)."""

    seat: Seat
    """The trick's final owner."""
    card: CardId
    target: Seat | None
    works: bool
    """True if it has an effect. If not, it was cancelled or has no one to affect."""
    lasts: Lasting = ""
    """How long it stays in front of its owner, or empty if it doesn't."""


class Demanded(Public, frozen=True, tag="demanded"):
    """A trick demands the bomb from its holder, who must empty a Small Rucksack before handing it on (RE09, K29)."""

    seat: Seat
    target: Seat


class Stole(Public, frozen=True, tag="stole"):
    """A seat took a random card from another's hand."""

    seat: Seat
    target: Seat
    card: CardId
    """The back of the card."""


class Swapped(Public, frozen=True, tag="swapped"):
    """A seat put a hand card into the bomb and took one out (K30). Both are backs."""

    seat: Seat
    gave: CardId
    took: CardId
    tinkering: bool
    """True if it was the holder's tinkering. If not, a trick did it."""


class Pinned(Public, frozen=True, tag="pinned"):
    """A mechanism from the pile replaced a trick or a gadget (its back) in the bomb."""

    seat: Seat
    took: CardId
    mechanism: CardId


class Skipped(Public, frozen=True, tag="skipped"):
    """The holder didn't tinker, or not again."""

    seat: Seat


class Armed(Public, frozen=True, tag="armed"):
    """The last mechanism left the bomb. What its explosion will do is announced (K33, K34, K-A13)."""

    seat: Seat
    apparatus: CardId | None
    blocked: bool
    """True if the Blocked marker is put on the draw pile."""


class Warned(Public, frozen=True, tag="warned"):
    """The armed bomb was changed. What its explosion will do is announced again (K35)."""

    seat: Seat
    apparatus: CardId | None


class Secured(Public, frozen=True, tag="secured"):
    """An armed bomb has a mechanism again (K37)."""

    seat: Seat


class Fined(Public, frozen=True, tag="fined"):
    """A seat broke the rule of its resurrection card and paid 1 gold (K63)."""

    seat: Seat
    card: CardId


class Obeyed(Public, frozen=True, tag="obeyed"):
    """The holder chose to obey the resurrection card."""

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
    """Seats affected by the bomb itself, because of its gadget and its bomb card."""
    added: tuple[Active, ...]
    """Tricks that affected more seats: the card of `seat` hits `target`. Chains come last."""
    protected: tuple[Active, ...]
    """Tricks that protect their `seat`."""
    affected: Seats
    killed: Seats


class Mission(Struct, frozen=True, gc=False):
    """A trick whose secret mission was fulfilled and cashed in (K53)."""

    seat: Seat
    card: CardId
    gold: int


class Paid(Public, frozen=True, tag="paid"):
    """Everyone's payout by seat (K50–K53)."""

    survival: tuple[int, ...]
    hazard: tuple[int, ...]
    rescue: tuple[int, ...]
    missions: tuple[Mission, ...]


class Swept(Public, frozen=True, tag="swept"):
    """The bomb, all active tricks and killed players' hands are gone. Mechanisms are back on their pile (K54, K55)."""

    mechanisms: tuple[int, ...]
    """Number of mechanisms from each hand."""


class Risen(Public, frozen=True, tag="risen"):
    """A killed player drew a resurrection card (K62)."""

    seat: Seat
    card: CardId


class Won(Public, frozen=True, tag="won"):
    """Someone has enough gold to win (K59, K60)."""

    seats: Seats


Event = Union[
    Shuffled, Turned, Faces, Bared, Dealt, Shown, Saw, Looked, Built, Began, Handed, Drew, Phased, Noted, Played,
    Settled, Demanded, Stole, Swapped, Pinned, Skipped, Armed, Warned, Secured, Fined, Obeyed, Dropped, BoughtOff,
    Exploded, Paid, Swept, Risen, Won,
]  # fmt: skip


# -- standing orders -------------------------------------------------------------------

Who: TypeAlias = Literal["any", "me", "0", "1", "2", "3", "4", "5"]
Whom: TypeAlias = Literal["player", "holder", "armer", "leader", "left", "right", "0", "1", "2", "3", "4", "5"]
"""The target of a stored trick. `player` means the player of the card it answers."""


class Profile(Struct, frozen=True, tag="profile", tag_field="order", forbid_unknown_fields=True):
    """Pass on tricks unless I want to be asked. It's tried after all other orders."""

    last: ClassVar[bool] = True
    when: Literal["always", "armed", "affected", "named"] = "armed"
    replies: Literal["concerned", "any"] = "concerned"
    """The interrupts it covers: only if the trick concerns the seat (edition 3), or for any trick, as in older
    editions.
    """


class Plan(Struct, frozen=True, tag="plan", tag_field="order", forbid_unknown_fields=True):
    """The holder's plan for the time after the first trick phase, sent with the answer to it."""

    turn: Annotated[int, Meta(ge=0)]
    """The only turn in which it applies."""
    give: str = ""
    """The card to give. Empty means don't tinker, and `ask` means ask me."""
    take: str = ""
    after: Literal["pass", "ask"] = "pass"
    """Pass in the second trick phase if the bomb isn't armed, or ask me."""


class Reply(Struct, frozen=True, tag="reply", tag_field="order", forbid_unknown_fields=True):
    """Interrupt a matching trick if I hold the card."""

    play: Literal["NOWAY", "MINE", "NOTME"]
    against: Annotated[
        str, Meta(pattern=r"^(any|gives me the bomb|gives me the armed bomb|hits me|robs me|names me|[A-Z]{3,10})$")
    ] = "any"
    """The effect to interrupt, or the key of a trick."""
    target: Whom = "player"
    once: bool = True


class Trick(Struct, frozen=True, tag="trick", tag_field="order", forbid_unknown_fields=True):
    """Play a trick in the first window that fits, if I hold it."""

    play: Annotated[str, Meta(pattern=r"^[A-Z]{3,10}$")]
    """Its key, e.g. `TROLL`."""
    target: Whom = "holder"
    holder: Who | Literal["others"] = "any"
    """The seat that must hold the bomb: me, others, or a certain player."""
    phase: Literal["any", "1", "2"] = "any"
    bomb: Literal["any", "armed", "secured"] = "any"
    doomed: bool = False
    """True to play it only if I'd be killed, as far as I know, if the bomb went off this turn."""
    once: bool = True


class Soon(Struct, frozen=True, tag="soon", tag_field="order", forbid_unknown_fields=True):
    """Play a trick or an interrupt as soon as it fits (see `as_soon`), if I hold it."""

    once: ClassVar[bool] = True
    play: Annotated[str, Meta(pattern=r"^[A-Z]{3,10}$")]
    """Its key, e.g. `TROLL`."""
    target: Whom = "leader"
    """The player it names. For an interrupt, `player` means the player of the card it answers."""


Order = Union[Profile, Plan, Reply, Trick, Soon]
