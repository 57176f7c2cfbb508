"""The vocabulary: the cards in the box (F2, F31, F45, F46), and the options of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal, NewType, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from apps.kernel.options import define_option
from apps.kernel.words import gettext_noop as _

CardId = NewType("CardId", int)
"""A printed card. The box is the same in every match, so an id reveals its face and nothing about the shuffle."""

Kind: TypeAlias = Literal["fuse", "scissors", "bucket", "boot", "extinguisher", "matchman", "timebomb"]


class Card(Struct, frozen=True):
    """A printed face."""

    kind: Kind
    points: int


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    deals: Annotated[
        int,
        define_option(_("Deals"), _("Scores are added up, and the starting player changes each deal."), ge=1, le=10),
    ] = 1
    short_fuse: Annotated[
        bool, define_option(_("Short fuse"), _("Uses half the fuse cards, so a deal takes half as long."))
    ] = False
    extinguisher: Annotated[bool, define_option(_("Extinguisher"), _("Adds a defuse card worth 10."))] = False
    matchman: Annotated[
        bool, define_option(_("Matchman"), _("Adds a card that relights a fuse someone else has cut."))
    ] = False
    fixed_windows: Annotated[
        bool,
        define_option(
            _("Always wait for the deadline"),
            _("Keeps the Matchman question open for its full time, so a quick answer gives nothing away."),
        ),
    ] = False
    penalty: Annotated[
        bool, define_option(_("Slow-fuse penalty"), _("Players who miss a deadline give up a defuse card."))
    ] = False
    open_totals: Annotated[
        bool,
        define_option(_("Open totals"), _("Everyone sees what the piles are worth. If off, you have to remember.")),
    ] = True
    estimate: Annotated[bool, define_option(_("Estimate mode"), _("The fuse shows its cards but not their total."))] = (
        False
    )
    specials: Annotated[bool, Meta(title="Special cards", extra={"former": True})] = False
    """Both special cards, an option of older tables that could only have them together."""

    def __post_init__(self) -> None:
        if self.specials:
            force_setattr(self, "extinguisher", True)
            force_setattr(self, "matchman", True)


FUSE_COPIES_BY_POINTS: Final = {3: 36, 7: 38, 10: 24, 15: 14}
DEFUSE_POINTS_BY_KIND: Final[Mapping[Kind, int]] = {"scissors": 6, "bucket": 5, "boot": 4}
COPIES_PER_DEFUSE_KIND: Final = 6

_printed: Final[tuple[Card, ...]] = (
    *(Card("fuse", points) for points, copies in FUSE_COPIES_BY_POINTS.items() for _ in range(copies)),
    *(Card(kind, points) for kind, points in DEFUSE_POINTS_BY_KIND.items() for _ in range(COPIES_PER_DEFUSE_KIND)),
    Card("extinguisher", 10),
    Card("matchman", 0),
    Card("timebomb", 0),
)

FACES: Final[Mapping[CardId, Card]] = {CardId(i): card for i, card in enumerate(_printed)}
POINTS_BY_CARD: Final = tuple(card.points for card in _printed)
"""Points by card id. The rules look them up all the time."""

MEAN_POINTS: Final = sum(points * count for points, count in FUSE_COPIES_BY_POINTS.items()) / sum(
    FUSE_COPIES_BY_POINTS.values()
)
"""Average points of a fuse card."""
FUSE_CARD_IDS: Final = tuple(i for i, card in FACES.items() if card.kind == "fuse")
EXTINGUISHER: Final = CardId(len(_printed) - 3)
MATCHMAN: Final = CardId(len(_printed) - 2)
TIMEBOMB: Final = CardId(len(_printed) - 1)
DEFUSE_CARD_IDS: Final = tuple(i for i, card in FACES.items() if card.kind in DEFUSE_POINTS_BY_KIND)
"""The eighteen defuse cards of the basic game, without the Extinguisher."""

SHORT_FUSE_CARD_IDS: Final = tuple(
    i
    for i in FUSE_CARD_IDS
    if sum(POINTS_BY_CARD[other] == POINTS_BY_CARD[i] for other in FUSE_CARD_IDS[:i])
    < FUSE_COPIES_BY_POINTS[POINTS_BY_CARD[i]] // 2
)
"""Half of the fuse cards, in the same proportions."""

_FUSE_CARD_COUNT: Final = len(FUSE_CARD_IDS)

_SORT_RANK_BY_CARD: Final = tuple(
    card.points + 100 * (card.kind != "fuse") + 100 * (not card.points) for card in _printed
)
"""Sort rank: fuse cards, then defuse cards, then the Matchman, each by points."""


def is_fuse(card: CardId) -> bool:
    """Check whether the card is a fuse card. They have the first numbers."""
    return card < _FUSE_CARD_COUNT


def is_defuse(card: CardId) -> bool:
    return _FUSE_CARD_COUNT <= card <= EXTINGUISHER


def fuse_cards(hand: Iterable[CardId]) -> list[CardId]:
    return [card for card in hand if card < _FUSE_CARD_COUNT]


def defuse_cards(hand: Iterable[CardId]) -> list[CardId]:
    return [card for card in hand if _FUSE_CARD_COUNT <= card <= EXTINGUISHER]


def select_lowest_card(cards: Sequence[CardId]) -> CardId:
    """Return the fuse card with the fewest points or, without fuse cards, the lowest defuse card.

    On a tie, it's the first, which has been held longest.
    """
    first = min(cards)  # Fuse cards are numbered by points, which avoids most lookups.
    least = _SORT_RANK_BY_CARD[first] if is_fuse(first) else min([_SORT_RANK_BY_CARD[card] for card in cards])
    for card in cards:
        if _SORT_RANK_BY_CARD[card] == least:
            return card
    return first


def select_highest_card(cards: Iterable[CardId]) -> CardId:
    """Return the card with the most points. On a tie, it's the first, which has been held longest."""
    return max(cards, key=POINTS_BY_CARD.__getitem__)


def sum_points(cards: Iterable[CardId]) -> int:
    """Return the total points of these cards."""
    return sum(map(POINTS_BY_CARD.__getitem__, cards))
