"""Notifications about clubs, stored once in the transaction of the event, as invitations."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.models import Club, Invitation, Membership, Role
from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.wording import Words

INVITED = gettext_noop("%(by)s has invited you to join the club %(club)s")
ASKED = gettext_noop("%(by)s wants to join %(club)s")
ASKED_WHY = gettext_noop("You or another organiser can accept them on the members page.")
ACCEPTED = gettext_noop("You’re now a member of the club %(club)s")


def notify_invited_player(invitation: Invitation) -> None:
    """Notify the invited player, if there is one."""
    if invitation.to_id is not None:
        key = f"invited:{invitation.pk}"
        _send_notice(invitation.club, invitation.to_id, INVITED, key=key, now=invitation.at, by=invitation.by)


def notify_owner_of_request(club: Club, player: Player, *, now: datetime) -> None:
    """Notify the owner of a join request, once a day for each player."""
    owner = Membership.objects.get(club=club, role=Role.OWNER).player_id
    if owner not in relations.find_players_apart(player.pk):
        key = f"asked:{player.pk}:{now:%Y%m%d}"
        _send_notice(club, owner, ASKED, key=key, now=now, by=player, text=ASKED_WHY, page="members/")


def notify_accepted_player(club: Club, player: Player, *, now: datetime) -> None:
    """Notify a player that they were accepted."""
    _send_notice(club, player.pk, ACCEPTED, key=f"accepted:{now:%Y%m%d%H%M%S}", now=now)


def _send_notice(
    club: Club,
    player: int,
    title: str,
    *,
    key: str,
    now: datetime,
    by: Player | None = None,
    text: str = "",
    page: str = "",
) -> None:
    outbox.post_notice(
        player=player,
        kind=Kind.INVITATION,
        key=f"club:{club.code}:{key}",
        words=Words(
            title=title,
            text=text,
            path=club.get_absolute_url() + page,
            names={"club": club.name, **({"by": by.username} if by else {})},
            players={by.username: by.pk} if by else {},
        ),
        now=now,
    )
