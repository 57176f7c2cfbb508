"""Inviting people into a club by name, and what they answer.

As at tables, whoever invites hears the same whether somebody of that name exists, has blocked them or is blocked: the
invitation is written down either way, and where nobody may be asked it just never is answered.
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
from apps.clubs.services.session import held, held_by
from apps.common import rate_limits
from apps.matches.selectors.player_lookup import called

A_DAY: Final = 40
LAPSES: Final = timedelta(days=30)
"""After how long a name may be invited once more."""


def invite(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Invite whoever has this name; silently nobody, if nobody may be asked.

    :raises NotAllowed: if `by` does not organise it
    :raises ClubRefused: if that name is in it, or was invited already
    :raises RateLimited: if it was the last one for today
    """
    typed = Player.normalize_username(name.strip())[:150]
    if not typed:
        raise ClubRefused(_("Enter a player’s name."))
    rate_limits.spend(
        what="club-invite",
        who=f"{by.pk}:{now:%Y%m%d}",
        most=A_DAY,
        seconds=int(timedelta(days=1).total_seconds()),
        sentence=_(
            "You’ve invited a lot of people today. You can invite more tomorrow. The invitation link still works."
        ),
    )
    with held_by(code, by, Role.ORGANISER) as (club, _mine):
        before = Invitation.objects.filter(club=club, name__iexact=typed)
        if before.filter(at__gt=now - LAPSES).exists():
            raise ClubRefused(_("%(name)s has already been invited.") % {"name": typed})
        found = called(typed).filter(is_active=True, guest=False).first()
        if found is not None and Membership.objects.filter(club=club, player=found).exists():
            raise ClubRefused(_("%(name)s is already in this club.") % {"name": typed})
        before.delete()
        reachable = found if found is not None and _meet(club, by, found) else None
        invitation = Invitation.objects.create(club=club, by=by, to=reachable, name=typed, at=now)
        notify.invited(invitation)


def decline(*, code: str, player: Player, now: datetime) -> None:
    """No, thank you; who invited is not told.

    :raises ClubRefused: if they are not invited (any more)
    """
    with held(code) as club:
        if not Invitation.objects.filter(club=club, to=player, declined_at=None).update(declined_at=now):
            raise ClubRefused(_("You no longer have an invitation to this club."))


def _meet(club: Club, by: Player, player: Player) -> bool:
    """Whether somebody meets who invites them, and the owner: else they could not come in."""
    owners = Membership.objects.filter(club=club, role=Role.OWNER).values_list("player", flat=True)
    return relations.apart(player.pk).isdisjoint({by.pk, *owners})
