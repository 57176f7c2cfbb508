"""Who somebody is in the talk of a tournament, and whether anything is said there (any more)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.permissions import Right, right
from apps.tournaments.selectors.teams import entries_of

AFTER: Final = timedelta(days=14)
"""How long after the end people go on talking."""


@dataclass(frozen=True)
class Voice:
    """One person in the talk of one tournament."""

    organises: bool
    takes_part: bool
    closed: str
    """Why nobody says anything there at this time, in a sentence; empty if people may."""

    @property
    def belongs(self) -> bool:
        """Whether it is their talk; everybody else reads along."""
        return self.organises or self.takes_part

    @property
    def why_silent(self) -> str:
        """Why this person may not say anything, in a sentence; empty if they may, as far as the tournament knows."""
        if not self.belongs:
            return _("Players and organisers chat here. Everyone else can only read.")
        return self.closed


def voice(tournament: Tournament, user: Any, *, now: datetime) -> Voice:
    """What a user, perhaps nobody, is in its talk."""
    return Voice(
        organises=_organises(tournament, user),
        takes_part=user.is_authenticated and _takes_part(tournament, user.pk),
        closed=_closed(tournament, now),
    )


def _organises(tournament: Tournament, user: Any) -> bool:
    if user.is_staff:
        return right(user, tournament) >= Right.HELP
    return user.is_authenticated and Organiser.objects.filter(tournament=tournament, player=user.pk).exists()


def _takes_part(tournament: Tournament, player: int) -> bool:
    """Whoever registered, or plays for somebody. Who withdrew goes on talking until it is over, but not among people of
    a circle: they may have left that.
    """
    mine = entries_of(player)
    if tournament.ended:
        mine &= Q(state=Entry.State.IN)
    elif tournament.circle:
        mine &= ~Q(state=Entry.State.OUT)
    return Entry.objects.filter(mine | Q(substitute=player), tournament=tournament).exists()


def _closed(tournament: Tournament, now: datetime) -> str:
    if tournament.status == Tournament.Status.DRAFT:
        return _("No one has entered yet. Announce the tournament first.")
    if tournament.ended and (tournament.over_at is None or now - tournament.over_at > AFTER):
        return _("This chat closed two weeks after the tournament. You can still read it.")
    return ""
