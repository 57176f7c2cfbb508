"""Join requests, and the organisers' answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused, NotAllowed
from apps.clubs.models import Club, Exclusion, JoinRequest, Role
from apps.clubs.services import notify
from apps.clubs.services.members import add_member, check_welcome
from apps.clubs.services.session import lock_club, lock_club_for
from apps.matches.selectors.player_lookup import find_player_by_name

ASK_AGAIN_AFTER: Final = timedelta(days=7)
"""Time after which a declined player can ask again."""
MAX_PENDING_REQUESTS: Final = 100
"""Maximum pending requests in one club."""


def ask_to_join(*, code: str, player: Player, now: datetime) -> None:
    """Ask to join, and notify the owner.

    :raises AccountNeeded, NoRoom: as for joining
    :raises ClubRefused: if they are already in it, it's open to everyone, they were removed, or have already asked
    """
    with lock_club(code) as club:
        check_welcome(club, player)
        if club.open:
            raise ClubRefused(_("This club is open to everyone, so you can just join."))
        if Exclusion.objects.filter(club=club, player=player).exists():
            raise NotAllowed(_("You were removed from this club. You can rejoin if someone invites you by name."))
        before = JoinRequest.objects.filter(club=club, player=player).first()
        if before is not None and before.declined_at is None:
            raise ClubRefused(_("You’ve already asked to join. We’ll let you know if you’re accepted."))
        if before is not None and before.declined_at and before.declined_at > now - ASK_AGAIN_AFTER:
            raise ClubRefused(_("Your request was declined. Please wait a few days before you ask again."))
        if JoinRequest.objects.filter(club=club, declined_at=None).count() >= MAX_PENDING_REQUESTS:
            raise ClubRefused(_("This club has too many join requests right now. Please try again later."))
        JoinRequest.objects.update_or_create(club=club, player=player, defaults={"at": now, "declined_at": None})
        notify.notify_owner_of_request(club, player, now=now)


def withdraw_request(*, code: str, player: Player) -> None:
    """Withdraw a request.

    :raises ClubRefused: if they have no pending request
    """
    with lock_club(code) as club:
        gone, _each = JoinRequest.objects.filter(club=club, player=player, declined_at=None).delete()
        if not gone:
            raise ClubRefused(_("You have no pending request to join this club."))


def accept_request(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Accept a player, and notify them.

    :raises NotAllowed: if `by` isn't an organiser
    :raises ClubRefused: if they have no pending request, or can't join now
    """
    with lock_club_for(code, by, Role.ORGANISER) as (club, _mine):
        player = _get_pending_request(club, name).player
        check_welcome(club, player)
        add_member(club, player, now=now)
        notify.notify_accepted_player(club, player, now=now)


def decline_request(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Decline a request without notifying the player.

    :raises NotAllowed: if `by` isn't an organiser
    :raises ClubRefused: if they have no pending request
    """
    with lock_club_for(code, by, Role.ORGANISER) as (club, _mine):
        request = _get_pending_request(club, name)
        request.declined_at = now
        request.save(update_fields=["declined_at"])


def _get_pending_request(club: Club, name: str) -> JoinRequest:
    found = JoinRequest.objects.filter(club=club, declined_at=None, player__in=find_player_by_name(name).values("pk"))
    if (request := found.select_related("player").first()) is None:
        raise ClubRefused(_("This player is no longer asking to join."))
    return request
