"""Public views of matches, kept while nothing happens there.

Many follow the same tables, and no log is folded for each of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from django.core.cache import cache

from apps.common import clocks
from apps.matches.selectors.match_view.people import Person
from apps.matches.selectors.match_view.view import MatchView, look_all
from apps.matches.selectors.verification import hash_rules
from apps.matches.store import seating
from apps.matches.store.seating import LoadedMatch

VIEW_CACHE_SECONDS: Final = 10
"""How long a view is kept. Names and vacations change without a fact."""
HEARD_CACHE_SECONDS: Final = 3600
"""How long it's known how many facts everyone heard, which depends on the log alone."""
UNREADABLE_HEARD: Final = -1
"""Stands for the number of facts heard of a match whose log can't be read."""

# Another release, running beside this one during an upgrade, can't read views of another shape.
_VIEW_SHAPE: Final = f"{zlib.crc32(repr((MatchView.__annotations__, Person.__annotations__)).encode()):08x}"


def load_watched(matches: Sequence[int]) -> dict[int, LoadedMatch]:
    """Load matches as everyone sees them, by key, without folding anything: one statement."""
    return seating.load_all(matches, player=None, now=clocks.now())


def heard_all(tables: Mapping[int, LoadedMatch]) -> dict[int, int]:
    """Return how many facts everyone heard of these matches, by key.

    Only matches with new facts are folded, and those that can't be read are left out.
    """
    keys = {pk: _heard_key(table) for pk, table in tables.items()}
    known = cache.get_many(keys.values()) if keys else {}
    found = {pk: known[key] for pk, key in keys.items() if key in known}
    if new := {pk: table for pk, table in tables.items() if pk not in found}:
        found |= {pk: view.heard for pk, view in watch_all(new).items()}
    return {pk: heard for pk, heard in found.items() if heard != UNREADABLE_HEARD}


def watch_all(tables: Mapping[int, LoadedMatch]) -> dict[int, MatchView]:
    """Return what everyone can see of these matches, by key, without their story.

    Views come from the cache, or are folded in one statement. Matches that can't be read are left out.
    """
    keys = {pk: _view_key(table) for pk, table in tables.items()}
    known = cache.get_many(keys.values()) if keys else {}
    views = {pk: known[key] for pk, key in keys.items() if key in known}
    if new := {pk: table for pk, table in tables.items() if pk not in views}:
        views |= _fold_views(new)
    return {pk: view for pk, view in views.items() if view is not None}


def _fold_views(tables: Mapping[int, LoadedMatch]) -> dict[int, MatchView | None]:
    """Fold these matches, and keep what came of it: None for a match that can't be read."""
    seen = look_all(tables.values(), latest=0)
    views = {pk: seen.get(pk) for pk in tables}
    cache.set_many({_view_key(tables[pk]): view for pk, view in views.items()}, VIEW_CACHE_SECONDS)
    heard = {_heard_key(tables[pk]): UNREADABLE_HEARD if view is None else view.heard for pk, view in views.items()}
    cache.set_many(heard, HEARD_CACHE_SECONDS)
    return views


def _view_key(table: LoadedMatch) -> str:
    match = table.match
    wakes = match.wake_at.timestamp() if match.wake_at else ""
    return f"watched:{hash_rules()}:{_VIEW_SHAPE}:{match.pk}:{match.facts}:{match.status}:{wakes}"


def _heard_key(table: LoadedMatch) -> str:
    return f"heard:{hash_rules()}:{table.match.pk}:{table.match.facts}"
