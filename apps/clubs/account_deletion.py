"""A player's clubs when their account is deleted. A club without other members is deleted, too."""

from __future__ import annotations

from contextlib import suppress

from apps.accounts.models import Player
from apps.clubs.models import Club, Membership, Role
from apps.clubs.services.members import pass_on
from apps.common.transactions import atomic_or_busy


def leave_all(*, player: Player) -> None:
    """Leave every club. Ownership passes to the longest-serving organiser, or else member.

    Messages lose their author when the account is deleted.

    :raises Busy: if a club couldn't be locked in time
    """
    for code in Membership.objects.filter(player=player).values_list("club__code", flat=True):
        with suppress(Club.DoesNotExist, Membership.DoesNotExist):  # It was deleted, or they were removed, since.
            _leave_club(code, player)


def is_club_owner(player: int) -> bool:
    """Check whether the player owns a club, which must not be left without an owner."""
    return Membership.objects.filter(player=player, role=Role.OWNER).exists()


def _leave_club(code: str, player: Player) -> None:
    """Leave one club. Closed ones count, too, because only members can read them."""
    with atomic_or_busy():
        club = Club.objects.select_for_update(no_key=True).get(code=code)
        mine = Membership.objects.get(club=club, player=player)
        if mine.role == Role.OWNER:
            others = Membership.objects.filter(club=club, player__is_active=True).exclude(pk=mine.pk)
            heir = others.order_by("-role", "since", "pk").first()
            if heir is None:
                _delete_club(club)
                return
            pass_on(mine, heir)
        mine.delete()


def _delete_club(club: Club) -> None:
    """Delete a club with all its messages."""
    board = club.board
    club.delete()
    if board is not None:
        board.delete()
