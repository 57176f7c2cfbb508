"""Locking: every change to a tournament locks its row, so that nothing happens twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apps.common.transactions import atomic_or_busy
from apps.tournaments.models import Tournament


@contextmanager
def lock_tournament(code: str) -> Iterator[Tournament]:
    """Lock a tournament until the body is done.

    :raises Tournament.DoesNotExist: if there is none
    :raises Busy: if it stayed locked for too long; nothing was changed
    """
    with atomic_or_busy():
        yield Tournament.objects.select_for_update(of=("self",), no_key=True).get(code=code)
