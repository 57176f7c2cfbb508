"""Whole tables of Fuse, drawn from all that a seat can believe in: hands, draw pile, and the cards set aside.

Everyone was dealt five fuse cards and two defuse cards first, and only then drew from one pile (F7–F10). So the hands
of players who have played little still contain more defuse cards than the pile does. Therefore the number of first
cards that the others still hold is drawn first, each case as often as there are deals that lead to it. All cards after
that are equally likely. What the others' answers reveal about their hands is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from apps.games.fuse.cards import (
    DEFUSE_CARD_IDS,
    EXTINGUISHER,
    FUSE_CARD_IDS,
    MATCHMAN,
    SHORT_FUSE_CARD_IDS,
    TIMEBOMB,
    CardId,
    is_defuse,
    is_fuse,
)
from apps.games.fuse.dealing import DEFUSE_EACH, FUSE_EACH, HAND_SIZE, get_packet_size
from apps.games.fuse.state import Cards, State
from apps.kernel.chance import Chance
from apps.kernel.fold import replace_at
from apps.kernel.table import Seat

K = TypeVar("K")

_First: TypeAlias = tuple[int, int]
"""Numbers of first fuse cards and defuse cards that one seat, or several together, still hold."""
_Ways: TypeAlias = Mapping[_First, int]

_PICK_RESOLUTION: Final = 1 << 62


class _Unseen(NamedTuple):
    """The numbers of unseen cards, as far as a seat can count."""

    played: tuple[str, ...]
    """Kinds of cards that each of the others has played, in order."""
    pile: int
    """Number of cards in the draw pile, without the time bomb."""
    fuse: int
    defuse: int
    """Number of unseen defuse cards, without those set aside. `fuse` is the number of unseen fuse cards."""
    away: int
    """Number of defuse cards that were set aside when the deck was made (F9)."""
    more: int
    """1 if the Matchman is unseen, otherwise 0."""


def imagine(state: State, seat: Seat, luck: Chance) -> State:
    """Fill in at random what the seat doesn't know. No one else has answered the open window yet."""
    fuse, defuse, more = _list_unseen_cards(state, seat)
    others = state.setup.others(seat)
    options, seats = state.setup.options, state.setup.seats
    away = len(DEFUSE_CARD_IDS) + options.extinguisher - (DEFUSE_EACH + 1) * seats
    kinds = tuple("".join(map(_get_kind_letter, state.played[other])) for other in others)
    firsts = _drawn_firsts(_Unseen(kinds, state.left - 1, len(fuse), len(defuse) - away, away, len(more)), luck)

    fuse, defuse = luck.shuffle("fuse", fuse), luck.shuffle("defuse", defuse)[away:]
    hands = state.hands
    for other, (lit, cut) in zip(others, firsts, strict=True):
        hands = replace_at(hands, other, (*fuse[:lit], *defuse[:cut]))
        fuse, defuse = fuse[lit:], defuse[cut:]
    rest = luck.shuffle("rest", (*fuse, *defuse, *more))
    for other in others:
        drawn = HAND_SIZE - len(hands[other])
        hands, rest = replace_at(hands, other, (*hands[other], *rest[:drawn])), rest[drawn:]
    lowest = min(state.left, get_packet_size(options) + 1)  # The time bomb is among these cards at the bottom.
    under = luck.roll("time bomb", lowest)[0]
    top = len(rest) - under
    return replace(state, hands=hands, pile=(*rest[:top], TIMEBOMB, *rest[top:]))


def seen(table: State, seat: Seat) -> State:
    """Return what a seat knows of a whole table."""
    hands: tuple[Cards, ...] = ((),) * table.setup.seats
    replies = tuple([each for each in table.replies if each.seat == seat])
    return replace(table, hands=replace_at(hands, seat, table.hands[seat]), pile=(), replies=replies)


def _list_unseen_cards(state: State, seat: Seat) -> tuple[Cards, Cards, Cards]:
    """Return the fuse cards, defuse cards and Matchman that haven't been played and aren't in the seat's hand."""
    options = state.setup.options
    seen = {*state.hands[seat]}.union(*state.played)
    deck = (
        SHORT_FUSE_CARD_IDS if options.short_fuse else FUSE_CARD_IDS,
        (*DEFUSE_CARD_IDS, EXTINGUISHER) if options.extinguisher else DEFUSE_CARD_IDS,
    )
    fuse, defuse = (tuple([card for card in cards if card not in seen]) for cards in deck)
    return fuse, defuse, (MATCHMAN,) if options.matchman and MATCHMAN not in seen else ()


def _get_kind_letter(card: CardId) -> str:
    return "f" if is_fuse(card) else "d" if is_defuse(card) else "m"


# -- how many of their first cards the others still hold ---------------------------------


@lru_cache(4096)
def _count_first_card_ways(played: str) -> _Ways:
    """Count the ways to still hold each number of the first seven cards, after playing cards of these kinds."""
    if not played:
        return {(FUSE_EACH, DEFUSE_EACH): 1}
    kind, ways = played[-1], dict[_First, int]()
    for (fuse, defuse), count in _count_first_card_ways(played[:-1]).items():
        if kind == "f" and fuse:
            _add_ways(ways, (fuse - 1, defuse), count * fuse)
        if kind == "d" and defuse:
            _add_ways(ways, (fuse, defuse - 1), count * defuse)
        if drawn := HAND_SIZE - fuse - defuse:
            _add_ways(ways, (fuse, defuse), count * drawn)
    return ways


def _add_ways(ways: dict[_First, int], first: _First, count: int) -> None:
    ways[first] = ways.get(first, 0) + count


def _combine_ways(some: _Ways, others: _Ways) -> _Ways:
    """Combine the ways of two seats, or of two groups of them."""
    ways = dict[_First, int]()
    for (fuse, defuse), count in some.items():
        for (more, again), times in others.items():
            _add_ways(ways, (fuse + more, defuse + again), count * times)
    return ways


@lru_cache(256)
def _count_joint_ways(unseen: _Unseen) -> tuple[_Ways, tuple[_Ways, ...]]:
    """Return what all others can hold, weighted by the number of deals, and the ways of each seat with all after it.

    All other cards are fuse cards, defuse cards or the Matchman in any order, in hands that have drawn or in the pile.
    """
    hands = [_count_first_card_ways(played) for played in unseen.played]
    tails: list[_Ways] = [{(0, 0): 1}]
    for hand in reversed(hands):
        tails.append(_combine_ways(hand, tails[-1]))
    tails.reverse()
    return {first: count * _count_card_orders(unseen, *first) for first, count in tails[0].items()}, tuple(tails)


def _count_card_orders(unseen: _Unseen, fuse: int, defuse: int) -> int:
    """Count the orders of the remaining cards, treating cards of one kind as equal."""
    lit, cut = unseen.fuse - fuse, unseen.defuse - defuse
    if lit < 0 or cut < 0:
        return 0
    return comb(lit + cut, cut) * (lit + cut + 1 if unseen.more else 1)


def _drawn_firsts(unseen: _Unseen, luck: Chance) -> list[_First]:
    """Draw how many of the first seven cards are still in each of the others' hands."""
    deals, tails = _count_joint_ways(unseen)
    (fuse, defuse), found = _pick_weighted_key(deals, luck, "first"), list[_First]()
    for number, played in enumerate(unseen.played):
        rest = tails[number + 1]
        hand = {
            (lit, cut): ways * rest.get((fuse - lit, defuse - cut), 0)
            for (lit, cut), ways in _count_first_card_ways(played).items()
        }
        lit, cut = _pick_weighted_key(hand, luck, f"first:{number}")
        fuse, defuse = fuse - lit, defuse - cut
        found.append((lit, cut))
    return found


def _pick_weighted_key(weights: Mapping[K, int], luck: Chance, name: str) -> K:
    """Draw one of the keys, with a probability in proportion to its weight."""
    mark = luck.roll(name, _PICK_RESOLUTION)[0] * sum(weights.values()) // _PICK_RESOLUTION
    for key, weight in weights.items():
        mark -= weight
        if mark < 0:
            return key
    raise ValueError("no table fits")
