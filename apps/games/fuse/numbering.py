"""Numbers for the answers of Fuse. Cards with equal points share a number, which means the one held longest.

The first ones lay a fuse card, cut with a defuse card and shed one, each by points. Then come bomb, pass and strike. In
edition 1 of the rules, the last ones dawdle with a defuse card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from apps.games.fuse import cards, rules
from apps.games.fuse.cards import DEFUSE_POINTS_BY_KIND, FUSE_COPIES_BY_POINTS, POINTS_BY_CARD, CardId, Options
from apps.games.fuse.editions import slow_is_who_is_silent
from apps.games.fuse.state import Action, Bomb, Cut, Dawdle, Lay, Pass, Shed, State, Strike
from apps.kernel.numbering import Numbering, write_mask
from apps.kernel.table import Seat, Setup

_FUSE_POINTS: Final = tuple(sorted(FUSE_COPIES_BY_POINTS))
_DEFUSE_POINTS: Final = tuple(sorted({*DEFUSE_POINTS_BY_KIND.values(), POINTS_BY_CARD[cards.EXTINGUISHER]}))
_WORDS: Final = {
    Lay: "lay",
    Cut: "cut with",
    Shed: "shed",
    Dawdle: "dawdle with",
    Bomb: "bomb",
    Pass: "pass",
    Strike: "strike the Matchman",
}

_CardAction = type[Lay] | type[Cut] | type[Shed] | type[Dawdle]
_Kind = tuple[_CardAction, int] | Action
"""An answer without a card, or a kind of answer and the points of its card."""

_KINDS: Final[tuple[_Kind, ...]] = (
    *((Lay, points) for points in _FUSE_POINTS),
    *((Cut, points) for points in _DEFUSE_POINTS),
    *((Shed, points) for points in _DEFUSE_POINTS),
    Bomb(),
    Pass(),
    Strike(),
)
_DAWDLING_KINDS: Final[tuple[_Kind, ...]] = tuple((Dawdle, points) for points in _DEFUSE_POINTS)


@lru_cache(64)
def number_actions(setup: Setup[Options]) -> Numbering[State, Action]:
    """Return the numbers of all answers."""
    dawdles = setup.options.penalty and not slow_is_who_is_silent(setup)
    kinds = (*_KINDS, *_DAWDLING_KINDS) if dawdles else _KINDS
    count = len(kinds)
    number_of = {kind: number for number, kind in enumerate(kinds)}

    def encode(_state: State, _seat: Seat, action: Action) -> int:
        return number_of[_get_kind(action)]

    def decode(state: State, seat: Seat, number: int) -> Action:
        kind = kinds[number]
        return kind[0](_find_card(state.hands[seat], *kind)) if isinstance(kind, tuple) else kind

    def mask(state: State, seat: Seat) -> bytes:
        return write_mask(count, [number_of[_get_kind(action)] for action in rules.legal(state, seat)])

    def names(number: int) -> str:
        kind = kinds[number]
        return f"{_WORDS[kind[0]]} {kind[1]}" if isinstance(kind, tuple) else _WORDS[type(kind)]

    return Numbering(count=count, mask=mask, encode=encode, decode=decode, names=names)


def _get_kind(action: Action) -> _Kind:
    """Return the kind of an answer, which has a number."""
    match action:
        case Lay(card) | Cut(card) | Shed(card) | Dawdle(card):
            return type(action), POINTS_BY_CARD[card]
    return action


def _find_card(hand: tuple[CardId, ...], action: _CardAction, points: int) -> CardId:
    """Return the card for such an answer that has been held longest.

    :raises LookupError: if there is none
    """
    fits = cards.is_fuse if action is Lay else cards.is_defuse
    for card in hand:
        if POINTS_BY_CARD[card] == points and fits(card):
            return card
    raise LookupError(f"the hand holds no such card with {points} points")
