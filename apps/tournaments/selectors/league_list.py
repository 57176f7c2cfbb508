"""The list of leagues: those that go on first, and how far each has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Subquery
from django.utils.translation import gettext as _

from apps.games import catalogue
from apps.tournaments.models import Division, League, LeagueMember
from apps.tournaments.selectors.leagues import ENDED

MOST = 100


@dataclass(frozen=True)
class LeagueRow:
    """One league of the list."""

    league: League
    title: str
    """Of its game."""
    members: int
    season: int
    """That is played, or was played last; 0 before the first."""
    divisions: int
    """That play now."""
    mine: bool


def rows(*, reader: int | None) -> tuple[LeagueRow, ...]:
    """All whose game is in the house."""
    members = LeagueMember.objects.filter(league=OuterRef("pk"), left_at=None).order_by()
    divisions = Division.objects.filter(league=OuterRef("pk")).order_by()
    playing = divisions.exclude(tournament__status__in=ENDED)
    found = League.objects.filter(game__in=list(catalogue())).annotate(
        count=Subquery(members.values("league").annotate(value=Count("pk")).values("value")),
        season=Subquery(divisions.values("league").annotate(value=Max("season")).values("value")),
        playing=Subquery(playing.values("league").annotate(value=Count("pk")).values("value")),
        mine=Exists(members.filter(player=reader) if reader else members.none()),
    )
    return tuple(_row(league) for league in found.order_by("-active", "-pk")[:MOST])


def _row(league: Any) -> LeagueRow:
    return LeagueRow(
        league=league,
        title=_(catalogue()[league.game].meta.title),
        members=league.count or 0,
        season=league.season or 0,
        divisions=league.playing or 0,
        mine=league.mine,
    )
