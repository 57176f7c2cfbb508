"""The list of clubs, and those of one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from apps.accounts.services import relations
from apps.clubs.models import Club, Invitation, Membership, Role
from apps.common import markdown

PAGE_SIZE: Final = 20


class ClubRow(NamedTuple):
    """A club in a list."""

    name: str
    path: str
    opening: str
    """The first words of its description."""
    open: bool
    members: int
    role: Role | None = None
    """The reader's role, in their own list."""


@dataclass(frozen=True)
class Clubs:
    """The clubs on the page of all clubs."""

    mine: tuple[ClubRow, ...]
    invited: tuple[ClubRow, ...]
    """Clubs the reader is invited to."""
    rows: tuple[ClubRow, ...]
    page: Page[Club]


def find_clubs(*, reader: int | None, name: str = "", page: str | None = None) -> Clubs:
    """Return all clubs by name, or those whose name contains `name`.

    Those whose owner the reader never meets are left out.
    """
    apart = relations.find_players_apart(reader)
    found = Club.objects.filter(closed_at=None)
    if apart:
        owned = Membership.objects.filter(role=Role.OWNER, player__in=apart).values("club")
        found = found.exclude(pk__in=owned)
    if name:
        found = found.filter(name__icontains=name)
    listed = Paginator(_annotate_member_counts(found).order_by(Lower("name"), "pk"), PAGE_SIZE).get_page(page)
    return Clubs(
        mine=find_clubs_of_player(reader) if reader else (),
        invited=_find_inviting_clubs(reader, apart) if reader else (),
        rows=tuple(_build_club_row(club) for club in listed),
        page=listed,
    )


def find_clubs_of_player(player: int) -> tuple[ClubRow, ...]:
    """Return the clubs the player is in, by name, with their role."""
    roles = dict(Membership.objects.filter(player=player).values_list("club", "role"))
    mine = _annotate_member_counts(Club.objects.filter(pk__in=roles, closed_at=None)).order_by(Lower("name"), "pk")
    return tuple(_build_club_row(club, Role(roles[club.pk])) for club in mine)


def _find_inviting_clubs(reader: int, apart: frozenset[int]) -> tuple[ClubRow, ...]:
    to_me = Invitation.objects.filter(to=reader, declined_at=None).exclude(by__in=apart)
    return tuple(
        _build_club_row(club)
        for club in _annotate_member_counts(Club.objects.filter(pk__in=to_me.values("club"), closed_at=None))
    )


def _annotate_member_counts(clubs: QuerySet[Club]) -> QuerySet[Club]:
    members = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club")
    counted = Subquery(members.annotate(count=Count("pk")).values("count"), output_field=IntegerField())
    return clubs.annotate(count=Coalesce(counted, 0))


def _build_club_row(club: Club, role: Role | None = None) -> ClubRow:
    return ClubRow(
        name=club.name,
        path=club.get_absolute_url(),
        opening=markdown.extract_opening(club.about) if club.about else "",
        open=club.open,
        members=getattr(club, "count", 0),
        role=role,
    )
