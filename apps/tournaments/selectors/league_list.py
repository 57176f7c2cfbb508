"""The list of leagues, active ones first, with the progress of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.core.paginator import Page
from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games import load_games
from apps.tournaments.models import Division, League, LeagueMember
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.leagues import ENDED_STATUSES
from apps.tournaments.selectors.list_page import ListRow

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        count: int | None
        season: int | None
        playing: int | None
        mine: bool

    Listed: TypeAlias = WithAnnotations[League, Columns]


def build_league_list(number: str | None, *, reader: int | None) -> Page[ListRow]:
    """Return a page of those that everyone can join."""
    return list_page.build_list_page(_find_leagues("", reader), number, _build_league_row)


def list_circle_leagues(circle: str, *, reader: int | None) -> list[ListRow]:
    """Return those of a club, the latest few."""
    return [_build_league_row(league) for league in _find_leagues(circle, reader)[: list_page.MAX_CLUB_ROWS]]


def _find_leagues(circle: str, reader: int | None) -> QuerySet[Listed]:
    members = LeagueMember.objects.filter(league=OuterRef("pk"), left_at=None).order_by()
    divisions = Division.objects.filter(league=OuterRef("pk")).order_by()
    playing = divisions.exclude(tournament__status__in=ENDED_STATUSES)
    found = League.objects.filter(circle=circle, game__in=list(load_games())).annotate(
        count=Subquery(members.values("league").annotate(value=Count("pk")).values("value")),
        season=Subquery(divisions.values("league").annotate(value=Max("season")).values("value")),
        playing=Subquery(playing.values("league").annotate(value=Count("pk")).values("value")),
        mine=Exists(members.filter(player=reader) if reader else members.none()),
    )
    return found.order_by("-active", "-pk")


def _build_league_row(league: Listed) -> ListRow:
    members = league.count or 0
    return ListRow(
        game=league.game,
        title=_(load_games()[league.game].meta.title),
        name=league.name,
        path=league.get_absolute_url(),
        about=tuple(_describe_progress(league.season or 0, league.playing or 0)),
        days=None,
        mine=league.mine,
        ended="" if league.active else _("no more seasons"),
        people=ngettext("%(members)s member", "%(members)s members", members) % {"members": members},
    )


def _describe_progress(season: int, divisions: int) -> Iterator[str]:
    """Yield the current or last season, and the number of divisions in play."""
    if season:
        yield _("season %(season)s") % {"season": season}
    if divisions:
        yield ngettext("%(divisions)s division", "%(divisions)s divisions", divisions) % {"divisions": divisions}
