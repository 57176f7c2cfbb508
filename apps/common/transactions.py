"""Transactions that report when they meet a lock. Trying again helps then, but not if the database is unreachable."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final

from django.db import OperationalError, connections, transaction

from apps.common.errors import Busy

logger = logging.getLogger(__name__)

_POSTGRESQL_LOCK_CODES: Final = ("55P03", "40P01")
"""PostgreSQL's codes for a lock that wasn't free in time (`lock_not_available`) or never (`deadlock_detected`)."""

_POSTGRESQL_CANCEL_CODE: Final = "57014"
"""PostgreSQL's code for a statement that an administrator cancelled or that took too long, even waiting for a lock."""

_SQLITE_BUSY_CODES: Final = (5, 6)
"""SQLite's codes for a database or table that something else is writing to."""


@contextmanager
def atomic_or_busy() -> Iterator[None]:
    """Run a transaction.

    :raises Busy: if a lock wasn't free in time. A lost connection stays an `OperationalError`
    """
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if is_lock_error(error):
            raise Busy from error
        raise


@contextmanager
def passing_locks(who: str = "") -> Iterator[None]:
    """Skip work that only saves time or can be done later, if it meets a lock. It's logged if `who` is given."""
    try:
        yield
    except (Busy, OperationalError) as error:
        pass_lock(error, who)


def pass_lock(error: Busy | OperationalError, who: str = "") -> None:
    """Ignore the error if it's about a lock, as above.

    :raises OperationalError: if it wasn't about a lock
    """
    if isinstance(error, OperationalError) and not is_lock_error(error):
        raise error
    if who:
        logger.info("%s: blocked by a database lock, continuing on the next run", who)


def tried_again(run: Callable[..., None]) -> Callable[..., None]:
    """Log a lock and leave the rest to the next run, for work that beat repeats.

    With SQLite every writer waits for every other. Dealing a hundred matches keeps all others out for a while.
    """

    @wraps(run)
    def quietly(*args: object, **kwargs: object) -> None:
        try:
            with passing_locks(run.__name__):
                run(*args, **kwargs)
        finally:
            _let_go_of_what_broke()

    return quietly


def _let_go_of_what_broke() -> None:
    """Close a worker's connection if it broke.

    Pages drop a broken connection once they're answered, but a worker keeps its own from task to task. The next
    thousand tasks would find it closed, and no deadline would be kept.
    """
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()


def is_lock_error(error: OperationalError) -> bool:
    """Check whether another's lock was in the way, rather than a failed connection."""
    cause = error.__cause__ or error
    state = getattr(cause, "sqlstate", None)
    if state == _POSTGRESQL_CANCEL_CODE:
        return "user request" not in str(error)
    return (
        state in _POSTGRESQL_LOCK_CODES
        or getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_BUSY_CODES
        or "is locked" in str(error)
    )
