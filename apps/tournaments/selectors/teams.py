"""Teams of a tournament: who is in them, and who of them is to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q

from apps.tournaments.models import TeamMember, Tournament

SPARE: Final = 2
"""How many more may be in a team than play for it at once."""


class Member(NamedTuple):
    """Somebody who is, or was, in a team."""

    key: int
    entrant: int
    """The number of the team's entrant."""
    player: int | None
    """None: their account is gone."""
    name: str
    face: str
    """As they chose it."""
    left: bool

    @property
    def here(self) -> bool:
        return not self.left and self.player is not None


Team: TypeAlias = tuple[Member, ...]
"""Who is in it, the first board first."""
Lineup: TypeAlias = tuple[Member | None, ...]
"""By seat of a match: who is meant to play it; None where a team has nobody for that board."""


def everybody(tournament: Tournament) -> dict[int, Member]:
    """Who is or was in a team of it, by key; within a team, the first board first."""
    rows = TeamMember.objects.filter(tournament=tournament).order_by("board", "pk")
    values = rows.values_list(
        "pk", "entry__number", "player", "player__username", "player__face", "left_at"
    )  # fmt: skip
    return {
        key: Member(key, number, player, name or "", face or "", left_at is not None)
        for key, number, player, name, face, left_at in values
    }


def entries_of(player: int | OuterRef) -> Q:
    """The entrants that somebody is, or is in."""
    members = TeamMember.objects.filter(entry=OuterRef("pk"), player=player, left_at=None)
    return Q(player=player) | Q(Exists(members))


def assembled(members: Iterable[Member]) -> Mapping[int, Team]:
    """Who is in each team now, by the number of its entrant."""
    found: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        if member.here:
            found[member.entrant].append(member)
    return {number: tuple(team) for number, team in found.items()}


def lineup(teams: Mapping[int, Team], seats: Sequence[int], board: int) -> Lineup:
    """Who plays at a board, from 0, of the entrants who sit there in this order."""
    return tuple(teams[number][board] if board < len(teams.get(number, ())) else None for number in seats)
