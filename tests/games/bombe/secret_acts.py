"""What a seat at Die Bombe can do in secret: bid, send choices along with a bid, and leave standing orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.games.bombe.state import Bid, Condition, Drop, Pick, Raise
from tests.factories.matches import MatchDriver
from tests.games.onlookers import PAGES, Acts, Deal, Depth, Worlds


def bids(deal: Deal, **options: Any) -> Acts:
    return Acts(
        deal(**options),
        seat=0,
        answers=[
            {"type": "bid", "amount": 1},
            {"type": "bid", "amount": 777},
            {"type": "bid", "amount": 777},
            {"type": "bid", "amount": 3, "along__pick__which": "better", "along__drop__first": "1:green"},
            {"type": "bid", "amount": 3, "along__pick__which": "ask", "along__drop__first": "2:red"},
        ],
        orders=[
            {"order": "pick", "which": "better"},
            {"order": "bid", "amount": 777, "only.minus": 9000},
            {"order": "drop", "first": "leader"},
        ],
        in_advance=[(Bid(5), Raise(5))],
        quiet=lambda _, seat: Bid((777, 5, 3, 1)[seat]),
    )


def bids_and_tiebreaks(deal: Deal, **options: Any) -> Acts:
    along = {"along__pick__which": "better", "along__drop__first": "1:green", "along__drop__then": "2:red"}
    return Acts(
        deal(tie_numbers=True, **options),
        seat=1,
        answers=[{"type": "bid", "amount": 777, "tie": tie, **along} for tie in (39, 38)],
        quiet=lambda _, seat: Bid((301, 777, 302, 303)[seat], 7),
    )


ACTS = (bids, bids_and_tiebreaks)


def orders_nobody_needed(deal: Deal) -> Worlds:
    """Play two worlds to the end, with and without orders. Everything readable at the end is the same."""

    def play_on(*orders: Any) -> Callable[[MatchDriver], Iterator[Depth]]:
        def way(table: MatchDriver) -> Iterator[Depth]:
            table.order(0, *orders)
            table.finish(lambda know, seat: Bid(1 + seat) if getattr(know, "bidders", ()) else table.as_bot(seat))
            yield PAGES

        return way

    unused = Pick("better"), Drop("1:green", "2:red"), Raise(777, tie=39, only=Condition(minus=9000))
    return Worlds(deal(), (), (play_on(), play_on(*unused)))


WORLDS = (orders_nobody_needed,)
