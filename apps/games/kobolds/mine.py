"""What concerns one seat alone: its hand, its open question, what it has sealed."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from apps.games.kobolds import tinkering, turn, windows
from apps.games.kobolds.bomb import contents
from apps.games.kobolds.cards import CHATTERBOX, RUCKSACK, SHOW_TINKERER, CardId
from apps.games.kobolds.faces import Face, face, face_or_none, laid_out
from apps.games.kobolds.forcing import forced, impatient
from apps.games.kobolds.hand import Held, Way, exchanges, held
from apps.games.kobolds.outlook import Outlook, arming
from apps.games.kobolds.penalties import breaks
from apps.games.kobolds.state import BuyOff, Lift, Pass, Play, Skip, State
from apps.kernel.table import Seat


class Sealed(Struct, frozen=True):
    """What the seat has said in the open window."""

    face: Face | None
    """The trick it plays if nobody comes first; None: it passes."""
    target: Seat | None
    keep: bool


class Tinkering(Struct, frozen=True):
    """What the holder may do in the tinkering phase."""

    ways: tuple[Way, ...]
    may_skip: bool
    skip_costs: bool
    patience: bool
    """The bomb has gone round so long that it must lose a mechanism."""
    forced: bool
    """A trick or the patience of the table demands an exchange."""
    again: bool
    """It is the second exchange of this turn."""
    arming: Outlook | None
    """The explosion that follows if the last mechanism comes out; None if it can’t be told."""


class Plan(Struct, frozen=True):
    """What the holder may decide about the tinkering before it begins."""

    turn: int
    gives: tuple[Face, ...]
    takes: tuple[Face, ...]


class Mine(Struct, frozen=True, kw_only=True):
    """A seat's own affairs; what belongs to a question is empty while another one is open to it, or none."""

    seat: Seat
    holds: bool
    hand: tuple[Held, ...]
    sealed: Sealed | None = None
    first: Seat | None = None
    """From whom clockwise the next trick is looked for; None: from the holder, as ever (K-A7)."""
    together: bool = False
    """Whether others are asked at the same time."""
    quirk: Face | None
    """The resurrection card it must follow."""
    may_hush: bool
    """It may pay 1 gold so that nothing of its hand, or of the exchange, is shown."""
    may_buy_off: bool = False
    may_lift: bool = False
    may_claim: bool = False
    """It holds a mission and may say whether fulfilled ones are cashed in."""
    claims: bool
    """Whether they are."""
    tinkering: Tinkering | None = None
    plan: Plan | None = None
    asks: Face | None = None
    """The resurrection card that asks the seat something now."""
    may_pay: bool = False
    """Whether it may be bought out of what that card asks."""
    drops: tuple[Face, ...] = ()
    """What it may discard for that card."""

    @property
    def playable(self) -> bool:
        """Return whether any card in the hand can be played now."""
        return any(each.ways for each in self.hand)


def mine(state: State, seat: Seat) -> Mine:
    """What the seat knows, holds and may do."""
    asked = windows.is_open(state) and seat in windows.asked(state)
    own = Mine(
        seat=seat,
        holds=seat == state.holder,
        hand=held(state, seat, asked=asked),
        quirk=face_or_none(state.risen[seat]),
        may_hush=_hushes(state, seat, CHATTERBOX),
        claims=state.claims[seat],
    )
    if asked:
        return _in_window(state, own)
    if own.holds and state.phase == "tinker" and tinkering.is_open(state):
        return _at_the_bomb(state, own)
    quirk = turn.quirk(state) if own.holds else None
    return own if quirk is None else _asked_by(quirk, state, own)


def _in_window(state: State, own: Mine) -> Mine:
    """While tricks are played: what it has sealed, and the holder's plan for the tinkering that comes."""
    first = windows.foremost(state)
    plans = own.holds and state.phase == "trick1" and not state.stack
    return replace(
        _aside(state, own),
        sealed=_sealed(state, own.seat),
        first=first if first != state.holder else None,
        together=len(windows.asked(state)) > 1,
        may_claim=any(each.mission is not None for each in own.hand),
        plan=_plan(state) if plans else None,
    )


def _at_the_bomb(state: State, own: Mine) -> Mine:
    """While the holder may tinker."""
    hushes = _hushes(state, own.seat, SHOW_TINKERER)
    return replace(_aside(state, own), may_hush=hushes, tinkering=_tinkering(state))


def _asked_by(quirk: CardId, state: State, own: Mine) -> Mine:
    """While a resurrection card leaves the holder a choice."""
    drops = laid_out(state.hands[own.seat]) if quirk == RUCKSACK else ()
    return replace(_aside(state, own), asks=face(quirk), may_pay=state.gold[own.seat] > 0, drops=drops)


def _aside(state: State, own: Mine) -> Mine:
    """What whoever is asked may do beside."""
    asides = tuple(windows.asides(state, own.seat))
    return replace(own, may_buy_off=BuyOff() in asides, may_lift=Lift() in asides)


def _hushes(state: State, seat: Seat, card: CardId) -> bool:
    """Whether it may pay for the silence of this resurrection card."""
    return state.risen[seat] == card and state.gold[seat] > 0


def _sealed(state: State, seat: Seat) -> Sealed | None:
    """As it still holds: a kept trick that cannot be played any more is no answer."""
    said = windows.said(state).get(seat)
    match said:
        case Play(card, target, keep=keep):
            return Sealed(face(card), target, keep)
        case Pass(keep):
            return Sealed(None, None, keep)
    return None


def _tinkering(state: State) -> Tinkering:
    return Tinkering(
        ways=exchanges(state),
        may_skip=Skip() in tinkering.legal(state),
        skip_costs=breaks(state, state.holder, Skip()),
        patience=impatient(state),
        forced=forced(state),
        again=state.swaps > 0,
        arming=arming(state),
    )


def _plan(state: State) -> Plan | None:
    hand = state.hands[state.holder]
    return Plan(state.turn, laid_out(hand), laid_out(contents(state, state.holder))) if hand else None
