"""Invitations to a club by name, and their answers.

As at tables, the sender learns nothing about whether the name exists or either has blocked the other. The invitation is
stored in any case, and if no one can be invited, it's never answered.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.errors import ClubRefused
from apps.clubs.models import Club, Invitation, Membership, Role
from apps.clubs.services import notify
from apps.clubs.services.session import lock_club, lock_club_for
from apps.common import rate_limits
from apps.matches.selectors.player_lookup import find_player_by_name

MAX_INVITATIONS_PER_DAY: Final = 40
INVITE_AGAIN_AFTER: Final = timedelta(days=30)
"""Time after which a name can be invited again."""


def invite_to_club(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Invite the player of this name. If they can't be invited, no one is, silently.

    :raises NotAllowed: if `by` isn't an organiser
    :raises ClubRefused: if that name is already in the club or invited
    :raises RateLimited: if today's limit is reached
    """
    typed = Player.normalize_username(name.strip())[:150]
    if not typed:
        raise ClubRefused(_("Enter a player’s name."))
    rate_limits.enforce_rate_limit(
        what="club-invite",
        who=f"{by.pk}:{now:%Y%m%d}",
        most=MAX_INVITATIONS_PER_DAY,
        seconds=int(timedelta(days=1).total_seconds()),
        sentence=_(
            "You’ve invited a lot of people today. You can invite more tomorrow. The invitation link still works."
        ),
    )
    with lock_club_for(code, by, Role.ORGANISER) as (club, _mine):
        before = Invitation.objects.filter(club=club, name__iexact=typed)
        if before.filter(at__gt=now - INVITE_AGAIN_AFTER).exists():
            raise ClubRefused(_("%(name)s has already been invited.") % {"name": typed})
        found = find_player_by_name(typed).filter(is_active=True, guest=False).first()
        if found is not None and Membership.objects.filter(club=club, player=found).exists():
            raise ClubRefused(_("%(name)s is already in this club.") % {"name": typed})
        before.delete()
        reachable = found if found is not None and _can_meet(club, by, found) else None
        invitation = Invitation.objects.create(club=club, by=by, to=reachable, name=typed, at=now)
        notify.notify_invited_player(invitation)


def decline_invitation(*, code: str, player: Player, now: datetime) -> None:
    """Decline an invitation. The sender isn't notified.

    :raises ClubRefused: if they aren't, or are no longer, invited
    """
    with lock_club(code) as club:
        if not Invitation.objects.filter(club=club, to=player, declined_at=None).update(declined_at=now):
            raise ClubRefused(_("You no longer have an invitation to this club."))


def _can_meet(club: Club, by: Player, player: Player) -> bool:
    """Check that no block separates the player from the sender or the owner, because they couldn't join."""
    owners = Membership.objects.filter(club=club, role=Role.OWNER).values_list("player", flat=True)
    return relations.find_players_apart(player.pk).isdisjoint({by.pk, *owners})
