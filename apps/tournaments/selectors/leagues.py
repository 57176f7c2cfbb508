"""How far a league has come, and what follows from it: its season, its members, and who plays where in the next one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from django.db.models import Exists, F, Max, OuterRef, QuerySet

from apps.games import catalogue
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.scoring.league import Finish, NextSeason, Sizes, next_season
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.wording.numbers import plain

ENDED = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


class DivisionLine(NamedTuple):
    """Somebody's place in a division, as it stands. Plain values: caches outlive an upgrade."""

    entrant: int
    place: int
    player: int | None
    """None: a bot, or somebody whose account is gone."""
    bot: bool
    points: str
    """A decimal number; empty before the first round."""
    absent: bool
    """Whether they are out of it: they did not come to a table, or withdrew."""
    late: bool
    """Whether an organiser brought them after the beginning: what they play counts for no division."""


@dataclass(frozen=True)
class Season:
    """A season of a league, as far as it was begun."""

    number: int
    """From 1; 0 before the first."""
    tournaments: tuple[Tournament, ...]
    """Its divisions, the highest first."""

    @property
    def begun_at(self) -> datetime | None:
        return min((each.started_at for each in self.tournaments if each.started_at), default=None)

    @property
    def over(self) -> bool:
        """Whether no division plays any more."""
        return all(each.ended for each in self.tournaments)


def open_to_begin(*, now: datetime) -> QuerySet[League]:
    """Leagues that play no season, and may be due to begin one."""
    playing = Division.objects.filter(league=OuterRef("pk")).exclude(tournament__status__in=ENDED)
    ready = League.objects.filter(~Exists(playing), active=True, starts_at__lte=now, game__in=list(catalogue()))
    return ready.order_by("pk")


def last_number(league: League) -> int:
    """Of the season that is played, or was played last; 0 before the first."""
    return Division.objects.filter(league=league).aggregate(last=Max("season"))["last"] or 0


def latest(league: League) -> Season:
    """The season that is played, or was played last."""
    number = last_number(league)
    return Season(number, tuple(divisions(league, number)))


def divisions(league: League, season: int) -> QuerySet[Tournament]:
    """The tournaments of a season, the highest division first."""
    found = Tournament.objects.filter(division__league=league, division__season=season)
    return found.select_related("luck", "division").order_by("division__number")


def roster(league: League, season: int) -> dict[int, int]:
    """Who was put into which division when the season began: player → division. Who came later is none of it."""
    begun = Entry.objects.filter(tournament__division__league=league, tournament__division__season=season)
    placed = begun.filter(player__isnull=False, at__lte=F("tournament__started_at"))
    return dict(placed.values_list("player", "tournament__division__number"))


def next_at(league: League, season: Season) -> datetime:
    """When the season after this one is planned to begin; it waits for divisions that are not over then, and for
    members.
    """
    if season.begun_at is None:
        return league.starts_at
    last = season.tournaments[0]
    planned = timedelta(hours=_rounds(last) * (last.round_hours or 0))
    return season.begun_at + planned + timedelta(days=league.pause_days)


def _rounds(tournament: Tournament) -> int:
    """How many one after the other; groups have all their tables in one."""
    stages = msgspec.convert(tournament.plan, Plan).stages
    return sum(stage.rounds if isinstance(stage, Swiss) else 1 for stage in stages)


def members(league: League) -> QuerySet[LeagueMember]:
    """Who is in it now, in the order in which they joined."""
    return LeagueMember.objects.filter(league=league, left_at=None, player__is_active=True).order_by("since", "pk")


def lines(snapshot: TournamentSnapshot) -> tuple[DivisionLine, ...]:
    """Everybody of a division, the best first."""
    begun_at = snapshot.tournament.started_at
    return tuple(
        DivisionLine(
            entrant=line.entrant,
            place=line.place,
            player=entry.player_id,
            bot=entry.bot,
            points=plain(line.standing.points) if line.standing else "",
            absent=entry.state == Entry.State.OUT,
            late=begun_at is not None and entry.at > begun_at,
        )
        for line in snapshot.ranking
        for entry in (snapshot.entries[line.entrant],)
    )


def following(
    league: League, season: Season, tables: Sequence[Iterable[DivisionLine]], joined: Collection[LeagueMember],
    strengths: Mapping[int, float],
) -> NextSeason:  # fmt: skip
    """Who plays where next, by the tables of all divisions of this season and those who are members. Newcomers, and who
    has joined again since it began, come in by their strength, and who has none in the order they joined.
    """
    begun_at = season.begun_at
    staying = {member.player_id for member in joined if begun_at is not None and member.since <= begun_at}
    held = [
        [Finish(line.player, line.absent) for line in table if line.player in staying and not line.late]
        for table in tables
    ]
    placed = {each.player for table in held for each in table}
    new = [member for member in joined if member.player_id not in placed]
    new.sort(key=lambda member: strengths.get(member.player_id, float("-inf")), reverse=True)
    return next_season(held, [member.player_id for member in new], Sizes(league.least, league.most, league.moves))


def playing(league: League, player: int) -> list[str]:
    """The codes of the divisions somebody plays in now."""
    entered = Entry.objects.filter(player=player, tournament__division__league=league).exclude(state=Entry.State.OUT)
    return list(entered.exclude(tournament__status__in=ENDED).values_list("tournament__code", flat=True))
