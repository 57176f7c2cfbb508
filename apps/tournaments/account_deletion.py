"""Account deletion: tournaments go on without the player, and the results stay."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import Q, QuerySet

from apps.accounts.models import Player
from apps.tournaments.errors import LadderRefused, LeagueRefused, TournamentRefused
from apps.tournaments.models import ArenaPlayer, Entry, LadderMember, LeagueMember, TeamMember, Tournament
from apps.tournaments.services import entries, ladders, leagues, lifecycle, session, teams

ENDED_STATUSES = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


def leave_all(*, player: Player, now: datetime) -> None:
    """Leave every league and ladder, and withdraw from every tournament that isn't over.

    A tournament they created that hasn't started is cancelled, because no one is left to look after it.

    :raises Busy: if one of them stayed locked for too long
    """
    for code in _find_hosted_tournaments(player.pk).values_list("code", flat=True):
        with suppress(TournamentRefused):
            lifecycle.cancel_tournament(code=code, reason="", by=None, now=now)
    for pk in LeagueMember.objects.filter(player=player, left_at=None).values_list("league", flat=True):
        with suppress(LeagueRefused):  # They have been removed in the meantime.
            leagues.leave_league(pk=pk, player=player, now=now)
    for pk in LadderMember.objects.filter(player=player).values_list("ladder", flat=True):
        with suppress(LadderRefused):
            ladders.leave_ladder(pk=pk, player=player, now=now)
    for code in _find_team_memberships(player.pk).values_list("tournament__code", flat=True):
        with suppress(TournamentRefused):
            teams.leave_team(code=code, player=player, now=now)
    teams.hand_on(player=player)
    for code in _find_open_entries(player.pk).values_list("tournament__code", flat=True):
        with suppress(TournamentRefused):  # It has ended, or they have been removed, in the meantime.
            entries.leave_tournament(code=code, player=player, now=now)


def raise_versions(player: int) -> None:
    """Raise the versions of all tournaments with this player, in the transaction that deletes the account."""
    entries = Entry.objects.filter(Q(player=player) | Q(substitute=player)).values("tournament")
    members = TeamMember.objects.filter(player=player).values("tournament")
    session.raise_versions(Tournament.objects.filter(Q(pk__in=entries) | Q(pk__in=members)))


def has_open_entry(player: int) -> bool:
    """Check whether a player has entered a tournament that isn't over, or is on the waiting list of one."""
    return _find_open_entries(player).exists() or _find_team_memberships(player).exists()


def takes_part(player: int, *, now: datetime) -> bool:
    """Check whether a player is in a tournament, an arena, a ladder or a league that goes on."""
    return (
        has_open_entry(player)
        or LeagueMember.objects.filter(player=player, left_at=None).exists()
        or LadderMember.objects.filter(player=player).exists()
        or ArenaPlayer.objects.filter(player=player, arena__ends_at__gt=now).exists()
    )


def _find_hosted_tournaments(player: int) -> QuerySet[Tournament]:
    own = Tournament.objects.filter(hosted=True, organisers__player=player, organisers__helper=False)
    return own.filter(status__in=lifecycle.STATUSES_BEFORE_START)


def _find_team_memberships(player: int) -> QuerySet[TeamMember]:
    mine = TeamMember.objects.filter(player=player, left_at=None)
    return mine.exclude(tournament__status__in=ENDED_STATUSES)


def _find_open_entries(player: int) -> QuerySet[Entry]:
    playing = Entry.objects.filter(player=player).exclude(state=Entry.State.OUT)
    return playing.exclude(tournament__status__in=ENDED_STATUSES)
