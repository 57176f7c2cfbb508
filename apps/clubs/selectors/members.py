"""Who is in a club, and who would like to be, as one reader may know of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator

from apps.accounts.services import relations
from apps.clubs.models import Club, Invitation, JoinRequest, Membership, Role
from apps.clubs.selectors.access import Access

A_PAGE: Final = 50
MOST: Final = 100
"""Names that were invited and are shown."""


class Waiting(NamedTuple):
    """Somebody who asks to be let in."""

    name: str
    face: str
    """What it is drawn from."""


def members(access: Access, *, reader: int | None, page: str | None = None) -> Page[Membership]:
    """Whoever looks after it first, then the longest members; but those whom the reader never meets: organisers find
    them, too, or whoever blocks them could not be removed.
    """
    found = Membership.objects.filter(club=access.club)
    if not access.organises:
        found = found.exclude(player__in=relations.apart(reader))
    rows = found.select_related("player").order_by("-role", "since", "pk")
    return Paginator(rows, A_PAGE).get_page(page)


def owner(club: Club, *, reader: int | None) -> str:
    """What its owner is called; empty if the reader never meets them, or there is none any more."""
    row = Membership.objects.filter(club=club, role=Role.OWNER).exclude(player__in=relations.apart(reader))
    return row.values_list("player__username", flat=True).first() or ""


def waiting(club: Club, *, reader: int | None) -> list[Waiting]:
    """Who asks to be let in, the first first; but those whom the reader never meets, whom others may let in."""
    asking = JoinRequest.objects.filter(club=club, declined_at=None).exclude(player__in=relations.apart(reader))
    rows = asking.select_related("player").order_by("at", "pk")
    return [Waiting(each.player.username, each.player.face_seed) for each in rows]


def invited(club: Club) -> list[str]:
    """The names that were invited and have not come, the latest first, whether or not anybody has them."""
    return list(Invitation.objects.filter(club=club).order_by("-at", "-pk").values_list("name", flat=True)[:MOST])
