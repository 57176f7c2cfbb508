"""How much of a match its player has seen: a column of their chair, written by pages and never by a turn.

The cache marks the start of their present visit, so that a reloaded page still shows what happened before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core.cache import caches

from apps.common import sql
from apps.common.transactions import passing_locks
from apps.matches.models import Chair
from apps.matches.store.seating import LoadedMatch

VISIT_SECONDS: Final = 30 * 60
"""How long a reloaded page shows the same news, in seconds. A later visit starts with what the player had seen."""
_SAVE_SEEN_SQL: Final = "UPDATE matches_seat SET seen = %s WHERE id = %s AND player_id = %s AND seen < %s"
_UNSEEN_ENDS_SQL: Final = """
SELECT c.match_id FROM matches_seat c JOIN matches_match m ON m.id = c.match_id
    LEFT JOIN matches_memory k ON k.match_id = c.match_id AND k.observer = c."index"
WHERE c.player_id = %s AND c.match_id IN ({which}) AND m.status = 'over'
    AND c.seen < COALESCE(k.heard, 0) + (
        SELECT COUNT(*) FROM matches_fact f WHERE f.match_id = c.match_id AND f.n >= COALESCE(k.upto, 0)
            AND (f.audience & (2 << c."index")) <> 0
    )
    AND NOT EXISTS (
        SELECT 1 FROM matches_move v WHERE v.match_id = c.match_id AND v.number = m.moves - 1 AND v.cause = 'seat'
            AND v.seat = c."index"
    )
"""


def unseen_ends(*, player: int, matches: Sequence[int]) -> frozenset[int]:
    """Return which of these matches have ended without their player looking since.

    Players who ended one themselves have seen it, and a match with a compact log is too old to be news.
    """
    if not matches:
        return frozenset()
    which = ", ".join(["%s"] * len(matches))
    return frozenset(key for (key,) in sql.fetch_rows(_UNSEEN_ENDS_SQL.format(which=which), [player, *matches]))


def mark_arrival(loaded: LoadedMatch, *, heard: int) -> int:
    """Mark everything as seen by the player, and return how many facts they knew before this visit."""
    if (chair := _get_own_seat(loaded)) is None:
        return heard
    since: int = caches["shared"].get_or_set(build_visit_key(chair), chair.seen, VISIT_SECONDS) or 0
    save_seen_facts(loaded, heard=heard)
    return min(since, heard)


def save_seen_facts(loaded: LoadedMatch, *, heard: int) -> None:
    """Store that the player has seen the facts up to here. What is stored already isn't written again."""
    if (chair := _get_own_seat(loaded)) is None or chair.seen >= heard:
        return
    with passing_locks():  # A look never waits for a lock. If it fails, the player sees the same news again.
        sql.run_statements([(_SAVE_SEEN_SQL, [heard, chair.pk, chair.player_id, heard])])


def dismiss_news(loaded: LoadedMatch, *, heard: int) -> None:
    """Dismiss the player's news of what happened up to here."""
    if (chair := _get_own_seat(loaded)) is not None:
        caches["shared"].set(build_visit_key(chair), heard, VISIT_SECONDS)
        save_seen_facts(loaded, heard=heard)


def _get_own_seat(loaded: LoadedMatch) -> Chair | None:
    """Return the player's chair."""
    return None if loaded.own is None else loaded.seats[loaded.own].chair


def build_visit_key(chair: Chair) -> str:
    """Return the cache key for what they knew when they came."""
    return f"visit:{chair.pk}:{chair.player_id}"
