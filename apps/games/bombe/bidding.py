"""Bids: which are allowed, and who is where once they are open (D6–D11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from apps.games.bombe.cards import highest, highest_tie
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


class Bids(Collection[Action]):
    """Every bid of a window: a few of them when it is walked through, each of them when it is asked."""

    def __init__(self, highest: int, ties: int) -> None:
        """
        :param highest: the highest bid allowed
        :param ties: the highest tie number allowed; 0 where the bid takes none
        """
        self.highest = highest
        self.ties = ties
        self._some = tuple(self._sample())

    def __contains__(self, action: object) -> bool:
        return (
            type(action) is Bid
            and 1 <= action.amount <= self.highest
            and (1 <= action.tie <= self.ties if self.ties else action.tie == 0)
        )

    def __iter__(self) -> Iterator[Bid]:
        return iter(self._some)

    def __len__(self) -> int:
        return len(self._some)

    def _sample(self) -> Iterator[Bid]:
        amounts = [*range(1, min(_SAMPLE, self.highest) + 1), *([self.highest] if self.highest > _SAMPLE else [])]
        ties = sorted({1, self.ties}) if self.ties else [0]
        return (Bid(amount, tie) for amount in amounts for tie in ties)


def allowed(state: State) -> Bids:
    """The bids of the open window; a number for a tie goes along with the first only."""
    options = state.setup.options
    return _bids(highest(options), 0 if state.again else highest_tie(options))


_bids = cache(Bids)


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
