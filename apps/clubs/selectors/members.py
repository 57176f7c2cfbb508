"""A club's members and applicants, as one reader can see them."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.models import Club, Invitation, JoinRequest, Membership, Role
from apps.clubs.selectors.access import Access

PAGE_SIZE: Final = 50
MAX_INVITED_NAMES: Final = 100
"""Maximum invited names that are shown."""


class Waiting(NamedTuple):
    """A player who has asked to join."""

    name: str
    face: str
    """The seed of their avatar."""
    bot: bool


def find_members(access: Access, *, reader: int | None, page: str | None = None) -> Page[Membership]:
    """Return the members by role, then by time in the club, without players the reader never meets.

    Organisers also see those. Otherwise, a player who blocks them couldn't be removed.
    """
    found = Membership.objects.filter(club=access.club)
    if not access.organises:
        found = found.exclude(player__in=relations.find_players_apart(reader))
    rows = found.select_related("player").order_by("-role", "since", "pk")
    return Paginator(rows, PAGE_SIZE).get_page(page)


def find_owner(club: Club, *, reader: int | None) -> Player | None:
    """Return the owner, None if the reader never meets them or there is no owner."""
    row = Membership.objects.filter(club=club, role=Role.OWNER).exclude(player__in=relations.find_players_apart(reader))
    owner = row.select_related("player").first()
    return owner.player if owner is not None else None


def find_join_requests(club: Club, *, reader: int | None) -> list[Waiting]:
    """Return the join requests, the oldest first, without players the reader never meets. Others can accept those."""
    asking = JoinRequest.objects.filter(club=club, declined_at=None).exclude(
        player__in=relations.find_players_apart(reader)
    )
    rows = asking.select_related("player").order_by("at", "pk")
    return [Waiting(each.player.username, each.player.face_seed, each.player.bot) for each in rows]


def find_invited_names(club: Club) -> list[str]:
    """Return the invited names that haven't joined, the latest first, whether or not such a player exists."""
    return list(
        Invitation.objects.filter(club=club).order_by("-at", "-pk").values_list("name", flat=True)[:MAX_INVITED_NAMES]
    )
