"""Trophies of arenas that are over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from zlib import crc32

from django.core.cache import caches
from django.db.models import Count, Max, OuterRef, Subquery

from apps.games import catalogue
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.selectors import arenas
from apps.tournaments.selectors.trophies.trophy import KEPT, LEAST, MOST, PLACES, Best, Trophy, Won

SETTLED: Final = timedelta(days=1)
"""The time after the end when all matches have been judged, even if the site was down."""
AN_HOUR: Final = 3600


def won(player: int, *, own: bool, now: datetime, may_read: bool) -> Won:
    """Return the trophies of a player's latest arenas. Those of clubs are for their `own` page only."""
    found = _over(player, now, own=own)
    kept = caches["shared"].get_many([_key(each) for each in found])
    known = [(each, Best(*kept[_key(each)])) for each in found if _key(each) in kept]
    unread = [each for each in found if _key(each) not in kept]
    if unread and may_read:
        known.append((unread[0], _read(unread[0], now)))
    trophies = tuple(
        Trophy(best.places[player], best.people, each.name, each.get_absolute_url(), each.ends_at, "arena", None)
        for each, best in known
        if player in best.places
    )
    return Won(trophies, read=may_read and bool(unread), whole=len(known) == len(found))


def _over(player: int, now: datetime, *, own: bool) -> list[Any]:
    others = ArenaPlayer.objects.filter(arena=OuterRef("pk")).order_by().values("arena")
    found = Arena.objects.filter(players__player=player, ends_at__lte=now, game__in=list(catalogue())).annotate(
        count=Subquery(others.annotate(value=Count("pk")).values("value")),
        last=Subquery(others.annotate(value=Max("pk")).values("value")),
    )
    if not own:
        found = found.filter(circle="")
    return list(found.order_by("-ends_at", "-pk")[:MOST])


def _read(arena: Any, now: datetime) -> Best:
    """Read the best by player. Players without a match are in the table, but win nothing."""
    table = arenas.lines(arena, list(ArenaPlayer.objects.filter(arena=arena).order_by("at", "pk")))
    played = [line for line in table if line.matches]
    best = {line.player: line.place for line in played if line.place <= PLACES}
    found = Best(len(played), best if len(played) >= LEAST else {})
    caches["shared"].set(_key(arena), tuple(found), KEPT if arena.ends_at + SETTLED <= now else AN_HOUR)
    return found


def _key(arena: Any) -> str:
    """Return a key that changes if the arena is changed by hand or an account is deleted."""
    terms = arenas.terms(arena), arena.count, arena.last
    return f"trophies-arena:{arena.pk}:{crc32(repr(terms).encode())}"
