"""The Small Rucksack (RE09): whether its holder must empty it before their turn is over."""

from __future__ import annotations

from apps.games.kobolds.cards import HAND_SIZE, RUCKSACK
from apps.games.kobolds.state import State


def is_rucksack_overfull(state: State) -> bool:
    """Check whether the holder follows the card, has too many cards, and hasn't paid for them in this turn."""
    return state.risen[state.holder] == RUCKSACK and len(state.hands[state.holder]) > HAND_SIZE and not state.paid
