"""A match taken in hand: locked, loaded, settled, and, unless somebody raises, written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from apps.common.transactions import Busy as Busy
from apps.common.transactions import atomic_or_busy
from apps.kernel.table import Seat
from apps.matches import ledger
from apps.matches.running import Running

class NotSeated(Exception):
    """The player does not sit at this table."""


class Stuck(Exception):
    """The match cannot settle what lapsed: an organiser must look at it. Nothing was written."""


class Refused(Exception):
    """What was asked does not fit the state of the match; the message says why."""


@contextmanager
def held(code: str, *observers: Seat, player: int | None = None, now: datetime) -> Iterator[Running]:
    """A match locked, loaded and, unless the body raises, written."""
    with atomic_or_busy():
        run = ledger.hold(code, *observers, player=player, now=now)
        yield run
        ledger.write([run])


@contextmanager
def held_by(player: int | None, code: str, seat: Seat, now: datetime) -> Iterator[Running]:
    """A match in hand for a player who sits there, or for the house (None)."""
    with held(code, seat, player=player, now=now) as run:
        if player is not None and run.mine != seat:  # Somebody else may have sat down since they looked.
            raise NotSeated
        yield run


def settle(run: Running, now: datetime) -> None:
    """:raises Stuck: if the rules or a bot fail at what lapsed, which is no fault of who came by"""
    try:
        run.settle(now)
    except Exception as error:
        raise Stuck(run.match.code) from error
