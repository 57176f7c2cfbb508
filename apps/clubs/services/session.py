"""A locked club. Every change to a club holds its row locked, so that nothing happens twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused, NotAllowed, NotMember
from apps.clubs.models import Club, Membership, Role
from apps.common.transactions import atomic_or_busy

_REFUSALS_BY_ROLE: Final = {
    Role.MEMBER: NotMember.sentence,
    Role.ORGANISER: gettext_lazy("Only club organisers can do that."),
    Role.OWNER: gettext_lazy("Only the club’s owner can do that."),
}


@contextmanager
def lock_club(code: str) -> Iterator[Club]:
    """Yield a club, locked until the block ends.

    :raises Club.DoesNotExist: if it doesn't exist
    :raises ClubRefused: if it's closed
    :raises Busy: if it couldn't be locked in time, so nothing was changed
    """
    with atomic_or_busy():
        club = Club.objects.select_for_update(no_key=True).get(code=code)
        if club.closed_at is not None:
            raise ClubRefused(_("This club is closed."))
        yield club


@contextmanager
def lock_club_for(code: str, player: Player, least: Role = Role.MEMBER) -> Iterator[tuple[Club, Membership]]:
    """Yield the locked club and the membership of a player with at least this role.

    :raises NotAllowed: if they don't have it
    """
    with lock_club(code) as club:
        mine = Membership.objects.filter(club=club, player=player).first()
        if mine is None:
            raise NotMember
        if mine.role < least:
            raise NotAllowed(_REFUSALS_BY_ROLE[least])
        yield club, mine
