"""Reasons for an answer, as far as the seat can see: which players the bomb threatens without it, and with it."""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.kobolds import windows
from apps.games.kobolds.bomb import armed
from apps.games.kobolds.card_values import worth
from apps.games.kobolds.cards import MECHANISM, CardId, kind
from apps.games.kobolds.foresight import threatened, with_effect
from apps.games.kobolds.rules import legal
from apps.games.kobolds.stack import settled
from apps.games.kobolds.state import Action, Drop, Item, Obey, Pass, Pay, Play, Seats, Skip, State, Tinker
from apps.games.kobolds.tricks import trick
from apps.games.kobolds.zones import take as taken_out
from apps.kernel.fold import put
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat


def because(state: State, seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true."""
    match action:
        case Play():
            return _play(state, seat, action)
        case Pass():
            return _pass(state, seat)
        case Tinker(give, take):
            return _tinker(state, seat, give, take)
        case Skip():
            return _skip(state, seat)
        case Drop(card):
            dearer = any(isinstance(act, Drop) and worth((act.card,)) < worth((card,)) for act in legal(state, seat))
            return TRIED if dearer else Reason("least")
        case Obey():
            return Reason("obey")
        case Pay():
            return Reason("pay")
    return TRIED


def _play(state: State, seat: Seat, play: Play) -> Reason:
    before, left = settled(state.stack), (*state.stack, Item(play.card, seat, play.target, play.give, play.take))
    after = settled(left)
    without, with_ = threatened(_once(state, before)), threatened(_once(state, after))
    if found := _turned(seat, without, with_):
        return found
    if before is not None and after is None:
        return Reason("stops", {"target": before.seat})
    played = trick(play.card)
    return Reason("does", {"brief": played.theirs or played.brief})


def _tinker(state: State, seat: Seat, give: CardId, take: CardId) -> Reason:
    after = _exchanged(state, seat, give, take)
    if found := _turned(seat, threatened(state), threatened(after)):
        return found
    if armed(state) and not armed(after):
        return Reason("secures")
    if armed(after) and not armed(state):
        return Reason("arms")
    rescued = kind(take) == MECHANISM and kind(give) != MECHANISM
    return Reason("rescue") if rescued else TRIED


def _skip(state: State, seat: Seat) -> Reason:
    if not armed(state):
        return Reason("unarmed")
    victims = threatened(state)
    if seat in victims:
        return TRIED
    return Reason("others", {"target": victims[0]}) if victims else Reason("nobody")


def _pass(state: State, seat: Seat) -> Reason:
    if next(windows.plays(state, seat), None) is None:
        return Reason("none")
    return TRIED if seat in threatened(_once(state, settled(state.stack))) else Reason("spare")


def _turned(seat: Seat, without: Seats, with_: Seats) -> Reason | None:
    """Return the reason if an answer saves its player or kills someone else."""
    if seat in without and seat not in with_:
        return Reason("saves")
    victims = [each for each in with_ if each not in without and each != seat]
    return Reason("kills", {"target": victims[0]}) if victims and seat not in with_ else None


def _once(state: State, item: Item | None) -> State:
    """Return the table after a trick that no one interrupts, or the same table if it was cancelled."""
    if item is None:
        return state
    if item.take is not None:
        return _exchanged(state, item.seat, item.give, item.take)
    return with_effect(state, item)


def _exchanged(state: State, seat: Seat, give: CardId | None, take: CardId) -> State:
    """Return the table after a card of the bomb was replaced with a hand card, or with a mechanism."""
    inside, taken = taken_out(state.inside, take)
    if give is None:
        return replace(state, inside=(*inside, MECHANISM))
    hand, given = taken_out(state.hands[seat], give)
    return replace(state, inside=(*inside, given), hands=put(state.hands, seat, (*hand, taken)))
