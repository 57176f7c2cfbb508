"""What concerns one seat alone: its hand, its open question, what it has sealed."""

from __future__ import annotations

from msgspec import Struct

from apps.games.kobolds import tinkering, turn, windows
from apps.games.kobolds.bomb import contents
from apps.games.kobolds.cards import CHATTERBOX, RUCKSACK, SHOW_TINKERER
from apps.games.kobolds.faces import Face, face, laid_out
from apps.games.kobolds.forcing import forced, impatient
from apps.games.kobolds.hand import Held, Way, exchanges, held
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


class Plan(Struct, frozen=True):
    """What the holder may decide about the tinkering before it begins."""

    turn: int
    gives: tuple[Face, ...]
    takes: tuple[Face, ...]


class Mine(Struct, frozen=True):
    """A seat's own affairs."""

    seat: Seat
    holds: bool
    hand: tuple[Held, ...]
    sealed: Sealed | None
    asked: bool
    """A window is open to the seat."""
    first: Seat | None
    """From whom clockwise the next trick is looked for; None: from the holder, as ever (K-A7)."""
    quirk: Face | None
    """The resurrection card it must follow."""
    may_hush: bool
    """It may pay 1 gold so that nothing of its hand, or of the exchange, is shown."""
    may_buy_off: bool
    may_lift: bool
    may_claim: bool
    """It holds a mission and may say whether fulfilled ones are cashed in."""
    claims: bool
    """Whether they are."""
    tinkering: Tinkering | None
    plan: Plan | None
    asks: Face | None
    """The resurrection card that asks the seat something now."""
    may_pay: bool
    """Whether it may be bought out of what that card asks."""
    drops: tuple[Face, ...]
    """What it may discard for that card."""


def mine(state: State, seat: Seat) -> Mine:
    """What the seat knows, holds and may do."""
    asked = windows.is_open(state) and seat in windows.asked(state)
    holds = seat == state.holder
    tinkers = holds and state.phase == "tinker" and tinkering.is_open(state)
    hand = held(state, seat, asked=asked)
    first = windows.foremost(state)
    asks = turn.quirk(state) if holds else None
    asides = tuple(windows.asides(state, seat)) if asked or tinkers or asks is not None else ()
    quirk, solvent = state.risen[seat], state.gold[seat] > 0
    return Mine(
        seat=seat,
        holds=holds,
        hand=hand,
        sealed=_sealed(state, seat) if asked else None,
        asked=asked,
        first=first if asked and first != state.holder else None,
        quirk=face(quirk) if quirk is not None else None,
        may_hush=solvent and quirk == (SHOW_TINKERER if tinkers else CHATTERBOX),
        may_buy_off=BuyOff() in asides,
        may_lift=Lift() in asides,
        may_claim=asked and any(each.mission is not None for each in hand),
        claims=state.claims[seat],
        tinkering=_tinkering(state) if tinkers else None,
        plan=_plan(state) if asked and holds and state.phase == "trick1" and not state.stack else None,
        asks=face(asks) if asks is not None else None,
        may_pay=asks is not None and solvent,
        drops=laid_out(state.hands[seat]) if asks == RUCKSACK else (),
    )


def _sealed(state: State, seat: Seat) -> Sealed | None:
    """As it still holds: a kept trick that cannot be played any more is no answer."""
    said = dict(windows.said(state)).get(seat)
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
    )


def _plan(state: State) -> Plan | None:
    hand = state.hands[state.holder]
    return Plan(state.turn, laid_out(hand), laid_out(contents(state, state.holder))) if hand else None
