"""Trophies of arenas that are over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict
from zlib import crc32

from django.core.cache import caches
from django.db.models import Count, Max, OuterRef, Subquery

from apps.games import load_games
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.selectors import arenas
from apps.tournaments.selectors.trophies.trophy import (
    MAX_EVENTS,
    TROPHY_CACHE_SECONDS,
    Best,
    Trophy,
    Won,
)

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with an arena besides its own columns."""

        count: int | None
        last: int | None

    Ended: TypeAlias = WithAnnotations[Arena, Columns]

SETTLING_TIME: Final = timedelta(days=1)
"""The time after the end when all matches have been judged, even if the site was down."""
UNSETTLED_CACHE_SECONDS: Final = 3600


def find_arena_trophies(player: int, *, own: bool, now: datetime, may_read: bool) -> Won:
    """Return the trophies of a player's latest arenas. Those of clubs are for their `own` page only."""
    found = _find_ended_arenas(player, now, own=own)
    kept = caches["shared"].get_many([_build_cache_key(each) for each in found])
    known = [(each, Best(*kept[_build_cache_key(each)])) for each in found if _build_cache_key(each) in kept]
    unread = [each for each in found if _build_cache_key(each) not in kept]
    if unread and may_read:
        known.append((unread[0], _load_arena_best(unread[0], now)))
    trophies = tuple(
        Trophy(best.places[player], best.people, each.name, each.get_absolute_url(), each.ends_at, "arena", None)
        for each, best in known
        if player in best.places
    )
    return Won(trophies, read=may_read and bool(unread), whole=len(known) == len(found))


def _find_ended_arenas(player: int, now: datetime, *, own: bool) -> list[Ended]:
    others = ArenaPlayer.objects.filter(arena=OuterRef("pk")).order_by().values("arena")
    found = Arena.objects.filter(players__player=player, ends_at__lte=now, game__in=list(load_games())).annotate(
        count=Subquery(others.annotate(value=Count("pk")).values("value")),
        last=Subquery(others.annotate(value=Max("pk")).values("value")),
    )
    if not own:
        found = found.filter(circle="")
    return list(found.order_by("-ends_at", "-pk")[:MAX_EVENTS])


def _load_arena_best(arena: Ended, now: datetime) -> Best:
    """Read the places by player. Players without a match are in the table, but have none.

    They can be above others there, whose places are left out if there are fewer players with a match.
    """
    table = arenas.load_arena_lines(arena, list(ArenaPlayer.objects.filter(arena=arena).order_by("at", "pk")))
    played = [line for line in table if line.matches]
    places = {line.player: line.place for line in played if line.place <= len(played)}
    found = Best(len(played), places)
    caches["shared"].set(
        _build_cache_key(arena),
        tuple(found),
        TROPHY_CACHE_SECONDS if arena.ends_at + SETTLING_TIME <= now else UNSETTLED_CACHE_SECONDS,
    )
    return found


def _build_cache_key(arena: Ended) -> str:
    """Return a key that changes if the arena is changed by hand or an account is deleted."""
    terms = arenas.list_arena_terms(arena), arena.count, arena.last
    return f"places-arena:{arena.pk}:{crc32(repr(terms).encode())}"
