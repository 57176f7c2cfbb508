"""Cards in one place as one observer knows them: faces that they have seen, and backs that they haven't.

An observer who didn't see which card of a kind left no longer knows which of that kind are still there.
"""

from __future__ import annotations

from apps.games.kobolds.cards import CLOSED, CardId, Cards, get_card_kind, is_face
from apps.kernel.fold import remove_value


def list_card_backs(zone: Cards) -> Cards:
    """Return the backs of these cards."""
    return tuple(get_card_kind(card) for card in zone)


def remove_card(zone: Cards, card: CardId) -> tuple[Cards, CardId]:
    """Return the place without a card, and the card as the observer knows it.

    The card is a face, or a back if the observer did not see which. A face that they didn't know to be there is one of
    the backs. If they didn't see the card, all cards that could be it become backs, unless there's only one.
    """
    if is_face(card):
        return remove_value(zone, card if card in zone else _find_known_back(zone, card)), card
    suspects = zone if card == CLOSED else tuple(each for each in zone if get_card_kind(each) in (card, CLOSED))
    if len(suspects) == 1:
        return remove_value(zone, suspects[0]), suspects[0] if is_face(suspects[0]) else card
    back = CLOSED if CLOSED in suspects or card == CLOSED else card
    return remove_value(tuple(back if each in suspects else each for each in zone), back), card


def reveal_cards(zone: Cards, cards: Cards) -> Cards:
    """Return the place after the observer was shown that these cards are there."""
    for card in cards:
        if card not in zone:
            zone = (*remove_value(zone, _find_known_back(zone, card)), card)
    return zone


def _find_known_back(zone: Cards, card: CardId) -> CardId:
    """Return how the observer knew a card whose face they hadn't seen."""
    return get_card_kind(card) if get_card_kind(card) in zone else CLOSED
