"""How much of a match its player has seen: a column of their chair, written by pages and never by a turn; and where
their present visit began, a mark in the cache, so that a page that is loaded again still tells what happened before.
"""

from __future__ import annotations

from typing import Final

from django.core.cache import caches

from apps.common.transactions import passing_locks
from apps.matches.models import Chair
from apps.matches.store import sql
from apps.matches.store.seating import LoadedMatch

VISIT: Final = 30 * 60
"""Seconds for which a page that is loaded again tells the same: whoever comes later knows what they saw then."""
_SAW: Final = "UPDATE matches_seat SET seen = %s WHERE id = %s AND player_id = %s AND seen < %s"


def arrived(loaded: LoadedMatch, *, heard: int) -> int:
    """The player for whom it was loaded sees all they were told; returns how much of it they knew before this visit."""
    if (chair := _chair(loaded)) is None:
        return heard
    since: int = caches["shared"].get_or_set(visit(chair), chair.seen, VISIT) or 0
    saw(loaded, heard=heard)
    return min(since, heard)


def saw(loaded: LoadedMatch, *, heard: int) -> None:
    """It is in front of the player. What is known already is not written again."""
    if (chair := _chair(loaded)) is None or chair.seen >= heard:
        return
    with passing_locks():  # Who only looks waits for nobody; then they are told once more.
        sql.run([(_SAW, [heard, chair.pk, chair.player_id, heard])])


def dismissed(loaded: LoadedMatch, *, heard: int) -> None:
    """The player wants to hear no more of what happened up to here."""
    if (chair := _chair(loaded)) is not None:
        caches["shared"].set(visit(chair), heard, VISIT)
        saw(loaded, heard=heard)


def _chair(loaded: LoadedMatch) -> Chair | None:
    """Where the player sits."""
    return None if loaded.own is None else loaded.seats[loaded.own].chair


def visit(chair: Chair) -> str:
    """Where the cache keeps what they knew when they came."""
    return f"visit:{chair.pk}:{chair.player_id}"
