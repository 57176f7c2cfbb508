"""The list of ladders, active ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import load_games
from apps.matches.selectors.wording import pace_title
from apps.tournaments.models import Ladder, LadderMember
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.list_page import ListRow

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        count: int | None
        mine: bool

    Listed: TypeAlias = WithAnnotations[Ladder, Columns]


def build_ladder_list(number: str | None, *, reader: int | None) -> Page[ListRow]:
    """Return a page of those that everyone can join."""
    return list_page.build_list_page(_find_ladders("", reader), number, _build_ladder_row)


def list_circle_ladders(circle: str, *, reader: int | None) -> list[ListRow]:
    """Return those of a club, the latest few."""
    return [_build_ladder_row(ladder) for ladder in _find_ladders(circle, reader)[: list_page.MAX_CLUB_ROWS]]


def _find_ladders(circle: str, reader: int | None) -> QuerySet[Listed]:
    members = LadderMember.objects.filter(ladder=OuterRef("pk")).order_by()
    found = Ladder.objects.filter(circle=circle, game__in=list(load_games())).annotate(
        count=Subquery(members.values("ladder").annotate(value=Count("pk")).values("value")),
        mine=Exists(members.filter(player=reader) if reader else members.none()),
    )
    return found.order_by("-active", "-pk")


def _build_ladder_row(ladder: Listed) -> ListRow:
    members = ladder.count or 0
    return ListRow(
        game=ladder.game,
        title=_(load_games()[ladder.game].meta.title),
        name=ladder.name,
        path=ladder.get_absolute_url(),
        about=(pace_title(ladder.pace_name), *([_("rated")] if ladder.rated else [])),
        days=None,
        mine=ladder.mine,
        ended="" if ladder.active else pgettext("of a ladder", "ended"),
        people=ngettext("%(members)s member", "%(members)s members", members) % {"members": members},
    )
