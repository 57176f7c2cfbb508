"""Tournaments for some people alone, when somebody belongs to these no more, or they are no more."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.models import Player
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.services import entries, lifecycle


def leave_circle(*, circle: str, player: Player, now: datetime) -> None:
    """Withdraw from everything of a circle that has not begun, also as co-organiser; what has begun is played to its
    end.
    """
    theirs = Entry.objects.filter(player=player).exclude(state=Entry.State.OUT).values("tournament")
    for code in _to_come(circle).filter(pk__in=theirs).values_list("code", flat=True):
        with suppress(TournamentRefused):  # It began, or was called off, meanwhile.
            entries.leave(code=code, player=player, now=now)
    Organiser.objects.filter(tournament__in=_to_come(circle).values("pk"), player=player, helper=True).delete()


def close_circle(*, circle: str, now: datetime) -> None:
    """Call off everything of a circle that has not begun: nobody could register any more."""
    for code in _to_come(circle).values_list("code", flat=True):
        with suppress(TournamentRefused):
            lifecycle.cancel(code=code, reason="", by=None, now=now)


def _to_come(circle: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(circle=circle, status__in=lifecycle.BEFORE).order_by("pk")
