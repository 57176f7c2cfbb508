"""Numbers for the answers of Die Bombe.

In this order: take the first or the second card on offer, lay the bomb on red or green of each seat (its own first),
let the bomb stray, and then the bids. A bid without a tiebreak bid has one number for each amount. Those with one
follow, by amount.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from apps.games.bombe import bidding, rules
from apps.games.bombe.cards import COLOURS, Options, highest_tie
from apps.games.bombe.state import Action, Bid, Choose, Lay, State, Stray
from apps.kernel.numbering import Numbering, count_from, find_from, write_mask
from apps.kernel.table import Seat, Setup

_CHOICES: Final = 2
_MAX_TIE_PAIRS: Final = 4096
"""Number of pairs of bid and tiebreak bid up to which each has a number of its own."""
_STRAY: Final = Stray()


@lru_cache(64)
def number_actions(setup: Setup[Options]) -> Numbering[State, Action]:
    """Return the numbers of all answers. If there are too many tiebreak bids, some represent others."""
    numbers = _Numbers(setup)
    return Numbering(
        count=numbers.count,
        mask=numbers.mask,
        encode=numbers.encode,
        decode=numbers.decode,
        exact=numbers.pairs == _count_tie_pairs(setup.options),
        names=numbers.describe,
    )


class _Numbers:
    """The numbers at tables with one setup."""

    def __init__(self, setup: Setup[Options]) -> None:
        seats, self._seats = setup.seats, setup.seats
        self._stray = _CHOICES + len(COLOURS) * seats
        self._first_bid = self._stray + 1
        self._cap = setup.options.bid_cap
        self._ties = _list_numbered_ties(setup.options)
        pairs = [Bid(amount, tie) for amount, ties in enumerate(self._ties, 1) for tie in ties]
        self.pairs = len(pairs)
        self._bids = (*map(Bid, range(1, self._cap + 1)), *pairs)
        self._pair_numbers = {bid: self._first_bid + self._cap + at for at, bid in enumerate(pairs)}
        self._lays = {
            seat: tuple(Lay(find_from(seat, places, seats), colour) for places in range(seats) for colour in COLOURS)
            for seat in setup.everyone()
        }
        self.count = self._first_bid + len(self._bids)
        self._nothing = bytes(self.count)
        self._bid_masks: dict[tuple[int, int, int], bytes] = {}

    def encode(self, state: State, seat: Seat, action: Action) -> int:
        match action:
            case Bid(amount, 0):
                return self._first_bid + amount - 1
            case Bid(amount, tie):
                nearest = min(self._ties[amount - 1], key=lambda other: abs(other - tie))
                return self._pair_numbers[Bid(amount, nearest)]
            case Choose(card) if card in state.cards:
                return state.cards.index(card)
            case Lay(other, colour):
                places = count_from(seat, other, self._seats)
                return _CHOICES + len(COLOURS) * places + COLOURS.index(colour)
            case Stray():
                return self._stray
        raise KeyError(action)

    def decode(self, state: State, seat: Seat, number: int) -> Action:
        if number >= self._first_bid:
            return self._bids[number - self._first_bid]
        if number < _CHOICES:
            return Choose(state.cards[number])
        return _STRAY if number == self._stray else self._lays[seat][number - _CHOICES]

    def mask(self, state: State, seat: Seat) -> bytes:
        if not state.bidders:
            return write_mask(self.count, [self.encode(state, seat, action) for action in rules.legal(state, seat)])
        if seat not in state.bidders:
            return self._nothing
        allowed = bidding.get_allowed_bids(state)
        limits = allowed.lowest, allowed.highest, allowed.ties
        found = self._bid_masks.get(limits)
        if found is None:
            found = self._bid_masks[limits] = self._mask_bids(*limits)
        return found

    def describe(self, number: int) -> str:
        if number >= self._first_bid:
            bid = self._bids[number - self._first_bid]
            return f"bid {bid.amount}" + (f", then {bid.tie}" if bid.tie else "")
        if number < _CHOICES:
            return f"take card {number + 1}"
        places, colour = divmod(number - _CHOICES, len(COLOURS))
        return "let the bomb stray" if number == self._stray else f"bomb {COLOURS[colour]} {places} to the left"

    def _mask_bids(self, lowest: int, highest: int, ties: int) -> bytes:
        if ties:
            return bytes(self._first_bid + self._cap) + bytes([1]) * self.pairs
        below, above = self._first_bid + lowest - 1, self.count - self._first_bid - highest
        return bytes(below) + bytes([1]) * (highest - lowest + 1) + bytes(above)


def _count_tie_pairs(options: Options) -> int:
    most, cap = highest_tie(options), options.bid_cap
    return sum(most - amount + 1 for amount in range(1, cap + 1)) if options.rising_ties and most else most * cap


def _list_numbered_ties(options: Options) -> list[tuple[int, ...]]:
    """Return, for each amount from 1, the tiebreak bids with a number: all, or a few if that would be too many.

    Then they're the lowest, the same as the bid, one in the middle and the highest.
    """
    most = highest_tie(options)
    if not most:
        return [()] * options.bid_cap
    few = _count_tie_pairs(options) > _MAX_TIE_PAIRS
    found = []
    for amount in range(1, options.bid_cap + 1):
        least = amount if options.rising_ties else 1
        some = {least, (least + most) // 2, min(max(least, amount), most), most}
        found.append(tuple(sorted(some) if few else range(least, most + 1)))
    return found
