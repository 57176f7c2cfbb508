"""The vocabulary: the cards in the box (D2), and the options of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, NewType, TypeAlias

from msgspec import Struct

from apps.kernel.options import define_option
from apps.kernel.words import gettext_noop as _

CardId = NewType("CardId", int)
"""A printed card. The box is the same in every match, so an id reveals its face and nothing about the shuffle."""

Colour: TypeAlias = Literal["red", "green"]
Kind: TypeAlias = Literal["red", "green", "bomb"]

COLOURS: Final[tuple[Colour, Colour]] = ("red", "green")
LOTS: Final = 15
"""Number of lots in a match: the first pair and 14 from the pile (D4, D12, D-A5)."""
HIGHEST_BID: Final = 999
"""Highest bid that the form accepts without a cap. No total can pay for more (D-A4)."""
LOWEST_CAP: Final = 30
"""Lowest bid cap. With less, most lots would be decided by tiebreaks (D-A3)."""
HIGHEST_TIE: Final = 40
"""Highest tiebreak bid, starting at 1. If rebids can't be lower, it's as high as a bid can be."""


class Card(Struct, frozen=True):
    """A printed face."""

    kind: Kind
    points: int


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    bid_cap: Annotated[
        int,
        define_option(
            _("Bid cap"), _("The highest bid allowed. One published edition uses 40."), ge=LOWEST_CAP, le=HIGHEST_BID
        ),
    ] = HIGHEST_BID
    tie_numbers: Annotated[
        bool,
        define_option(
            _("Tiebreak bids"), _("Everyone adds a second bid in case of a tie, so there are fewer turns to wait for.")
        ),
    ] = False
    rising_ties: Annotated[
        bool,
        define_option(_("No lower rebids"), _("If you bid again after a tie, you must bid at least the tied number.")),
    ] = False
    fixed_windows: Annotated[
        bool,
        define_option(
            _("Always wait for the deadline"),
            _("Bids are revealed only when the time is up, so no one can tell how fast you were."),
        ),
    ] = False


BOMBS: Final = tuple(CardId(i) for i in range(6))
RED: Final = tuple(CardId(i) for i in range(6, 18))
GREEN: Final = tuple(CardId(i) for i in range(18, 30))

FACES: Final[Mapping[CardId, Card]] = {
    **{card: Card("bomb", 0) for card in BOMBS},
    **{card: Card("red", 3 + 2 * i) for i, card in enumerate(RED)},
    **{card: Card("green", 3 + 2 * i) for i, card in enumerate(GREEN)},
}


POINTS: Final = tuple(FACES[CardId(i)].points for i in range(len(FACES)))
"""Points by card id. The rules look them up all the time."""


def is_bomb(card: CardId) -> bool:
    return card < RED[0]


def is_red(card: CardId) -> bool:
    return RED[0] <= card <= RED[-1]


def sum_points(cards: Iterable[CardId]) -> int:
    """Return the total of printed points."""
    return sum(map(POINTS.__getitem__, cards))


def highest_tie(options: Options) -> int:
    """Return the highest tiebreak bid allowed, or 0 without the option."""
    most = options.bid_cap if options.rising_ties else min(HIGHEST_TIE, options.bid_cap)
    return most if options.tie_numbers else 0


def select_best_cards(cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """Return the number cards with the most points, in the given order. Bombs are never among them."""
    numbers = [card for card in cards if not is_bomb(card)]
    most = max((FACES[card].points for card in numbers), default=0)
    return tuple(card for card in numbers if FACES[card].points == most)
