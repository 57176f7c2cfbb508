"""Teams of a tournament: their members, and the lineups for boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q

from apps.tournaments.models import TeamMember, Tournament

MAX_RESERVES: Final = 2
"""The number of members that a team can have beyond its boards."""


class Member(NamedTuple):
    """A present or former member of a team."""

    key: int
    entrant: int
    """The number of the team's entrant."""
    player: int | None
    """The player; None if the account is deleted."""
    name: str
    face: str
    """The face as the player chose it."""
    left: bool
    program: bool
    """Whether it's a bot with an account."""

    @property
    def here(self) -> bool:
        return not self.left and self.player is not None


Team: TypeAlias = tuple[Member, ...]
"""The current members, the first board first."""
Lineup: TypeAlias = tuple[Member | None, ...]
"""The intended players of a match by seat; None if a team has no one for that board."""


def load_team_members(tournament: Tournament) -> dict[int, Member]:
    """Return all present and former team members by key; within a team, the first board first."""
    rows = TeamMember.objects.filter(tournament=tournament).order_by("board", "pk")
    values = rows.values_list(
        "pk", "entry__number", "player", "player__username", "player__face", "left_at", "player__bot"
    )  # fmt: skip
    return {
        key: Member(key, number, player, name or "", face or "", left_at is not None, bool(program))
        for key, number, player, name, face, left_at, program in values
    }


def entries_of(player: int | OuterRef) -> Q:
    """Return a filter for the entries of a player, alone or in a team."""
    members = TeamMember.objects.filter(entry=OuterRef("pk"), player=player, left_at=None)
    return Q(player=player) | Q(Exists(members))


def group_team_members(members: Iterable[Member]) -> Mapping[int, Team]:
    """Return the current members of each team, by the number of its entrant."""
    found: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        if member.here:
            found[member.entrant].append(member)
    return {number: tuple(team) for number, team in found.items()}


def build_board_lineup(teams: Mapping[int, Team], seats: Sequence[int], board: int) -> Lineup:
    """Return the players at a board, from 0, for the entrants in this seat order."""
    return tuple(teams[number][board] if board < len(teams.get(number, ())) else None for number in seats)
