"""The part of the view for one seat alone: its hand, its open question, and its sealed answer."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from apps.games.kobolds import tinkering, turn, windows
from apps.games.kobolds.bomb import list_takeable_cards
from apps.games.kobolds.cards import CHATTERBOX, RUCKSACK, SHOW_TINKERER, CardId
from apps.games.kobolds.faces import Face, build_face, face_or_none, laid_out
from apps.games.kobolds.forcing import is_holder_forced, is_patience_exhausted
from apps.games.kobolds.hand import Held, Way, build_held_cards, build_tinkering_ways
from apps.games.kobolds.outlook import Outlook, forecast_arming
from apps.games.kobolds.penalties import is_quirk_breach
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


def build_own_view(state: State, seat: Seat) -> Mine:
    """Return what the seat knows, holds and can do."""
    asked = windows.is_open(state) and seat in windows.list_asked_seats(state)
    own = Mine(
        seat=seat,
        holds=seat == state.holder,
        hand=build_held_cards(state, seat, asked=asked),
        quirk=face_or_none(state.risen[seat]),
        may_hush=_can_hush(state, seat, CHATTERBOX),
        claims=state.claims[seat],
    )
    if asked:
        return _in_window(state, own)
    if own.holds and state.phase == "tinker" and tinkering.is_open(state):
        return _at_the_bomb(state, own)
    quirk = turn.find_asking_quirk(state) if own.holds else None
    return own if quirk is None else _asked_by(quirk, state, own)


def _in_window(state: State, own: Mine) -> Mine:
    """Add the parts for a trick window: the sealed answer, and the holder's plan for tinkering."""
    first = windows.find_foremost_seat(state)
    plans = own.holds and state.phase == "trick1" and not state.stack
    return replace(
        _add_asides(state, own),
        sealed=_build_sealed_answer(state, own.seat),
        first=first if first != state.holder else None,
        together=len(windows.list_asked_seats(state)) > 1,
        may_claim=any(each.mission is not None for each in own.hand),
        plan=_build_plan_choices(state) if plans else None,
    )


def _at_the_bomb(state: State, own: Mine) -> Mine:
    """Add the parts for the tinkering phase."""
    hushes = _can_hush(state, own.seat, SHOW_TINKERER)
    return replace(_add_asides(state, own), may_hush=hushes, tinkering=_build_tinkering_choices(state))


def _asked_by(quirk: CardId, state: State, own: Mine) -> Mine:
    """Add the parts for a resurrection card that leaves the holder a choice."""
    drops = laid_out(state.hands[own.seat]) if quirk == RUCKSACK else ()
    return replace(_add_asides(state, own), asks=build_face(quirk), may_pay=state.gold[own.seat] > 0, drops=drops)


def _add_asides(state: State, own: Mine) -> Mine:
    """Add what an asked seat can do without answering."""
    asides = tuple(windows.list_asides(state, own.seat))
    return replace(own, may_buy_off=BuyOff() in asides, may_lift=Lift() in asides)


def _can_hush(state: State, seat: Seat, card: CardId) -> bool:
    """Check whether the seat has this resurrection card and can pay not to show cards."""
    return state.risen[seat] == card and state.gold[seat] > 0


def _build_sealed_answer(state: State, seat: Seat) -> Sealed | None:
    """Return the sealed answer if it's still valid. A kept trick that can no longer be played isn't an answer."""
    said = windows.get_sealed_answers(state).get(seat)
    match said:
        case Play(card, target, keep=keep):
            return Sealed(build_face(card), target, keep)
        case Pass(keep):
            return Sealed(None, None, keep)
    return None


def _build_tinkering_choices(state: State) -> Tinkering:
    return Tinkering(
        ways=build_tinkering_ways(state),
        may_skip=Skip() in tinkering.list_legal_actions(state),
        skip_costs=is_quirk_breach(state, state.holder, Skip()),
        patience=is_patience_exhausted(state),
        forced=is_holder_forced(state),
        again=state.swaps > 0,
        arming=forecast_arming(state),
    )


def _build_plan_choices(state: State) -> Plan | None:
    hand = state.hands[state.holder]
    return Plan(state.turn, laid_out(hand), laid_out(list_takeable_cards(state, state.holder))) if hand else None
