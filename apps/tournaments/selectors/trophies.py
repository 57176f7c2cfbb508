"""The first three places of tournaments that are over, for profiles. A cache only: what is over changes by corrections
at most, and what was forgotten is read from the results again."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.db.models import Count, OuterRef, QuerySet, Subquery

from apps.common.faces import shown
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.snapshot import TournamentSnapshot

PLACES: Final = 3
LEAST: Final = 6
"""Entrants below which a tournament gives none."""
AT_ONCE: Final = 1
"""Tournaments read again for one page; the others' trophies are there when it is opened the next time."""
MOST: Final = 200
"""Of somebody's tournaments that are looked at, the latest."""
A_DAY: Final = 24 * 3600
_ERA: Final = "trophies-era"
"""Whatever is kept of people was kept in an era; a correction begins another."""


@dataclass(frozen=True)
class Trophy:
    """What somebody won."""

    place: int
    count: int
    """Of entrants."""
    name: str
    path: str
    game: str
    at: datetime | None


class Winner(NamedTuple):
    """Of a tournament."""

    name: str
    face: str
    """What it is drawn from."""


def with_ended(players: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Players with `cups`, the number of tournaments they took part in that are over, in the same statement."""
    over = Entry.objects.filter(player=OuterRef("pk"), tournament__status=Tournament.Status.OVER).order_by()
    return players.annotate(cups=Subquery(over.values("player").annotate(number=Count("pk")).values("number")))


def of(player: int, *, own: bool, ended: int | None) -> tuple[Trophy, ...]:
    """Somebody's, the latest first. Tournaments that are not public are `own` only. `ended` is how many of theirs are
    over: as long as there is none more, there is no trophy more."""
    if not ended:
        return ()
    key = f"trophies-won:{player}:{ended}:{own:d}:{caches['shared'].get(_ERA, '')}"
    kept = caches["shared"].get(key)
    if kept is not None:
        return tuple(Trophy(*each) for each in kept)
    entries = Entry.objects.filter(player=player, tournament__status=Tournament.Status.OVER)
    if not own:
        entries = entries.filter(tournament__listed=True)
    found = list(entries.select_related("tournament").order_by("-tournament__over_at", "-pk")[:MOST])
    known = _known({entry.tournament_id: entry.tournament for entry in found})
    won = tuple(_won(entry, *known[entry.tournament_id]) for entry in found if entry.tournament_id in known)
    trophies = tuple(trophy for trophy in won if trophy is not None)
    if len(won) == len(found):
        # As plain values: the cache outlives an upgrade, which may know this class by another name.
        caches["shared"].set(key, [astuple(trophy) for trophy in trophies], A_DAY)
    return trophies


def _won(entry: Entry, count: int, best: Mapping[int, int]) -> Trophy | None:
    tournament, place = entry.tournament, best.get(entry.number)
    if place is None:
        return None
    return Trophy(place, count, tournament.name, tournament.get_absolute_url(), tournament.game, tournament.over_at)


def winners(tournaments: Iterable[Tournament]) -> dict[int, tuple[Winner, ...]]:
    """Who won tournaments that are over, by tournament, as far as it is known without reading many."""
    known = _known({each.pk: each for each in tournaments if each.status == Tournament.Status.OVER})
    first = {(pk, number) for pk, (_count, best) in known.items() for number, place in best.items() if place == 1}
    entries = Entry.objects.filter(tournament__in={pk for pk, _number in first}).order_by("number")
    rows = entries.values_list("tournament", "number", "player__username", "player__face") if first else ()
    found: dict[int, tuple[Winner, ...]] = {}
    for pk, number, name, face in rows:
        if name and (pk, number) in first:
            found[pk] = (*found.get(pk, ()), Winner(name, shown(name, face)))
    return found


def remember(snapshot: TournamentSnapshot) -> tuple[int, dict[int, int]]:
    """How many took part in a tournament that is over, and the best of them: entrant → place; keeps it for profiles."""
    count = len(snapshot.ranking)
    best = {line.entrant: line.place for line in snapshot.ranking if line.place <= PLACES} if count >= LEAST else {}
    found = count, best if snapshot.published else {}
    caches["shared"].set(_key(snapshot.tournament.pk), found, 90 * A_DAY)
    return found


def forget(tournament: int) -> None:
    """A result was corrected after the end."""
    caches["shared"].delete(_key(tournament))
    caches["shared"].set(_ERA, secrets.token_hex(4), None)


def _known(tournaments: Mapping[int, Tournament]) -> dict[int, tuple[int, dict[int, int]]]:
    kept = caches["shared"].get_many([_key(pk) for pk in tournaments])
    known = {pk: kept[_key(pk)] for pk in tournaments if _key(pk) in kept}
    for pk in [pk for pk in tournaments if pk not in known][:AT_ONCE]:
        known[pk] = remember(snapshots.read(tournaments[pk]))
    return known


def _key(tournament: int) -> str:
    return f"trophies:{tournament}"
