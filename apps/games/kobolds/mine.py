"""The part of the view for one seat alone: its hand, its open question, and its sealed answer."""

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
    """A seat's sealed answer in the open window."""

    face: Face | None
    """The trick it plays unless someone else comes first, or None if it passes."""
    target: Seat | None
    keep: bool


class Tinkering(Struct, frozen=True):
    """The holder's choices in the tinkering phase."""

    ways: tuple[Way, ...]
    may_skip: bool
    skip_costs: bool
    patience: bool
    """True if the bomb has gone round for so long that it must lose a mechanism."""
    forced: bool
    """True if a trick or the table's patience demands a swap."""
    again: bool
    """True if it is the second swap of this turn."""
    arming: Outlook | None
    """The explosion that follows if the last mechanism comes out, or None if it can’t be foreseen."""


class Plan(Struct, frozen=True):
    """The holder's choices for tinkering before that phase starts."""

    turn: int
    gives: tuple[Face, ...]
    takes: tuple[Face, ...]


class Mine(Struct, frozen=True, kw_only=True):
    """A seat's own view. The parts for one kind of question are empty unless that question is open to it."""

    seat: Seat
    holds: bool
    hand: tuple[Held, ...]
    sealed: Sealed | None = None
    first: Seat | None = None
    """The seat where the search for the next trick starts, clockwise. None means the holder, as usual (K-A7)."""
    together: bool = False
    """True if others are asked at the same time."""
    quirk: Face | None
    """The resurrection card it must follow."""
    may_hush: bool
    """True if it can pay 1 gold so that nothing of its hand or its swap is shown."""
    may_buy_off: bool = False
    may_lift: bool = False
    may_claim: bool = False
    """True if it holds a mission and can choose whether fulfilled ones are cashed in."""
    claims: bool
    """True if they are cashed in."""
    tinkering: Tinkering | None = None
    plan: Plan | None = None
    asks: Face | None = None
    """The resurrection card that asks the seat something now."""
    may_pay: bool = False
    """True if it can pay instead of obeying that card."""
    drops: tuple[Face, ...] = ()
    """The cards it can discard for that card."""

    @property
    def playable(self) -> bool:
        """Return whether any card in the hand can be played now."""
        return any(each.ways for each in self.hand)


def mine(state: State, seat: Seat) -> Mine:
    """Return what the seat knows, holds and can do."""
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
    """Add the parts for a trick window: the sealed answer, and the holder's plan for tinkering."""
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
    """Add the parts for the tinkering phase."""
    hushes = _hushes(state, own.seat, SHOW_TINKERER)
    return replace(_aside(state, own), may_hush=hushes, tinkering=_tinkering(state))


def _asked_by(quirk: CardId, state: State, own: Mine) -> Mine:
    """Add the parts for a resurrection card that leaves the holder a choice."""
    drops = laid_out(state.hands[own.seat]) if quirk == RUCKSACK else ()
    return replace(_aside(state, own), asks=face(quirk), may_pay=state.gold[own.seat] > 0, drops=drops)


def _aside(state: State, own: Mine) -> Mine:
    """Add what an asked seat can do without answering."""
    asides = tuple(windows.asides(state, own.seat))
    return replace(own, may_buy_off=BuyOff() in asides, may_lift=Lift() in asides)


def _hushes(state: State, seat: Seat, card: CardId) -> bool:
    """Check whether the seat has this resurrection card and can pay not to show cards."""
    return state.risen[seat] == card and state.gold[seat] > 0


def _sealed(state: State, seat: Seat) -> Sealed | None:
    """Return the sealed answer if it's still valid. A kept trick that can no longer be played isn't an answer."""
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
