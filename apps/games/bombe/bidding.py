"""Bids: which are allowed, and who is where once they are open (D6–D11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, overload

from apps.games.bombe.cards import Options, highest_tie
from apps.games.bombe.state import Action, Bid, Offer, State
from apps.kernel.table import Seat

REBIDS: Final = 2
"""After so many bids for a tie something else breaks it (D-A3)."""
_SAMPLE: Final = 40


class Places(NamedTuple):
    """Who won a window, for how much, and who is second; None if nobody is alone there."""

    first: Seat | None
    price: int
    second: Seat | None


class Bids(Sequence[Action]):
    """Every bid of a window: a few of them when it is walked through, each of them when it is asked."""

    def __init__(self, highest: int, ties: int, lowest: int = 1, *, rising: bool = False) -> None:
        """
        :param highest: the highest bid allowed
        :param ties: the highest tie number allowed; 0 where the bid takes none
        :param lowest: the lowest bid allowed
        :param rising: whether a tie number is at least the bid it goes along with
        """
        self.highest = highest
        self.ties = ties
        self.lowest = lowest
        self.rising = rising
        self.least = Bid(lowest, lowest if ties else 0)
        """What silence bids."""
        self.some = tuple(self._sample())

    def __contains__(self, action: object) -> bool:
        return (
            type(action) is Bid
            and self.lowest <= action.amount <= self.highest
            and (self.lowest_tie(action.amount) <= action.tie <= self.ties if self.ties else action.tie == 0)
        )

    def lowest_tie(self, amount: int) -> int:
        """The lowest tie number that goes along with this bid, where any does."""
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
        last = min(self.lowest + _SAMPLE - 1, self.highest)
        for amount in (*range(self.lowest, last + 1), *([self.highest] if self.highest > last else [])):
            for tie in sorted({self.lowest_tie(amount), self.ties}) if self.ties else [0]:
                yield Bid(amount, tie)


def allowed(state: State) -> Bids:
    """The bids of the open window; a number for a tie goes along with the first only."""
    options = state.setup.options
    if not state.again:
        return _at_first(options)
    return _bids(options.bid_cap, 0, _tied_at(state) if options.rising_ties else 1)


_bids = cache(Bids)


@cache
def _at_first(options: Options) -> Bids:
    return _bids(options.bid_cap, highest_tie(options), rising=options.rising_ties)


def _tied_at(state: State) -> int:
    """The number those who bid again have shared."""
    offer = next(offer for offer in state.offers[-1] if offer.seat in state.bidders)
    return offer.tie or offer.amount


def ranked(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The highest first, equals by seat."""
    return tuple(sorted(offers, key=lambda offer: (-offer.amount, offer.seat)))


def opened(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What is shown of sealed bids, by rank: tie numbers only of those who share the highest."""
    by_rank = ranked(offers)
    if not by_rank[0].tie:
        return by_rank
    tied = leaders(by_rank)
    shown = tied if len(tied) > 1 else ()
    return (*shown, *(Offer(offer.seat, offer.amount) for offer in by_rank[len(shown) :]))


def leaders(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Of bids by rank those that share the highest, or the one that is it."""
    alike = 1
    while alike < len(offers) and offers[alike].amount == offers[0].amount:
        alike += 1
    return offers[:alike]


def blind(tied: Iterable[Offer]) -> tuple[Offer, ...]:
    """The tie numbers of tied seats as the bids they are (D-A2)."""
    return ranked(Offer(offer.seat, offer.tie) for offer in tied)


def placed(offers: tuple[Offer, ...]) -> Places:
    """What an opened window says of first and second; among those tied for the highest only new bids count (D-A2)."""
    tied = leaders(offers)
    if len(tied) > 1:
        return placed(blind(tied)) if tied[0].tie else Places(None, 0, None)
    behind = leaders(offers[1:])
    return Places(offers[0].seat, offers[0].amount, behind[0].seat if len(behind) == 1 else None)
