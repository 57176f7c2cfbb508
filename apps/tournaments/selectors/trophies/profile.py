"""All places of a player in events that are over, trophies among them, the latest first."""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime
from typing import Any, Final

from django.core.cache import caches
from django.db.models import Count, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.tournaments.models import ArenaPlayer, Entry, TeamMember, Tournament
from apps.tournaments.selectors.teams import entries_of
from apps.tournaments.selectors.trophies import arenas, seasons, tournaments
from apps.tournaments.selectors.trophies.trophy import MAX_EVENTS, Trophy, Won, get_current_era

PROFILE_CACHE_SECONDS: Final = 3600
"""Seconds for which they are cached together: no longer, because the end of a season doesn't change the key."""
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


def with_ended(players: QuerySet[Model, object], *, now: datetime) -> QuerySet[Any, Any]:
    """Annotate players with `cups` and `arenas_over`, in the same statement.

    These are the numbers of finished tournaments and arenas that the player took part in.
    """
    theirs = {"player": OuterRef("pk"), "tournament__status": Tournament.Status.OVER}
    entries, teams = Entry.objects.filter(**theirs).order_by(), TeamMember.objects.filter(**theirs).order_by()
    over = ArenaPlayer.objects.filter(player=OuterRef("pk"), arena__ends_at__lte=now).order_by()
    return players.annotate(
        cups=_build_count_subquery(entries) + _build_count_subquery(teams),
        arenas_over=Subquery(over.values("player").annotate(number=Count("pk")).values("number")),
    )


def _build_count_subquery(rows: QuerySet[Model, object]) -> Coalesce:
    return Coalesce(Subquery(rows.values("player").annotate(number=Count("pk")).values("number")), 0)


def find_player_trophies(person: Any, *, own: bool, now: datetime) -> tuple[Trophy, ...]:
    """Return the places of a player from `with_ended` in events that are over, the latest first.

    Those from tournaments that aren't public are only included if `own`. Until more of the player's events are over,
    they are looked up again only every hour.
    """
    if not person.cups and not person.arenas_over:
        return ()
    key = f"places-of:{person.pk}:{person.cups}:{person.arenas_over}:{own:d}:{get_current_era()}"
    kept = caches["shared"].get(key)
    if kept is not None:
        return tuple(Trophy(*each) for each in kept)
    found = _find_trophies_by_kind(person, own, now)
    trophies = sorted(
        (trophy for won in found for trophy in won.trophies), key=lambda trophy: trophy.at or _LONG_AGO, reverse=True
    )
    if all(won.whole for won in found):
        # As plain values, because the cache outlives an upgrade that renames this class.
        caches["shared"].set(key, [astuple(trophy) for trophy in trophies], PROFILE_CACHE_SECONDS)
    return tuple(trophies)


def _find_trophies_by_kind(person: Any, own: bool, now: datetime) -> tuple[Won, ...]:
    """Return the trophies of every kind, reading at most one event.

    Seasons come first, as they read their tournaments.
    """
    entries = _find_ended_entries(person.pk, own) if person.cups else []
    season = seasons.find_season_trophies(person.pk, entries, now=now, may_read=True)
    tournament = tournaments.find_tournament_trophies(entries, may_read=not season.read)
    if not person.arenas_over:
        return season, tournament
    return (
        season,
        tournament,
        arenas.find_arena_trophies(person.pk, own=own, now=now, may_read=not season.read and not tournament.read),
    )


def _find_ended_entries(player: int, own: bool) -> list[Entry]:
    """Return the player's entries in finished tournaments."""
    found = Entry.objects.filter(entries_of(player), tournament__status=Tournament.Status.OVER)
    if not own:
        found = found.filter(tournament__listed=True)
    related = found.select_related("tournament__series", "tournament__division__league")
    return list(related.order_by("-tournament__over_at", "-pk")[:MAX_EVENTS])
