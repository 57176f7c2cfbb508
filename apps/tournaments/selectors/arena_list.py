"""The list of arenas, the latest first."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import load_games
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.list_page import ListRow

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        count: int | None
        mine: bool

    Listed: TypeAlias = WithAnnotations[Arena, Columns]


def build_arena_list(number: str | None, *, reader: int | None, now: datetime) -> Page[ListRow]:
    """Return a page of those that everyone can join."""
    return list_page.build_list_page(_find_arenas("", reader), number, lambda arena: _build_arena_row(arena, now))


def list_circle_arenas(circle: str, *, reader: int | None, now: datetime) -> list[ListRow]:
    """Return those of a club, the latest few."""
    return [_build_arena_row(arena, now) for arena in _find_arenas(circle, reader)[: list_page.MAX_CLUB_ROWS]]


def _find_arenas(circle: str, reader: int | None) -> QuerySet[Listed]:
    players = ArenaPlayer.objects.filter(arena=OuterRef("pk")).order_by()
    found = Arena.objects.filter(circle=circle, game__in=list(load_games())).annotate(
        count=Subquery(players.values("arena").annotate(value=Count("pk")).values("value")),
        mine=Exists(players.filter(player=reader) if reader else players.none()),
    )
    return found.order_by("-ends_at", "-pk")


def _build_arena_row(arena: Listed, now: datetime) -> ListRow:
    players = arena.count or 0
    return ListRow(
        game=arena.game,
        title=_(load_games()[arena.game].meta.title),
        name=arena.name,
        path=arena.get_absolute_url(),
        about=(),
        days=(arena.begins_at, arena.ends_at),
        mine=arena.mine,
        ended=pgettext("an arena", "over") if arena.ends_at <= now else "",
        people=ngettext("%(players)s player", "%(players)s players", players) % {"players": players},
    )
