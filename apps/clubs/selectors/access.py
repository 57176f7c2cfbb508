"""A reader's role in a club, and how they can join it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final, Literal

from apps.accounts.services import relations
from apps.clubs.models import Club, Exclusion, Invitation, JoinRequest, Membership, Role

MAX_MEMBERS: Final = 500
"""Maximum members of a club."""

Door = Literal["", "in", "invited", "join", "ask", "asked", "full", "removed"]


@dataclass(frozen=True)
class Access:
    """One reader's access to one club."""

    club: Club
    role: Role | None
    """The reader's role, None for non-members."""
    members: int
    door: Door
    """How the reader can join, where `in` means a member, and a player kept out by a block finds the club full."""
    requests: int = 0
    """The number of pending join requests, for those who can accept them."""

    @property
    def inside(self) -> bool:
        return self.role is not None

    @property
    def organises(self) -> bool:
        return self.role is not None and self.role >= Role.ORGANISER

    @property
    def owns(self) -> bool:
        return self.role == Role.OWNER

    @property
    def sees_people(self) -> bool:
        """Return whether the reader can see the members. If joining needs an invitation, only members can."""
        return self.inside or self.club.open


def load_access(club: Club, reader: int | None, *, token: str = "") -> Access:
    """Return a reader's access to a club.

    :param token: the secret of the invitation link they used
    """
    mine = Membership.objects.filter(club=club, player=reader).first() if reader else None
    role = Role(mine.role) if mine else None
    members = Membership.objects.filter(club=club).count()
    return Access(
        club=club,
        role=role,
        members=members,
        door="in" if mine else _choose_door(club, reader, members, token),
        requests=_count_requests(club) if role is not None and role >= Role.ORGANISER else 0,
    )


def find_access(code: str, reader: int | None, *, token: str = "") -> Access | None:
    """Return a reader's access to the club with this code, or None if it doesn't exist or is closed to them."""
    club = Club.objects.filter(code=code).first()
    found = load_access(club, reader, token=token) if club is not None else None
    return None if found is None or (found.club.closed_at is not None and not found.inside) else found


def keeps_out(club: Club, player: int | None, members: int) -> bool:
    """Check whether the club is full, or a block separates the player and its owner. No one learns which."""
    if members >= MAX_MEMBERS:
        return True
    apart = relations.find_players_apart(player)
    return bool(apart) and Membership.objects.filter(club=club, role=Role.OWNER, player__in=apart).exists()


def is_link_token(club: Club, token: str) -> bool:
    """Check whether this is the secret of the invitation link."""
    return secrets.compare_digest(token.encode(errors="replace"), club.token.encode())


def is_invited(club: Club, player: int) -> bool:
    """Check whether the player has an invitation from someone they can meet."""
    asked = Invitation.objects.filter(club=club, to=player, declined_at=None)
    return asked.exclude(by__in=relations.find_players_apart(player)).exists()


def _choose_door(club: Club, reader: int | None, members: int, token: str) -> Door:
    if keeps_out(club, reader, members):
        return "full"
    if reader and is_invited(club, reader):
        return "invited"
    if reader and Exclusion.objects.filter(club=club, player=reader).exists():
        return "removed"
    if club.open or is_link_token(club, token):
        return "join"
    asked = reader and JoinRequest.objects.filter(club=club, player=reader, declined_at=None).exists()
    return "asked" if asked else "ask"


def _count_requests(club: Club) -> int:
    return JoinRequest.objects.filter(club=club, declined_at=None).count()
