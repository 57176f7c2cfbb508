"""The list of ladders, active ones first."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import catalogue
from apps.matches.selectors.wording import pace_title
from apps.tournaments.models import Ladder, LadderMember
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.list_page import ListRow


def page(number: str | None, *, reader: int | None) -> Page[ListRow]:
    """Return a page of those that everyone can join."""
    return list_page.page(_found("", reader), number, _row)


def of_circle(circle: str, *, reader: int | None) -> list[ListRow]:
    """Return those of a club, the latest few."""
    return [_row(ladder) for ladder in _found(circle, reader)[: list_page.A_FEW]]


def _found(circle: str, reader: int | None) -> QuerySet[Any]:
    members = LadderMember.objects.filter(ladder=OuterRef("pk")).order_by()
    found = Ladder.objects.filter(circle=circle, game__in=list(catalogue())).annotate(
        count=Subquery(members.values("ladder").annotate(value=Count("pk")).values("value")),
        mine=Exists(members.filter(player=reader) if reader else members.none()),
    )
    return found.order_by("-active", "-pk")


def _row(ladder: Any) -> ListRow:
    members = ladder.count or 0
    return ListRow(
        game=ladder.game,
        title=_(catalogue()[ladder.game].meta.title),
        name=ladder.name,
        path=ladder.get_absolute_url(),
        about=(pace_title(ladder.pace_name), *([_("rated")] if ladder.rated else [])),
        days=None,
        mine=ladder.mine,
        ended="" if ladder.active else pgettext("of a ladder", "ended"),
        people=ngettext("%(members)s member", "%(members)s members", members) % {"members": members},
    )
