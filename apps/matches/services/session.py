"""The locked unit of work: a match is locked, loaded, settled, changed and written. Every service enters one here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from apps.common.transactions import atomic_or_busy
from apps.kernel.table import Seat
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import NotSeated, Stuck
from apps.matches.store import repository

R = TypeVar("R")


def change_match(
    code: str, change: Callable[[MatchAggregate], R | Exception], *observers: Seat, player: int | None = None,
    now: datetime, mending: bool = False,
) -> R:  # fmt: skip
    """What `change` returns, done to a match in which nothing has lapsed: whatever had is settled on entering.

    So nobody can look at a match that silence has ended already, and still act. A `change` that refuses returns why
    before it has changed anything: what was settled is written all the same, and the refusal is raised afterwards.
    Whatever it raises itself undoes everything. `mending`, for an organiser: as the match is, though it cannot settle.

    :raises Match.DoesNotExist: if there is none
    :raises Unreadable: if its log cannot be read
    :raises Stuck: if the rules or a bot fail at what lapsed, which is no fault of who came by
    :raises Busy: if it is locked for too long
    """
    with atomic_or_busy():
        run = repository.hold(code, *observers, player=player, now=now)
        if not mending:
            _settle(run)
        result = change(run)
        if run.moved or not isinstance(result, Exception):
            repository.write([run])
    if isinstance(result, Exception):
        raise result
    return result


def change_seated(
    player: int | None, code: str, seat: Seat, now: datetime, change: Callable[[MatchAggregate], R | Exception]
) -> R:
    """As `change_match`, for a player who sits there, or for the house (None).

    :raises NotSeated: if somebody else sits there
    """

    def seated(run: MatchAggregate) -> R | Exception:
        if player is not None and run.mine != seat:  # Somebody else may have sat down since they looked.
            return NotSeated()
        return change(run)

    return change_match(code, seated, seat, player=player, now=now)


def _settle(run: MatchAggregate) -> None:
    try:
        run.settle()
    except (OperationalError, InterfaceError):
        raise  # The database is away: that is no fault of the match.
    except Exception as error:
        raise Stuck(run.match.code) from error
