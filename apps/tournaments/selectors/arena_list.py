"""The list of arenas: the latest first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import catalogue
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.selectors import list_page
from apps.tournaments.selectors.list_page import ListRow


def page(number: str | None, *, reader: int | None, now: datetime) -> Page[ListRow]:
    """Of all whose game is in the house."""
    players = ArenaPlayer.objects.filter(arena=OuterRef("pk")).order_by()
    found = Arena.objects.filter(game__in=list(catalogue())).annotate(
        count=Subquery(players.values("arena").annotate(value=Count("pk")).values("value")),
        mine=Exists(players.filter(player=reader) if reader else players.none()),
    )
    return list_page.page(found.order_by("-ends_at", "-pk"), number, lambda arena: _row(arena, now))


def _row(arena: Any, now: datetime) -> ListRow:
    players = arena.count or 0
    return ListRow(
        game=arena.game,
        title=_(catalogue()[arena.game].meta.title),
        name=arena.name,
        path=arena.get_absolute_url(),
        about=(),
        days=(arena.begins_at, arena.ends_at),
        mine=arena.mine,
        ended=pgettext("an arena", "over") if arena.ends_at <= now else "",
        people=ngettext("%(players)s player", "%(players)s players", players) % {"players": players},
    )
