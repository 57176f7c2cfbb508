"""Reasons for an answer, as far as the seat can see: which players the bomb threatens without it, and with it."""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.kobolds import windows
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.card_values import sum_card_values
from apps.games.kobolds.cards import MECHANISM, CardId, get_card_kind
from apps.games.kobolds.foresight import list_threatened_seats, with_effect
from apps.games.kobolds.rules import legal
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import Action, Drop, Item, Obey, Pass, Pay, Play, Seats, Skip, State, Tinker
from apps.games.kobolds.tricks import get_trick
from apps.games.kobolds.zones import remove_card
from apps.kernel.fold import replace_at
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat


def because(state: State, seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true."""
    match action:
        case Play():
            return _explain_play(state, seat, action)
        case Pass():
            return _explain_pass(state, seat)
        case Tinker(give, take):
            return _explain_tinkering(state, seat, give, take)
        case Skip():
            return _explain_skip(state, seat)
        case Drop(card):
            dearer = any(
                isinstance(act, Drop) and sum_card_values((act.card,)) < sum_card_values((card,))
                for act in legal(state, seat)
            )
            return TRIED if dearer else Reason("least")
        case Obey():
            return Reason("obey")
        case Pay():
            return Reason("pay")
    return TRIED


def _explain_play(state: State, seat: Seat, play: Play) -> Reason:
    before, left = (
        find_effective_trick(state.stack),
        (*state.stack, Item(play.card, seat, play.target, play.give, play.take)),
    )
    after = find_effective_trick(left)
    without, with_ = (
        list_threatened_seats(_apply_uninterrupted_trick(state, before)),
        list_threatened_seats(_apply_uninterrupted_trick(state, after)),
    )
    if found := _explain_victims(seat, without, with_):
        return found
    if before is not None and after is None:
        return Reason("stops", {"target": before.seat})
    played = get_trick(play.card)
    return Reason("does", {"brief": played.theirs or played.brief})


def _explain_tinkering(state: State, seat: Seat, give: CardId, take: CardId) -> Reason:
    after = _apply_exchange(state, seat, give, take)
    if found := _explain_victims(seat, list_threatened_seats(state), list_threatened_seats(after)):
        return found
    if is_armed(state) and not is_armed(after):
        return Reason("secures")
    if is_armed(after) and not is_armed(state):
        return Reason("arms")
    rescued = get_card_kind(take) == MECHANISM and get_card_kind(give) != MECHANISM
    return Reason("rescue") if rescued else TRIED


def _explain_skip(state: State, seat: Seat) -> Reason:
    if not is_armed(state):
        return Reason("unarmed")
    victims = list_threatened_seats(state)
    if seat in victims:
        return TRIED
    return Reason("others", {"target": victims[0]}) if victims else Reason("nobody")


def _explain_pass(state: State, seat: Seat) -> Reason:
    if next(windows.list_plays(state, seat), None) is None:
        return Reason("none")
    return (
        TRIED
        if seat in list_threatened_seats(_apply_uninterrupted_trick(state, find_effective_trick(state.stack)))
        else Reason("spare")
    )


def _explain_victims(seat: Seat, without: Seats, with_: Seats) -> Reason | None:
    """Return the reason if an answer saves its player or kills someone else."""
    if seat in without and seat not in with_:
        return Reason("saves")
    victims = [each for each in with_ if each not in without and each != seat]
    return Reason("kills", {"target": victims[0]}) if victims and seat not in with_ else None


def _apply_uninterrupted_trick(state: State, item: Item | None) -> State:
    """Return the table after a trick that no one interrupts, or the same table if it was cancelled."""
    if item is None:
        return state
    if item.take is not None:
        return _apply_exchange(state, item.seat, item.give, item.take)
    return with_effect(state, item)


def _apply_exchange(state: State, seat: Seat, give: CardId | None, take: CardId) -> State:
    """Return the table after a card of the bomb was replaced with a hand card, or with a mechanism."""
    inside, taken = remove_card(state.inside, take)
    if give is None:
        return replace(state, inside=(*inside, MECHANISM))
    hand, given = remove_card(state.hands[seat], give)
    return replace(state, inside=(*inside, given), hands=replace_at(state.hands, seat, (*hand, taken)))
