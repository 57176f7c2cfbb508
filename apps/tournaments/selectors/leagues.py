"""The state of a league and what follows from it: its season, its members, and the next season's divisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from django.db.models import Exists, F, Max, OuterRef, QuerySet

from apps.games import load_games
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.scoring.league import Finish, NextSeason, Sizes, next_season
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.wording.numbers import format_plain_number

ENDED_STATUSES = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


class DivisionLine(NamedTuple):
    """An entrant's current place in a division. Plain values, because caches outlive an upgrade."""

    entrant: int
    place: int
    player: int | None
    """The player; None for a bot or a deleted account."""
    bot: bool
    points: str
    """A decimal number; empty before the first round."""
    absent: bool
    """Whether they are out of it, because they missed a table or withdrew."""
    late: bool
    """Whether an organiser added them after the start. Their results count for no division."""


@dataclass(frozen=True)
class Season:
    """A season of a league, as far as it has started."""

    number: int
    """The number, from 1; 0 before the first season."""
    tournaments: tuple[Tournament, ...]
    """Its divisions, the highest first."""

    @property
    def begun_at(self) -> datetime | None:
        return min((each.started_at for each in self.tournaments if each.started_at), default=None)

    @property
    def over(self) -> bool:
        """Check whether no division is in play."""
        return all(each.ended for each in self.tournaments)


def open_to_begin(*, now: datetime) -> QuerySet[League]:
    """Return leagues between seasons whose next season could be due."""
    playing = Division.objects.filter(league=OuterRef("pk")).exclude(tournament__status__in=ENDED_STATUSES)
    ready = League.objects.filter(~Exists(playing), active=True, starts_at__lte=now, game__in=list(load_games()))
    return ready.order_by("pk")


def last_number(league: League) -> int:
    """Return the number of the current or last season; 0 before the first."""
    return Division.objects.filter(league=league).aggregate(last=Max("season"))["last"] or 0


def load_latest_season(league: League) -> Season:
    """Return the current or last season."""
    number = last_number(league)
    return Season(number, tuple(find_divisions(league, number)))


def find_divisions(league: League, season: int) -> QuerySet[Tournament]:
    """Return the tournaments of a season, the highest division first."""
    found = Tournament.objects.filter(division__league=league, division__season=season)
    return found.select_related("luck", "division").order_by("division__number")


def load_season_roster(league: League, season: int) -> dict[int, int]:
    """Return the division of each player who was placed in one at the start of the season; no later entrants."""
    begun = Entry.objects.filter(tournament__division__league=league, tournament__division__season=season)
    placed = begun.filter(player__isnull=False, at__lte=F("tournament__started_at"))
    return dict(placed.values_list("player", "tournament__division__number"))


def next_at(league: League, season: Season) -> datetime:
    """Return the planned start of the season after this one. It waits for unfinished divisions and for members."""
    ends_at = compute_planned_end(season)
    return league.starts_at if ends_at is None else ends_at + timedelta(days=league.pause_days)


def compute_planned_end(season: Season) -> datetime | None:
    """Return the planned end of a season, which can take longer; None before its start."""
    if season.begun_at is None:
        return None
    last = season.tournaments[0]
    return season.begun_at + timedelta(hours=_count_successive_rounds(last) * (last.round_hours or 0))


def _count_successive_rounds(tournament: Tournament) -> int:
    """Return the number of successive rounds. Groups have all their tables in one."""
    stages = msgspec.convert(tournament.plan, Plan).stages
    return sum(stage.rounds if isinstance(stage, Swiss) else 1 for stage in stages)


def find_league_members(league: League) -> QuerySet[LeagueMember]:
    """Return the current members, in the order in which they joined."""
    return LeagueMember.objects.filter(league=league, left_at=None, player__is_active=True).order_by("since", "pk")


def build_division_lines(snapshot: TournamentSnapshot) -> tuple[DivisionLine, ...]:
    """Return the table of a division, best first."""
    begun_at = snapshot.tournament.started_at
    return tuple(
        DivisionLine(
            entrant=line.entrant,
            place=line.place,
            player=entry.player_id,
            bot=entry.bot,
            points=format_plain_number(line.standing.points) if line.standing else "",
            absent=entry.state == Entry.State.OUT,
            late=begun_at is not None and entry.at > begun_at,
        )
        for line in snapshot.ranking
        for entry in (snapshot.entries[line.entrant],)
    )


def assign_next_season(
    league: League, season: Season, tables: Sequence[Iterable[DivisionLine]], joined: Collection[LeagueMember],
    strengths: Mapping[int, float],
) -> NextSeason:  # fmt: skip
    """Assign the next season's divisions from this season's tables and the members.

    Newcomers, and players who have joined again since the season started, are added by strength. Those without a rating
    are added in the order they joined.
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


def find_player_divisions(league: League, player: int) -> list[str]:
    """Return the codes of the divisions that a player is in now."""
    entered = Entry.objects.filter(player=player, tournament__division__league=league).exclude(state=Entry.State.OUT)
    return list(entered.exclude(tournament__status__in=ENDED_STATUSES).values_list("tournament__code", flat=True))
