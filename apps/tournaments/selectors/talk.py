"""A user's role in the chat of a tournament, and whether the chat is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.permissions import Right, get_tournament_right
from apps.tournaments.selectors.teams import entries_of

OPEN_AFTER_END: Final = timedelta(days=14)
"""How long the chat stays open after the end."""


@dataclass(frozen=True)
class Voice:
    """A user in the chat of a tournament."""

    organises: bool
    takes_part: bool
    closed: str
    """Why no one can post at this time, as a sentence; empty if the chat is open."""

    @property
    def belongs(self) -> bool:
        """Check whether it is their chat. Everyone else can only read."""
        return self.organises or self.takes_part

    @property
    def why_silent(self) -> str:
        """Return why this user can't post, as a sentence, or an empty string if the tournament allows it."""
        if not self.belongs:
            return _("Players and organisers chat here. Everyone else can only read.")
        return self.closed


def build_chat_voice(tournament: Tournament, user: Player | AnonymousUser, *, now: datetime) -> Voice:
    """Return the role of a user, possibly anonymous, in the chat."""
    return Voice(
        organises=_is_organiser(tournament, user),
        takes_part=user.is_authenticated and _takes_part(tournament, user.pk),
        closed=_describe_chat_closure(tournament, now),
    )


def _is_organiser(tournament: Tournament, user: Player | AnonymousUser) -> bool:
    if user.is_staff:
        return get_tournament_right(user, tournament) >= Right.HELP
    return user.is_authenticated and Organiser.objects.filter(tournament=tournament, player=user.pk).exists()


def _takes_part(tournament: Tournament, player: int) -> bool:
    """Check whether the player has an entry or is a substitute.

    Players who withdrew can post until the end, except in a club's tournament, because they could have left the club.
    """
    mine = entries_of(player)
    if tournament.ended:
        mine &= Q(state=Entry.State.IN)
    elif tournament.circle:
        mine &= ~Q(state=Entry.State.OUT)
    return Entry.objects.filter(mine | Q(substitute=player), tournament=tournament).exists()


def _describe_chat_closure(tournament: Tournament, now: datetime) -> str:
    if tournament.status == Tournament.Status.DRAFT:
        return _("No one has entered yet. Announce the tournament first.")
    if tournament.ended and (tournament.over_at is None or now - tournament.over_at > OPEN_AFTER_END):
        return _("This chat closed two weeks after the tournament. You can still read it.")
    return ""
