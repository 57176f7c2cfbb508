"""A match taken in hand: locked, loaded, settled, and, unless somebody raises, written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import OperationalError, transaction

from apps.kernel.table import Seat
from apps.matches import ledger
from apps.matches.running import Running

_LOCKED: Final = ("55P03", "40P01")
"""What PostgreSQL calls a lock that could not be had in time, or never."""


class Busy(Exception):
    """The match was locked for too long; nothing was written, trying again is safe."""


class NotSeated(Exception):
    """The player does not sit at this table."""


class Stuck(Exception):
    """The match cannot settle what lapsed: an organiser must look at it. Nothing was written."""


class Refused(Exception):
    """What was asked does not fit the state of the match; the message says why."""


@contextmanager
def held(code: str, *observers: Seat, player: int | None = None, now: datetime) -> Iterator[Running]:
    """A match locked, loaded and, unless the body raises, written."""
    with at_once():
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


@contextmanager
def at_once() -> Iterator[None]:
    """:raises Busy: if a lock could not be had in time"""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) in _LOCKED or "is locked" in str(error):
            raise Busy from error
        raise


def settle(run: Running, now: datetime) -> None:
    """:raises Stuck: if the rules or a bot fail at what lapsed, which is no fault of who came by"""
    try:
        run.settle(now)
    except Exception as error:
        raise Stuck(run.match.code) from error
