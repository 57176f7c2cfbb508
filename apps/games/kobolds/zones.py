"""Cards that lie somewhere, as one observer knows them: faces they have seen, backs they have not.

Whoever has not seen which card of a kind left a place does not know any more which ones of that kind are still there.
"""

from __future__ import annotations

from apps.games.kobolds.cards import CLOSED, CardId, Cards, is_face, kind
from apps.kernel.fold import without


def backs(zone: Cards) -> Cards:
    """What somebody sees who knows no face."""
    return tuple(kind(card) for card in zone)


def take(zone: Cards, card: CardId) -> tuple[Cards, CardId]:
    """The place without a card (a face, or a back if the observer did not see which), and the card as they know it.

    A face they did not know to be there is one of the backs. If the card was not seen, all that may have been it
    become backs, unless there is only one.
    """
    if is_face(card):
        return without(zone, card if card in zone else _back(zone, card)), card
    suspects = zone if card == CLOSED else tuple(each for each in zone if kind(each) in (card, CLOSED))
    if len(suspects) == 1:
        return without(zone, suspects[0]), suspects[0] if is_face(suspects[0]) else card
    back = CLOSED if CLOSED in suspects or card == CLOSED else card
    return without(tuple(back if each in suspects else each for each in zone), back), card


def reveal(zone: Cards, cards: Cards) -> Cards:
    """The place after the observer was shown that these cards lie there."""
    for card in cards:
        if card not in zone:
            zone = (*without(zone, _back(zone, card)), card)
    return zone


def _back(zone: Cards, card: CardId) -> CardId:
    """As what the observer knew a card whose face they had not seen."""
    return kind(card) if kind(card) in zone else CLOSED
