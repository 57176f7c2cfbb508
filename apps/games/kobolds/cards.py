"""The vocabulary: names of cards, their backs (K3–K7, K20, K-A12), and the options of a table."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from apps.kernel.options import define_option
from apps.kernel.words import gettext_noop as _

CardId: TypeAlias = str
"""A printed card, e.g. `TR05`, or just its back, e.g. `TR`, if the observer hasn't seen its face."""

Cards: TypeAlias = tuple[CardId, ...]

Back: TypeAlias = Literal["BO", "AP", "ME", "TR", "RE", "??"]
"""The back of a face-down card, which everyone can see: bomb, gadget, mechanism, trick, resurrection.

`??` is the back of a card in a hand whose kinds are hidden (closed hands).
"""

BOMB: Final = "BO"
APPARATUS: Final = "AP"
MECHANISM: Final = "ME"
TRICK: Final = "TR"
RESURRECTION: Final = "RE"
CLOSED: Final = "??"

HAND_SIZE: Final = 4
"""Number of cards in a first hand (K12), and in the new hand of a killed player (K57)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    gold: Annotated[
        Literal[5, 7, 10],
        define_option(
            _("Gold to win"), _("The match ends after the first explosion that leaves a player with this much gold.")
        ),
    ] = 10
    resurrection: Annotated[
        bool,
        define_option(
            _("Resurrection cards"),
            _("Killed players come back with a quirk. Breaking its rule costs gold."),
        ),
    ] = False
    closed_hands: Annotated[
        bool, define_option(_("Hidden hands"), _("No one can see what kinds of cards the others hold."))
    ] = False
    fixed_windows: Annotated[
        bool,
        define_option(
            _("Always wait for the deadline"),
            _("The time for playing tricks always runs to the end, so no one can tell how quickly others decided."),
        ),
    ] = False
    patience: Annotated[
        Literal[2, 4, 8],
        define_option(
            _("Patience"),
            _(
                "A bomb that has gone round the table this many times without being armed must lose a mechanism "
                "every turn."
            ),
        ),
    ] = 4


def get_card_kind(card: CardId) -> str:
    """Return the back of a card."""
    return card[:2]


def is_face(card: CardId) -> bool:
    """Check whether this names a printed card, not just a back."""
    return len(card) > 2


@lru_cache(1024)  # The same hands are counted repeatedly.
def count_cards(cards: Cards, back: str) -> int:
    """Count the cards with this back. Closed cards don't show theirs."""
    return [card[:2] for card in cards].count(back)


def list_card_ids(prefix: str, most: int, digits: int = 2) -> Cards:
    """Return `TR01`, `TR02` and so on."""
    return tuple(f"{prefix}{number:0{digits}}" for number in range(1, most + 1))


BOMBS: Final = list_card_ids(BOMB, 10)
APPARATUSES: Final = list_card_ids(APPARATUS, 7, 1)
MECHANISMS: Final = list_card_ids(MECHANISM, 10)
TRICKS: Final = list_card_ids(TRICK, 47)
RESURRECTIONS: Final = list_card_ids(RESURRECTION, 18)
BUTTERFINGERS: Final = "RE08"
WRONG_WAY: Final = "RE03"
GLASS_POCKETS: Final = "RE04"
RUCKSACK: Final = "RE09"
BLINDFOLD: Final = "RE13"
CHATTERBOX: Final = "RE14"
WEAK_ARMS: Final = "RE15"
SHOW_TINKERER: Final = "RE18"
"""Resurrection cards that change the course of the turn itself. All of them are described in `penalties`."""

BASE_CARDS: Final = (*BOMBS, *APPARATUSES, *MECHANISMS, *TRICKS)
"""All cards of the box except the resurrection cards."""
