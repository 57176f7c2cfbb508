"""Somebody leaves the house: their clubs go on without them, and those in which nobody else is go with them."""

from __future__ import annotations

from contextlib import suppress

from apps.accounts.models import Player
from apps.clubs.models import Club, Membership, Role
from apps.clubs.services.members import pass_on
from apps.common.transactions import atomic_or_busy


def leave_all(*, player: Player) -> None:
    """Leave every club. One they own is passed on to the longest-serving organiser, or else member; lines lose their
    author when the account goes.

    :raises Busy: if a club could not be had in time
    """
    for code in Membership.objects.filter(player=player).values_list("club__code", flat=True):
        with suppress(Club.DoesNotExist, Membership.DoesNotExist):  # It went, or they were removed, meanwhile.
            _leave(code, player)


def owns(player: int) -> bool:
    """Whether somebody owns a club, which must not be left without an owner."""
    return Membership.objects.filter(player=player, role=Role.OWNER).exists()


def _leave(code: str, player: Player) -> None:
    """Those that are closed, too: there nobody but members may read."""
    with atomic_or_busy():
        club = Club.objects.select_for_update(no_key=True).get(code=code)
        mine = Membership.objects.get(club=club, player=player)
        if mine.role == Role.OWNER:
            others = Membership.objects.filter(club=club, player__is_active=True).exclude(pk=mine.pk)
            heir = others.order_by("-role", "since", "pk").first()
            if heir is None:
                _delete(club)
                return
            pass_on(mine, heir)
        mine.delete()


def _delete(club: Club) -> None:
    """With all that was said there."""
    board = club.board
    club.delete()
    if board is not None:
        board.delete()
