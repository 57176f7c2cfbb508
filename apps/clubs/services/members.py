"""Joining, leaving, appointing and removing members. Removing bans from the club until someone invites by name."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.errors import ClubRefused, NoRoom, NotAllowed
from apps.clubs.models import Club, Exclusion, Invitation, JoinRequest, Membership, Role
from apps.clubs.selectors import access
from apps.clubs.services import clubs
from apps.clubs.services.session import lock_club, lock_club_for
from apps.lobby.services import tables
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.tournaments.services import circles

MAX_CLUBS_PER_PLAYER: Final = 50
"""Maximum clubs a player can be in."""


def join_club(*, code: str, player: Player, now: datetime, token: str = "") -> None:
    """Join a club that is open, or by an invitation or its link.

    :raises AccountNeeded: if they have no account
    :raises NoRoom: if it's full, or a block separates the owner and them
    :raises ClubRefused: if they are already in it, it's by invitation or closed, they were removed, or are in too many
    """
    with lock_club(code) as club:
        check_welcome(club, player)
        if access.is_invited(club, player.pk):
            add_member(club, player, now=now)
            return
        if Exclusion.objects.filter(club=club, player=player).exists():
            raise NotAllowed(_("You were removed from this club. You can rejoin if someone invites you by name."))
        if not club.open and not access.is_link_token(club, token):
            raise NotAllowed(_("This club is by invitation only. You can ask to join."))
        add_member(club, player, now=now)


def check_welcome(club: Club, player: Player) -> None:
    """Check the conditions for every way to join.

    :raises AccountNeeded, NoRoom, ClubRefused: as for `join_club`
    """
    if player.guest:
        raise AccountNeeded(_("You need an account to join or create clubs. Choose a name and a password first."))
    if Membership.objects.filter(club=club, player=player).exists():
        raise ClubRefused(_("You’re already in this club."))
    if access.keeps_out(club, player.pk, Membership.objects.filter(club=club).count()):
        raise NoRoom


def add_member(club: Club, player: Player, *, now: datetime) -> None:
    """Make the player a member, and remove their join request and invitation. The club is locked.

    :raises ClubRefused: if they are in too many
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # Two at once would both count as the last.
    if Membership.objects.filter(player=player, club__closed_at=None).count() >= MAX_CLUBS_PER_PLAYER:
        raise ClubRefused(_("You can’t be in more than %(count)d clubs.") % {"count": MAX_CLUBS_PER_PLAYER})
    for rows in (JoinRequest.objects.filter(player=player), Invitation.objects.filter(to=player)):
        rows.filter(club=club).delete()
    Exclusion.objects.filter(club=club, player=player).delete()
    Membership.objects.create(club=club, player=player, since=now)


def leave_club(*, code: str, player: Player, now: datetime) -> None:
    """Leave the club. The player's messages stay.

    :raises ClubRefused: if they aren't in it, or own it
    """
    with lock_club_for(code, player) as (club, mine):
        if mine.role == Role.OWNER:
            raise ClubRefused(_("Hand the club over first, or close it."))
        _end_membership(club, mine, now)


def remove_member(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Remove a member, who can rejoin only if invited by name.

    :raises NotAllowed: if `by` isn't an organiser, or the member's role isn't lower
    :raises ClubRefused: if no member has that name
    """
    with lock_club_for(code, by, Role.ORGANISER) as (club, mine):
        theirs = get_member(club, name)
        if theirs.role >= mine.role:
            raise NotAllowed(_("Only the club’s owner can remove organisers."))
        Exclusion.objects.get_or_create(club=club, player_id=theirs.player_id, defaults={"since": now})
        _end_membership(club, theirs, now)


def _end_membership(club: Club, gone: Membership, now: datetime) -> None:
    """End a membership, including places at the club's tables and tournaments that haven't started.

    The club is locked.
    """
    gone.delete()
    tables.leave_circle(circle=club.code, player=gone.player)
    owner = Membership.objects.get(club=club, role=Role.OWNER).player_id
    circles.leave_circle(circle=club.code, player=gone.player, owner=owner, now=now)


def assign_role(*, code: str, by: Player, name: str, role: Role) -> None:
    """Make a member an organiser, or an organiser a member again.

    :raises NotAllowed: if `by` doesn't own it
    :raises ClubRefused: if no member has that name, or it's the owner
    """
    with lock_club_for(code, by, Role.OWNER) as (club, _mine):
        theirs = get_member(club, name)
        if theirs.role == Role.OWNER or role == Role.OWNER:
            raise ClubRefused(_("The owner’s role can’t be changed. Hand the club over instead."))
        theirs.role = role
        theirs.save(update_fields=["role"])


def hand_over(*, code: str, by: Player, name: str) -> None:
    """Make another member the owner. The previous owner becomes an organiser.

    :raises NotAllowed: if `by` doesn't own it
    :raises ClubRefused: if no member has that name, it's themselves, or they can't own it
    """
    with lock_club_for(code, by, Role.OWNER) as (club, mine):
        theirs = get_member(club, name)
        if theirs.pk == mine.pk:
            raise ClubRefused(_("You already own this club."))
        heir = Player.objects.select_for_update(no_key=True).get(pk=theirs.player_id)
        if by.pk in relations.find_players_apart(heir.pk) or clubs.count_owned_clubs(heir) >= clubs.MAX_OWNED_CLUBS:
            raise ClubRefused(_("You can’t hand the club over to this player."))
        pass_on(mine, theirs)


def pass_on(owner: Membership, heir: Membership) -> None:
    """Swap roles in an order that never gives a club two owners. The club is locked."""
    owner.role, heir.role = Role.ORGANISER, Role.OWNER
    owner.save(update_fields=["role"])
    heir.save(update_fields=["role"])


def get_member(club: Club, name: str) -> Membership:
    """Return the member of this name.

    :raises ClubRefused: if no member has that name
    """
    found = Membership.objects.filter(club=club, player__in=find_player_by_name(name).values("pk")).first()
    if found is None:
        raise ClubRefused(_("No member of this club has that name."))
    return found
