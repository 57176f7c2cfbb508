"""Locking: every change to a tournament locks its row and raises its version.

So nothing happens twice, and everyone notices that something has happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F, QuerySet

from apps.common.transactions import atomic_or_busy
from apps.tournaments.models import Tournament


@contextmanager
def lock_tournament(code: str) -> Iterator[Tournament]:
    """Lock a tournament for a change until the body is done.

    :raises Tournament.DoesNotExist: if there is none
    :raises Busy: if it stayed locked for too long; nothing was changed
    """
    with hold_tournament(code) as tournament:
        raise_version(tournament)
        yield tournament


@contextmanager
def hold_tournament(code: str) -> Iterator[Tournament]:
    """Lock a tournament whose snapshots can stay true. A body that changes what they read raises the version.

    :raises Tournament.DoesNotExist: if there is none
    :raises Busy: if it stayed locked for too long; nothing was changed
    """
    with atomic_or_busy():
        yield Tournament.objects.select_for_update(of=("self",), no_key=True).get(code=code)


def raise_version(tournament: Tournament) -> None:
    """Raise the version of a locked tournament, so that no snapshot of it from before is used again."""
    raise_versions(Tournament.objects.filter(pk=tournament.pk))


def raise_versions(tournaments: QuerySet[Tournament]) -> None:
    """Raise the versions of these tournaments in the transaction that changes them."""
    tournaments.update(version=F("version") + 1)
