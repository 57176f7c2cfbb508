"""Somebody leaves the house: tournaments go on without them, and their results stay."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.models import Player
from apps.tournaments.errors import LadderRefused, LeagueRefused, TournamentRefused
from apps.tournaments.models import Entry, LadderMember, LeagueMember, TeamMember, Tournament
from apps.tournaments.services import entries, ladders, leagues, lifecycle, teams

ENDED = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


def leave_all(*, player: Player, now: datetime) -> None:
    """Leave every league and ladder, and withdraw from every tournament that is not over. One they made that has not
    begun is called off: nobody is left to look after it.

    :raises Busy: if one could not be had in time
    """
    for code in _hosted(player.pk).values_list("code", flat=True):
        with suppress(TournamentRefused):
            lifecycle.cancel(code=code, reason="", by=None, now=now)
    for pk in LeagueMember.objects.filter(player=player, left_at=None).values_list("league", flat=True):
        with suppress(LeagueRefused):  # They were let go meanwhile.
            leagues.leave(pk=pk, player=player, now=now)
    for pk in LadderMember.objects.filter(player=player).values_list("ladder", flat=True):
        with suppress(LadderRefused):
            ladders.leave(pk=pk, player=player, now=now)
    for code in _teams(player.pk).values_list("tournament__code", flat=True):
        with suppress(TournamentRefused):
            teams.leave(code=code, player=player, now=now)
    teams.hand_on(player=player)
    for code in _entered(player.pk).values_list("tournament__code", flat=True):
        with suppress(TournamentRefused):  # It ended, or they were taken out, meanwhile.
            entries.leave(code=code, player=player, now=now)


def entered(player: int) -> bool:
    """Whether somebody takes part in a tournament that is not over, or waits for a place in one."""
    return _entered(player).exists() or _teams(player).exists()


def _hosted(player: int) -> QuerySet[Tournament]:
    own = Tournament.objects.filter(hosted=True, organisers__player=player, organisers__helper=False)
    return own.filter(status__in=lifecycle.BEFORE)


def _teams(player: int) -> QuerySet[TeamMember]:
    mine = TeamMember.objects.filter(player=player, left_at=None)
    return mine.exclude(tournament__status__in=ENDED)


def _entered(player: int) -> QuerySet[Entry]:
    playing = Entry.objects.filter(player=player).exclude(state=Entry.State.OUT)
    return playing.exclude(tournament__status__in=ENDED)
