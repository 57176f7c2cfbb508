"""The list of ladders: those that go on first."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import catalogue
from apps.matches.selectors.wording import pace_title
from apps.tournaments.models import Ladder, LadderMember
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.list_page import ListRow


def page(number: str | None, *, reader: int | None) -> Page[ListRow]:
    """Of all whose game is in the house."""
    members = LadderMember.objects.filter(ladder=OuterRef("pk")).order_by()
    found = Ladder.objects.filter(game__in=list(catalogue())).annotate(
        count=Subquery(members.values("ladder").annotate(value=Count("pk")).values("value")),
        mine=Exists(members.filter(player=reader) if reader else members.none()),
    )
    return list_page.page(found.order_by("-active", "-pk"), number, _row)


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
