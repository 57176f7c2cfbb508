"""The look of a card: its face with title and text if the observer has seen it, or else its back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from apps.games.kobolds.apparatus import APPARATUS as APPARATUS_CARDS
from apps.games.kobolds.bombs import BOMBS, TITLE_BY_MECHANISM
from apps.games.kobolds.cards import (
    APPARATUS,
    BOMB,
    CLOSED,
    MECHANISM,
    RESURRECTION,
    TRICK,
    CardId,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.penalties import PENALTIES
from apps.games.kobolds.state import Active, Item
from apps.games.kobolds.tricks import get_trick
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _


class Face(Struct, frozen=True, gc=False):
    """A card as drawn and read out. Titles and texts are English, and pages translate them."""

    id: CardId
    """The value that forms send for it."""
    back: str
    """The kind of card, or `closed` if not even that is known."""
    title: str
    """The card's title, or the name of its kind for a back."""
    sign: str = ""
    """Name of its picture, or empty for a back."""
    text: str = ""
    brief: str = ""
    """The effect in the few words that fit beside its picture, if it needs any."""
    theirs: str = ""
    """Replaces `brief` when another player plays the trick, if the words differ."""
    lasts: str = ""
    """The kind of trick: `normal`, `temporary`, `permanent` or `interrupt`. Empty for other cards."""


class Lying(Struct, frozen=True):
    """A trick on the table, with its owner and its target."""

    face: Face
    seat: Seat
    target: Seat | None


_BACK_TITLES: Final = {
    TRICK: _("a trick"),
    APPARATUS: _("a gadget"),
    MECHANISM: _("a mechanism"),
    BOMB: _("a bomb card"),
    RESURRECTION: _("a resurrection card"),
    CLOSED: _("a hidden card"),
}
_KIND_ORDER: Final = (BOMB, MECHANISM, APPARATUS, TRICK, RESURRECTION, CLOSED)


@cache
def build_face(card: CardId) -> Face:
    """Return the card as an observer sees it who knows it by this name."""
    back = get_card_kind(card)
    if not is_face(card):
        return Face(card, "closed" if back == CLOSED else back, _BACK_TITLES[back])
    match back:
        case "TR":
            printed = get_trick(card)
            said = printed.text, printed.brief, printed.theirs
            return Face(card, back, printed.title, printed.key, *said, lasts=printed.kind)
        case "AP":
            built_in = APPARATUS_CARDS[card]
            return Face(card, back, built_in.title, card, built_in.text, built_in.brief)
        case "BO":
            bomb = BOMBS[card]
            return Face(card, back, bomb.title, f"BO{(int(card[2:]) + 1) // 2}", bomb.text, bomb.brief)  # Two copies.
        case "RE":
            return Face(card, back, PENALTIES[card].title, back, PENALTIES[card].text)
    return Face(card, back, TITLE_BY_MECHANISM[card], back, brief=_("1 gold if you survive"))


def face_or_none(card: CardId | None) -> Face | None:
    """Return the card's `face`, or None if there is no card."""
    return build_face(card) if card is not None else None


def build_lying_trick(each: Active | Item) -> Lying:
    """Return the trick as it's drawn."""
    return Lying(build_face(each.card), each.seat, each.target)


def laid_out(cards: Iterable[CardId]) -> tuple[Face, ...]:
    """Return the cards side by side, grouped by kind and otherwise in the given order."""
    return tuple([build_face(card) for card in sorted(cards, key=_get_kind_rank)])


@cache
def _get_kind_rank(card: CardId) -> int:
    return _KIND_ORDER.index(get_card_kind(card))
