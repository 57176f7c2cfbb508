"""Whole tables of Kobold Bombs, drawn from all that a seat can believe in.

Every back gets a face, and the pile its cards. Backs show a card's kind, unless hands are closed. The others'
answers could reveal more about their cards, but are ignored: all cards are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from apps.games.kobolds.cards import (
    APPARATUS,
    APPARATUSES,
    BLINDFOLD,
    CLOSED,
    MECHANISM,
    MECHANISMS,
    TRICK,
    TRICKS,
    CardId,
    Cards,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.state import State
from apps.games.kobolds.thinking import pick_swapped_cards
from apps.games.kobolds.zones import list_card_backs
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def imagine(state: State, _seat: Seat, luck: Chance) -> State:
    """Fill in at random what the seat doesn't know. No one else has answered the open window yet."""
    zones = (*state.hands, state.inside, state.discards, state.mechanisms)
    lying = [card for zone in zones for card in zone]
    seen = {*lying, state.top, *(item.card for item in state.stack), *(each.card for each in state.active)}
    unseen = {
        back: luck.shuffle(back, [card for card in cards if card not in seen])
        for back, cards in ((APPARATUS, APPARATUSES), (MECHANISM, MECHANISMS), (TRICK, TRICKS))
    }
    known = {back: lying.count(back) for back in unseen}
    pile, closed = _split_unseen_cards(state, {back: cards[known[back] :] for back, cards in unseen.items()}, luck)
    faces = {CLOSED: iter(closed), **{back: iter(cards) for back, cards in unseen.items()}}
    *hands, inside, discards, mechanisms = [_fill_in_faces(zone, faces) for zone in zones]
    table = replace(
        state,
        hands=tuple(hands),
        inside=inside,
        discards=discards,
        mechanisms=mechanisms,
        deck=() if state.top is None else (state.top, *pile),
    )
    return replace(table, stack=tuple([pick_swapped_cards(table, item, luck) for item in table.stack]))


def seen(table: State, seat: Seat) -> State:
    """Return what a seat knows of a whole table if it has forgotten everything that it can no longer see."""
    others = [Seat(at) != seat for at in range(table.setup.seats)]
    hands = [_cover_hand(hand, table) if hidden else hand for hand, hidden in zip(table.hands, others, strict=True)]
    looks = seat == table.holder and (table.risen[seat] != BLINDFOLD or table.lifted)
    armed = table.armer is not None
    return replace(
        table,
        hands=tuple(hands),
        inside=table.inside if looks else tuple([_in_bomb(card, armed) for card in table.inside]),
        discards=list_card_backs(table.discards),
        deck=(),
        sealed=tuple([each for each in table.sealed if each.seat == seat]),
        kept=tuple([each for each in table.kept if each.seat == seat]),
        stack=tuple([each if each.seat == seat else replace(each, give=None, take=None) for each in table.stack]),
        claims=tuple([hidden or claim for claim, hidden in zip(table.claims, others, strict=True)]),
    )


def _cover_hand(hand: Cards, table: State) -> Cards:
    """Return another player's hand as backs."""
    return (CLOSED,) * len(hand) if table.setup.options.closed_hands else list_card_backs(hand)


def _in_bomb(card: CardId, armed: bool) -> CardId:
    """Return a card in the bomb as others see it. An armed bomb has revealed its gadget (K34)."""
    return card if armed and get_card_kind(card) == APPARATUS else get_card_kind(card)


def _split_unseen_cards(state: State, unseen: Mapping[str, Cards], luck: Chance) -> tuple[Cards, Cards]:
    """Return the draw pile under the face-up card and the cards in closed hands. The pile contains no mechanisms."""
    cards = luck.shuffle("rest", (*unseen[APPARATUS], *unseen[TRICK]))
    pile = max(0, state.left - 1)
    return cards[:pile], luck.shuffle("closed", (*cards[pile:], *unseen[MECHANISM]))


def _fill_in_faces(zone: Cards, faces: Mapping[str, Iterator[str]]) -> Cards:
    """Return the place with a face for every back."""
    return tuple([card if is_face(card) else next(faces[card]) for card in zone])
