"""Transactions that say when they met a lock: to try again helps there, and not where the database is away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from django.db import OperationalError, connections, transaction

from apps.common.errors import Busy

logger = logging.getLogger(__name__)

_LOCKED: Final = ("55P03", "40P01")
"""What PostgreSQL calls a lock that could not be had in time (`lock_not_available`), or never (`deadlock_detected`)."""

_CANCELLED: Final = "57014"
"""What it calls a statement that took too long, which is what waiting for a lock looks like under a
`statement_timeout`; and one that an administrator has cancelled, which is another matter."""

_BUSY: Final = (5, 6)
"""What SQLite calls a database, or a table of it, to which somebody else is writing."""


@contextmanager
def atomic_or_busy() -> Iterator[None]:
    """:raises Busy: if a lock could not be had in time; a lost connection stays the `OperationalError` it is"""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if locked(error):
            raise Busy from error
        raise


@contextmanager
def passing_locks(who: str = "") -> Iterator[None]:
    """For what only saves time or may as well be done later: who meets a lock there goes on without it; with a line in
    the log, if it is said who.
    """
    try:
        yield
    except (Busy, OperationalError) as error:
        pass_lock(error, who)


def pass_lock(error: Busy | OperationalError, who: str = "") -> None:
    """The same, once somebody has met it.

    :raises OperationalError: where it was no lock
    """
    if isinstance(error, OperationalError) and not locked(error):
        raise error
    if who:
        logger.info("%s: blocked by a database lock, continuing on the next run", who)


def tried_again(run: Callable[..., None]) -> Callable[..., None]:
    """For work that beat runs again and again, its next run doing the rest: a lock in the way is a line in the log.

    Over SQLite everybody waits for everybody: whoever deals a hundred matches keeps all others out for a while.
    """

    @wraps(run)
    def quietly(*args: Any, **kwargs: Any) -> None:
        try:
            with passing_locks(run.__name__):
                run(*args, **kwargs)
        finally:
            _let_go_of_what_broke()

    return quietly


def _let_go_of_what_broke() -> None:
    """Pages give up a connection that was cut off when they are answered. A worker keeps its own from task to task:
    each of the next thousand would find it closed, and no deadline would be kept.
    """
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()


def locked(error: OperationalError) -> bool:
    """Whether somebody else's lock was in the way, and not a connection that broke or never came to be."""
    cause = error.__cause__ or error
    state = getattr(cause, "sqlstate", None)
    if state == _CANCELLED:
        return "user request" not in str(error)
    return state in _LOCKED or getattr(cause, "sqlite_errorcode", 0) & 0xFF in _BUSY or "is locked" in str(error)
