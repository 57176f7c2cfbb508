"""A match in hand: locked, loaded, settled and, unless somebody raises, written. Every door to a match enters here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError

from apps.common.transactions import Busy as Busy
from apps.common.transactions import atomic_or_busy
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches import ledger
from apps.matches.running import Gone, Running


class NotSeated(Exception):
    """The player does not sit at this table."""


class Stuck(Exception):
    """The match cannot settle what lapsed: an organiser must look at it. Nothing was written."""


class Refused(Exception):
    """What was asked does not fit the state of the match; the message says why."""


class Malformed(Exception):
    """The words are no action of the game; the message names the first that is wrong."""


REFUSALS: Final = (Refused, NotSeated, Malformed, Gone, Illegal)
"""How a door says no. It does so before it changes anything."""


@contextmanager
def held(
    code: str, *observers: Seat, player: int | None = None, now: datetime, mending: bool = False
) -> Iterator[Running]:
    """A match in hand in which nothing has lapsed: whatever had is settled on entering, at every door.

    So no door can look at a match that silence has ended already, and still act. When the body refuses, what was
    settled is written all the same; anything else it raises undoes everything. `mending`, for an organiser: as it is,
    though it cannot settle.

    :raises Match.DoesNotExist: if there is none
    :raises Unreadable: if its log cannot be read
    :raises Stuck: if the rules or a bot fail at what lapsed, which is no fault of who came by
    :raises Busy: if it is locked for too long
    """
    refusal: Exception | None = None
    with atomic_or_busy():
        run = ledger.hold(code, *observers, player=player, now=now)
        if not mending:
            try:
                run.settle()
            except (OperationalError, InterfaceError):
                raise  # The database is away: that is no fault of the match.
            except Exception as error:
                raise Stuck(code) from error
        try:
            yield run
        except REFUSALS as error:
            refusal = error
        if refusal is None or run.moved:
            ledger.write([run])
    if refusal is not None:
        raise refusal


@contextmanager
def held_by(player: int | None, code: str, seat: Seat, now: datetime) -> Iterator[Running]:
    """A match in hand for a player who sits there, or for the house (None).

    :raises NotSeated: if somebody else sits there
    :raises Match.DoesNotExist, Unreadable, Stuck, Busy: as in `held`
    """
    with held(code, seat, player=player, now=now) as run:
        if player is not None and run.mine != seat:  # Somebody else may have sat down since they looked.
            raise NotSeated
        yield run
