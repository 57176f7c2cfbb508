"""A team as one reader sees it: its members, their boards, and the link to join it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from apps.common import faces
from apps.tournaments.models import Entry
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.teams import MAX_RESERVES, Member


@dataclass(frozen=True)
class MemberView:
    """A member of the team."""

    key: int
    name: str
    face: str
    profile: bool
    program: bool
    """Whether it's a bot with an account."""
    me: bool
    captain: bool
    board: int | None
    """The number of the board, from 1; None for reserves, because they only play if another member leaves."""
    sooner: tuple[int, ...]
    """The order of the whole team with this member one board further up; empty for the first."""


@dataclass(frozen=True)
class TeamView:
    """A team."""

    number: int
    name: str
    path: str
    members: tuple[MemberView, ...]
    size: int
    lacking: int
    """The number of players lacking to fill all boards."""
    link: str
    """The path to join it; empty for readers outside the team, and once no one can join."""
    mine: bool
    captained: bool
    """Whether the reader is its captain, and the team is still in the tournament."""


def build_own_team(snapshot: TournamentSnapshot, *, reader: int | None, apart: Collection[int]) -> TeamView | None:
    """Return the reader's team, if they are in one."""
    entry = snapshot.of(reader)
    return (
        build_team_view(snapshot, entry.number, reader=reader, apart=apart)
        if entry is not None and entry.team
        else None
    )


def build_team_view(
    snapshot: TournamentSnapshot, number: int, *, reader: int | None, apart: Collection[int]
) -> TeamView:
    """Return the view of a team entrant."""
    entry, members, size = snapshot.entries[number], snapshot.teams.get(number, ()), snapshot.plan.team
    order = tuple(member.key for member in members)
    path = reverse("tournaments:team", args=[snapshot.tournament.code, number])
    mine = reader is not None and reader in snapshot.people(number)
    takes_part = entry.state != Entry.State.OUT and not snapshot.tournament.ended
    return TeamView(
        number=number,
        name=entry.team,
        path=path,
        members=tuple(
            _build_member_view(member, board, entry, order, size=size, reader=reader, apart=apart)
            for board, member in enumerate(members)
        ),
        size=size,
        lacking=max(0, size - len(members)),
        link=f"{path}?key={entry.key}" if mine and takes_part and len(members) < size + MAX_RESERVES else "",
        mine=mine,
        captained=takes_part and reader is not None and reader == entry.player_id,
    )


def _build_member_view(
    member: Member, board: int, entry: Entry, order: tuple[int, ...], *, size: int, reader: int | None,
    apart: Collection[int],
) -> MemberView:  # fmt: skip
    before, after = order[: max(0, board - 1)], order[board + 1 :]
    return MemberView(
        key=member.key,
        name=member.name,
        face=faces.get_avatar_seed(member.name, member.face or None),
        profile=member.player not in apart,
        program=member.program,
        me=member.player == reader,
        captain=member.player == entry.player_id,
        board=board + 1 if board < size else None,
        sooner=(*before, member.key, order[board - 1], *after) if board else (),
    )
