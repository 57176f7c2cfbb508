"""A whole table of Kobold Bombs, drawn from all that a seat may believe in: every back gets a face, the pile its cards.

Backs tell of what kind a card is; where hands are closed not even that. What the others' answers tell of their cards is
left out: all are as likely as each other.
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
    is_face,
    kind,
)
from apps.games.kobolds.state import State
from apps.games.kobolds.thinking import chosen
from apps.games.kobolds.zones import backs
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def imagine(state: State, _seat: Seat, luck: Chance) -> State:
    """What the seat knows, and the rest filled in by luck. Nobody else has answered the open window yet."""
    zones = (*state.hands, state.inside, state.discards, state.mechanisms)
    lying = [card for zone in zones for card in zone]
    seen = {*lying, state.top, *(item.card for item in state.stack), *(each.card for each in state.active)}
    unseen = {
        back: luck.shuffle(back, [card for card in cards if card not in seen])
        for back, cards in ((APPARATUS, APPARATUSES), (MECHANISM, MECHANISMS), (TRICK, TRICKS))
    }
    known = {back: lying.count(back) for back in unseen}
    pile, closed = _rest(state, {back: cards[known[back] :] for back, cards in unseen.items()}, luck)
    faces = {CLOSED: iter(closed), **{back: iter(cards) for back, cards in unseen.items()}}
    *hands, inside, discards, mechanisms = [_faced(zone, faces) for zone in zones]
    table = replace(
        state,
        hands=tuple(hands),
        inside=inside,
        discards=discards,
        mechanisms=mechanisms,
        deck=() if state.top is None else (state.top, *pile),
    )
    return replace(table, stack=tuple([chosen(table, item, luck) for item in table.stack]))


def seen(table: State, seat: Seat) -> State:
    """What a seat knows of a whole table if it has forgotten all that it cannot see any more."""
    others = [Seat(at) != seat for at in range(table.setup.seats)]
    hands = [_covered(hand, table) if hidden else hand for hand, hidden in zip(table.hands, others, strict=True)]
    looks = seat == table.holder and (table.risen[seat] != BLINDFOLD or table.lifted)
    armed = table.armer is not None
    return replace(
        table,
        hands=tuple(hands),
        inside=table.inside if looks else tuple([_in_bomb(card, armed) for card in table.inside]),
        discards=backs(table.discards),
        deck=(),
        sealed=tuple([each for each in table.sealed if each.seat == seat]),
        kept=tuple([each for each in table.kept if each.seat == seat]),
        stack=tuple([each if each.seat == seat else replace(each, give=None, take=None) for each in table.stack]),
        claims=tuple([hidden or claim for claim, hidden in zip(table.claims, others, strict=True)]),
    )


def _covered(hand: Cards, table: State) -> Cards:
    """Somebody else's hand."""
    return (CLOSED,) * len(hand) if table.setup.options.closed_hands else backs(hand)


def _in_bomb(card: CardId, armed: bool) -> CardId:
    """An armed bomb has named its apparatus (K34)."""
    return card if armed and kind(card) == APPARATUS else kind(card)


def _rest(state: State, unseen: Mapping[str, Cards], luck: Chance) -> tuple[Cards, Cards]:
    """What lies in the draw pile under the open card, and what in closed hands: no mechanism lies in the pile."""
    cards = luck.shuffle("rest", (*unseen[APPARATUS], *unseen[TRICK]))
    pile = max(0, state.left - 1)
    return cards[:pile], luck.shuffle("closed", (*cards[pile:], *unseen[MECHANISM]))


def _faced(zone: Cards, faces: Mapping[str, Iterator[str]]) -> Cards:
    """The place with a face for every back."""
    return tuple([card if is_face(card) else next(faces[card]) for card in zone])
