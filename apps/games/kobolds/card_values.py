"""The bot's values for cards in a hand, in gold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from apps.games.kobolds.cards import APPARATUS, APPARATUSES, CLOSED, MECHANISM, MECHANISMS, TRICK, CardId, Cards
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.tricks import TRICKS, get_mission_key

# Found by playing hundreds of matches against itself with one number changed.
_TRICK_VALUES: Final[Mapping[str, float]] = {
    "GIMME": 0.48,
    "TAKE": 0.56,
    "TRY": 0.72,
    "NOWAY": 0.72,
    "MINE": 0.72,
    "NOTME": 0.48,
    "TROLL": 0.8,
    "STICK": 0.64,
    "UNDIES": 0.56,
    "FRIEND": 0.56,
    "CHAIN": 0.56,
    "SPLINTER": 0.4,
    "PICK": 0.48,
    "RUMMAGE": 0.8,
    "PEEK": 0.16,
    "QUICK": 0.64,
    "PIN": 0.64,
    "GETTINK": 0.08,
    "HANDSOFF": 0.24,
    "ABOUT": 0.24,
    "SLOW": 0.48,
}
_MISSION_FULFILLED_SHARE: Final = 0.25
"""How often a mission is fulfilled while it's held."""
_MECHANISM_VALUE: Final = 0.0
"""Value of a mechanism besides its rescue pay."""
_APPARATUS_VALUE: Final = 0.25
UNKNOWN_CARD_VALUE: Final = 0.6
"""Value of an unknown card from the draw pile."""


def by_card(tricks: Mapping[str, float], missions: float, mechanism: float, apparatus: float) -> dict[CardId, float]:
    """Return each card's value: of a trick by its key, of a mechanism, or of a gadget.

    A trick's secret mission adds `missions` for each piece of gold that it would bring.
    """
    return {
        **{
            card: tricks[key] + (missions * MISSIONS[get_mission_key(card)].gold if get_mission_key(card) else 0)
            for key, face in TRICKS.items()
            for card in face.copies
        },
        **dict.fromkeys((MECHANISM, *MECHANISMS), mechanism),
        **dict.fromkeys((APPARATUS, *APPARATUSES), apparatus),
    }


_CARD_VALUES: Final[Mapping[CardId, float]] = {
    **by_card(_TRICK_VALUES, _MISSION_FULFILLED_SHARE, _MECHANISM_VALUE, _APPARATUS_VALUE),
    TRICK: UNKNOWN_CARD_VALUE,
    CLOSED: UNKNOWN_CARD_VALUE,
}


@lru_cache(4096)
def sum_card_values(cards: Cards) -> float:
    """Return the total value of these cards. A back has the average value of its kind."""
    return sum([_CARD_VALUES[card] for card in cards])
