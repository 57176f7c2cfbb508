"""Bids: which are allowed, and who is first and second once they are open (D6–D11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, overload

from apps.games.bombe.cards import Options, highest_tie
from apps.games.bombe.state import Action, Bid, Offer, State
from apps.kernel.table import Seat

MAX_REBIDS: Final = 2
"""Number of rebids after which another rule breaks the tie (D-A3)."""
_SAMPLED_AMOUNTS: Final = 40


class Places(NamedTuple):
    """The winner of a window, the price, and the second. A place that is tied is None."""

    first: Seat | None
    price: int
    second: Seat | None


class Bids(Sequence[Action]):
    """Every bid of a window. It contains all of them, but iterates over only a few."""

    def __init__(self, highest: int, ties: int, lowest: int = 1, *, rising: bool = False) -> None:
        """Set the limits.

        :param highest: the highest bid allowed
        :param ties: the highest tiebreak bid allowed, or 0 if a bid includes none
        :param lowest: the lowest bid allowed
        :param rising: whether a tiebreak bid must be at least the bid itself
        """
        self.highest = highest
        self.ties = ties
        self.lowest = lowest
        self.rising = rising
        self.least = Bid(lowest, lowest if ties else 0)
        """The bid that silence makes."""
        self.some = tuple(self._sample())

    def __contains__(self, action: object) -> bool:
        return (
            type(action) is Bid
            and self.lowest <= action.amount <= self.highest
            and (self.lowest_tie(action.amount) <= action.tie <= self.ties if self.ties else action.tie == 0)
        )

    def lowest_tie(self, amount: int) -> int:
        """Return the lowest tiebreak bid that can be sent with this bid."""
        return amount if self.rising else 1

    @overload
    def __getitem__(self, at: int) -> Bid: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Bid, ...]: ...
    def __getitem__(self, at: int | slice) -> Bid | tuple[Bid, ...]:
        return self.some[at]

    def __iter__(self) -> Iterator[Bid]:
        return iter(self.some)

    def __len__(self) -> int:
        return len(self.some)

    def _sample(self) -> Iterator[Bid]:
        last = min(self.lowest + _SAMPLED_AMOUNTS - 1, self.highest)
        for amount in (*range(self.lowest, last + 1), *([self.highest] if self.highest > last else [])):
            for tie in sorted({self.lowest_tie(amount), self.ties}) if self.ties else [0]:
                yield Bid(amount, tie)


def get_allowed_bids(state: State) -> Bids:
    """Return the bids of the open window. Only first bids include a tiebreak bid."""
    options = state.setup.options
    if not state.again:
        return _at_first(options)
    return _bids(options.bid_cap, 0, _tied_at(state) if options.rising_ties else 1)


_bids = cache(Bids)


@cache
def _at_first(options: Options) -> Bids:
    return _bids(options.bid_cap, highest_tie(options), rising=options.rising_ties)


def _tied_at(state: State) -> int:
    """Return the bid that the seats bidding again have shared."""
    offer = next(offer for offer in state.offers[-1] if offer.seat in state.bidders)
    return offer.tie or offer.amount


def rank_bids(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Sort bids, the highest first and equal ones by seat."""
    return tuple(sorted(offers, key=lambda offer: (-offer.amount, offer.seat)))


def reveal_bids(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return what is shown of sealed bids, by rank. Only seats that share the highest show their tiebreak bids."""
    by_rank = rank_bids(offers)
    if not by_rank[0].tie:
        return by_rank
    tied = select_highest_bids(by_rank)
    shown = tied if len(tied) > 1 else ()
    return (*shown, *(Offer(offer.seat, offer.amount) for offer in by_rank[len(shown) :]))


def select_highest_bids(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return the highest of these ranked bids, and all that equal it."""
    alike = 1
    while alike < len(offers) and offers[alike].amount == offers[0].amount:
        alike += 1
    return offers[:alike]


def list_tiebreak_bids(tied: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return the tiebreak bids of tied seats as ordinary bids (D-A2)."""
    return rank_bids(Offer(offer.seat, offer.tie) for offer in tied)


def compute_bid_places(offers: tuple[Offer, ...]) -> Places:
    """Return first and second place in an opened window.

    Among seats tied for the highest, only new bids count (D-A2).
    """
    tied = select_highest_bids(offers)
    if len(tied) > 1:
        return compute_bid_places(list_tiebreak_bids(tied)) if tied[0].tie else Places(None, 0, None)
    behind = select_highest_bids(offers[1:])
    return Places(offers[0].seat, offers[0].amount, behind[0].seat if len(behind) == 1 else None)
