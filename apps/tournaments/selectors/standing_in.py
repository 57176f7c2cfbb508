"""The leagues, ladders and arenas that a player is in now, with their place in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from django.db import connection
from django.db.models import BooleanField, Count, Exists, Model, OuterRef, QuerySet, Subquery
from django.db.models.expressions import RawSQL

from apps.accounts.models import Player
from apps.games import load_games
from apps.tournaments.models import Arena, ArenaPlayer, Entry, Ladder, LadderMember, League, LeagueMember, Tournament
from apps.tournaments.selectors import arenas, cache, division_tables, leagues
from apps.tournaments.selectors.leagues import ENDED_STATUSES, Season

MAX_EVENTS: Final = 4
"""The maximum number of leagues, and of ladders."""
MAX_ARENAS: Final = 2
"""The maximum number of arenas, because their tables are read."""

_UNFINISHED_ARENA: Final = "(SELECT ends_at FROM tournaments_arena WHERE id = found.arena_id) > %s"

Kind: TypeAlias = Literal["league", "ladder", "arena"]


@dataclass(frozen=True)
class StandingIn:
    """A player's place in a league, a ladder or an arena."""

    kind: Kind
    game: str
    name: str
    path: str
    division: int = 0
    """The division of a league's current season, 0 outside of one."""
    place: int = 0
    """0 before it's known."""
    count: int = 0
    """The number of players there, 0 before it's known."""
    starts_at: datetime | None = None
    """The planned start, if it hasn't started."""
    ends_at: datetime | None = None
    """The planned end, if it has started and has one."""


class Memberships(NamedTuple):
    """Whether a player is in any league, any ladder, and any arena that isn't over."""

    leagues: bool
    ladders: bool
    arenas: bool


def build_membership_columns(*, now: datetime) -> dict[str, RawSQL]:
    """Return columns for a query of players, with the values of `Memberships` in this order."""
    at = connection.ops.adapt_datetimefield_value(now)
    return {
        "in_leagues": _build_existence(LeagueMember, "found.left_at IS NULL"),
        "in_ladders": _build_existence(LadderMember, "TRUE"),
        "in_arenas": _build_existence(ArenaPlayer, _UNFINISHED_ARENA, at),
    }


def _build_existence(model: type[Model], condition: str, *params: object) -> RawSQL:
    """Return a column that tells whether a player has such a row. As querysets, these would be a sixth of a profile."""
    table, players = model._meta.db_table, Player._meta.db_table  # noqa: SLF001 -- public API
    exists = f"EXISTS (SELECT 1 FROM {table} found WHERE found.player_id = {players}.id AND {condition})"  # noqa: S608
    return RawSQL(exists, params, output_field=BooleanField())  # noqa: S611 -- only constants


def list_standings(player: int, member: Memberships, *, own: bool, now: datetime) -> tuple[StandingIn, ...]:
    """Return where a player stands. Events of clubs are only included if `own`."""
    found: list[StandingIn] = []
    if member.leagues:
        found += _list_leagues(player, own)
    if member.ladders:
        found += _list_ladders(player, own)
    if member.arenas:
        found += _list_arenas(player, own, now)
    return tuple(found)


def list_own_standings(player: int, *, now: datetime) -> tuple[StandingIn, ...]:
    """Return where the reader stands."""
    columns = build_membership_columns(now=now)
    found = Player.objects.filter(pk=player).annotate(**columns).values_list(*columns).first()
    return () if found is None else list_standings(player, Memberships(*found), own=True, now=now)


def _list_leagues(player: int, own: bool) -> Iterator[StandingIn]:
    """Yield the place in each current division, then the leagues that the player waits for."""
    joined = LeagueMember.objects.filter(player=player, left_at=None, league__game__in=list(load_games()))
    members = joined.select_related("league") if own else joined.filter(league__circle="").select_related("league")
    known = {member.league_id: member.league for member in members.order_by("-league")[:MAX_EVENTS]}
    entries = Entry.objects.filter(tournament=OuterRef("pk"), player=player).exclude(state=Entry.State.OUT)
    playing = Tournament.objects.filter(Exists(entries), division__league__in=known).exclude(status__in=ENDED_STATUSES)
    divisions = list(
        cache.annotate_marks(playing).select_related("luck", "division").order_by("-division__league")[:MAX_EVENTS]
    )
    # Only one that has changed is read for a page, as with trophies.
    tables = division_tables.load_division_tables(divisions, at_once=1)
    for each, table in zip(divisions, tables, strict=True):
        league, number = known.pop(each.division.league_id), each.division.number
        place = next((line.place for line in table or () if line.player == player), 0)
        ends_at = leagues.compute_planned_end(Season(each.division.season, (each,)))
        yield replace(
            _build_standing("league", league),
            division=number,
            place=place,
            count=len(table or ()) if place else 0,
            ends_at=ends_at,
        )
    begun = set(League.objects.filter(pk__in=known, divisions__isnull=False).values_list("pk", flat=True))
    for league in known.values():
        if league.active:
            yield replace(_build_standing("league", league), starts_at=None if league.pk in begun else league.starts_at)


def _list_ladders(player: int, own: bool) -> Iterator[StandingIn]:
    members = LadderMember.objects.filter(ladder=OuterRef("ladder"), player__is_active=True).order_by()
    above = members.filter(place__lt=OuterRef("place"))
    found = LadderMember.objects.filter(player=player, ladder__active=True, ladder__game__in=list(load_games()))
    shown = found if own else found.filter(ladder__circle="")
    rows = shown.annotate(above=_build_count(above), members=_build_count(members))
    for row in rows.select_related("ladder").order_by("-ladder")[:MAX_EVENTS]:
        place = (row.above or 0) + 1
        yield replace(_build_standing("ladder", row.ladder), place=place, count=row.members or 0)


def _build_count(members: QuerySet[LadderMember]) -> Subquery:
    return Subquery(members.values("ladder").annotate(value=Count("pk")).values("value"))


def _list_arenas(player: int, own: bool, now: datetime) -> Iterator[StandingIn]:
    found = Arena.objects.filter(players__player=player, ends_at__gt=now, game__in=list(load_games()))
    open_ones = found if own else found.filter(circle="")
    for arena in open_ones.order_by("ends_at", "pk")[:MAX_ARENAS]:
        if arena.begins_at > now:
            yield replace(_build_standing("arena", arena), starts_at=arena.begins_at)
            continue
        lines = arenas.load_arena_lines(arena, list(ArenaPlayer.objects.filter(arena=arena).order_by("at", "pk")))
        place = next((line.place for line in lines if line.player == player and line.matches), 0)
        yield replace(
            _build_standing("arena", arena), place=place, count=len(lines) if place else 0, ends_at=arena.ends_at
        )


def _build_standing(kind: Kind, of: League | Ladder | Arena) -> StandingIn:
    return StandingIn(kind, of.game, of.name, of.get_absolute_url())
