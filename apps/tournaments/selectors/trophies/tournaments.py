"""Trophies of tournaments, and of leagues: the first in the highest division is the champion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.core.cache import caches

from apps.common.faces import get_avatar_seed
from apps.games import load_games
from apps.tournaments.models import Division, Entry, Tournament
from apps.tournaments.selectors.snapshot import TournamentSnapshot, load_snapshot
from apps.tournaments.selectors.trophies.trophy import (
    TROPHY_CACHE_SECONDS,
    Best,
    Trophy,
    Won,
    begin_era,
)

MAX_TOURNAMENTS_READ: Final = 1
"""The number of tournaments read for one page. Other trophies appear the next time it is opened."""


class Winner(NamedTuple):
    """The winner of a tournament."""

    name: str
    face: str
    """The value that the face is drawn from."""


def find_tournament_trophies(entries: Sequence[Entry], *, may_read: bool) -> Won:
    """Return the places of these entries in finished tournaments, with their divisions."""
    known, read = _load_known_best(
        {entry.tournament_id: entry.tournament for entry in entries}, MAX_TOURNAMENTS_READ if may_read else 0
    )
    trophies = (_build_trophy(entry, known[entry.tournament_id]) for entry in entries if entry.tournament_id in known)
    whole = known.keys() == {entry.tournament_id for entry in entries}
    return Won(tuple(filter(None, trophies)), read=bool(read), whole=whole)


def find_tournament_winners(tournaments: Iterable[Tournament]) -> dict[int, tuple[Winner, ...]]:
    """Return the winners of finished tournaments, by tournament, as far as known without reading many."""
    known, _read = _load_known_best(
        {each.pk: each for each in tournaments if each.status == Tournament.Status.OVER}, MAX_TOURNAMENTS_READ
    )
    first = {(pk, number) for pk, best in known.items() for number in best.winners}
    entries = Entry.objects.filter(tournament__in={pk for pk, _number in first}).order_by("number")
    rows = entries.values_list("tournament", "number", "team", "player__username", "player__face") if first else ()
    found: dict[int, tuple[Winner, ...]] = {}
    for pk, number, team, name, face in rows:
        if (team or name) and (pk, number) in first:
            winner = Winner(team, get_avatar_seed(team, None)) if team else Winner(name, get_avatar_seed(name, face))
            found[pk] = (*found.get(pk, ()), winner)
    return found


def select_winning_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that won their tournament, which is over, as far as it is known without reading it."""
    listed = list(entries)
    known, _read = _load_known_best({entry.tournament_id: entry.tournament for entry in listed}, 0)
    won = {(pk, number) for pk, best in known.items() for number in best.winners}
    return [entry for entry in listed if (entry.tournament_id, entry.number) in won]


def cache_best_places(snapshot: TournamentSnapshot) -> Best:
    """Return the places of a finished tournament by entrant, and cache them for profiles."""
    places = {line.entrant: line.place for line in snapshot.ranking} if snapshot.published else {}
    found = Best(len(snapshot.ranking), places)
    # As plain values, because the cache outlives an upgrade that renames this class.
    caches["shared"].set(_build_cache_key(snapshot.tournament.pk), tuple(found), TROPHY_CACHE_SECONDS)
    return found


def forget_best_places(tournament: int) -> None:
    """Forget a tournament whose result was corrected after the end."""
    caches["shared"].delete(_build_cache_key(tournament))
    begin_era()


def _build_trophy(entry: Entry, best: Best) -> Trophy | None:
    place, tournament = best.places.get(entry.number), entry.tournament
    if place is None:
        return None
    title = _get_top_division(entry)
    if title is None:
        path = tournament.get_absolute_url()
        return Trophy(place, best.people, tournament.name, path, tournament.over_at, "tournament", None)
    path = f"{title.league.get_absolute_url()}?season={title.season}"
    return Trophy(place, best.people, title.league.name, path, tournament.over_at, "league", title.season)


def _get_top_division(entry: Entry) -> Division | None:
    """Return the division, if it is the highest of its league.

    Its table decides the champion, even while others are in play. Entrants who were added after its start are in the
    tournament, but not in the league.
    """
    tournament = entry.tournament
    division: Division | None = getattr(tournament, "division", None)
    if division is None or division.number > 1 or division.league.game not in load_games():
        return None
    return None if tournament.started_at is None or entry.at > tournament.started_at else division


def _load_known_best(tournaments: Mapping[int, Tournament], at_once: int) -> tuple[dict[int, Best], list[int]]:
    """Return what is cached of these, plus up to `at_once` more that are read now, and which those were."""
    kept = caches["shared"].get_many([_build_cache_key(pk) for pk in tournaments])
    known = {pk: Best(*kept[_build_cache_key(pk)]) for pk in tournaments if _build_cache_key(pk) in kept}
    read = [pk for pk in tournaments if pk not in known][:at_once]
    for pk in read:
        known[pk] = cache_best_places(load_snapshot(tournaments[pk]))
    return known, read


def _build_cache_key(tournament: int) -> str:
    return f"places:{tournament}"
