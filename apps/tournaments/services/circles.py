"""Changes to a club's tournaments when a member leaves, or the club closes."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.models import Player
from apps.tournaments.errors import LadderRefused, TournamentRefused
from apps.tournaments.models import (
    Arena,
    ArenaPlayer,
    Entry,
    Ladder,
    LadderMember,
    League,
    LeagueMember,
    Organiser,
    Tournament,
)
from apps.tournaments.services import entries, ladders, lifecycle

Status = Tournament.Status


def leave_circle(*, circle: str, player: Player, owner: int, now: datetime) -> None:
    """Withdraw a player from everything of a club that hasn't started, and as organiser of its tournaments.

    Tournaments in progress are played to their end. Arenas in progress aren't, because their matches are played
    elsewhere. The tournaments that the player created go to the club's owner.
    """
    theirs = Entry.objects.filter(player=player).exclude(state=Entry.State.OUT).values("tournament")
    for code in _to_come(circle).filter(pk__in=theirs).values_list("code", flat=True):
        with suppress(TournamentRefused):  # It has started, or was cancelled, in the meantime.
            entries.leave_tournament(code=code, player=player, now=now)
    LeagueMember.objects.filter(league__circle=circle, player=player, left_at=None).update(left_at=now)
    for pk in LadderMember.objects.filter(ladder__circle=circle, player=player).values_list("ladder", flat=True):
        with suppress(LadderRefused):
            ladders.leave_ladder(pk=pk, player=player, now=now)
    ArenaPlayer.objects.filter(arena__circle=circle, arena__ends_at__gt=now, player=player).delete()
    _hand_over(circle, player, owner)


def _hand_over(circle: str, player: Player, owner: int) -> None:
    going_on = Tournament.objects.filter(circle=circle).exclude(status__in=(Status.OVER, Status.CANCELLED))
    theirs = Organiser.objects.filter(tournament__in=going_on.values("pk"), player=player)
    theirs.filter(helper=True).delete()
    created = list(theirs.values_list("tournament", flat=True))
    Organiser.objects.filter(tournament__in=created, player=owner).delete()
    theirs.update(player=owner)


def close_circle(*, circle: str, now: datetime) -> None:
    """Cancel everything of a club that hasn't started, and stop further seasons, because no one could join them."""
    for code in _to_come(circle).values_list("code", flat=True):
        with suppress(TournamentRefused):
            lifecycle.cancel_tournament(code=code, reason="", by=None, now=now)
    League.objects.filter(circle=circle).update(active=False)
    Ladder.objects.filter(circle=circle).update(active=False)
    Arena.objects.filter(circle=circle, begins_at__gt=now).delete()


def _to_come(circle: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(circle=circle, status__in=lifecycle.STATUSES_BEFORE_START).order_by("pk")
