"""Invitations that wait for several players at once, the same as the lobby's page shows each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q
from django.db.models.functions import Coalesce

from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby.models import Chair, Invitation


class WaitingInvitation(NamedTuple):
    """An open invitation to a table, as the invited player sees it."""

    key: int
    """The key of the invitation's row."""
    token: str
    by: str
    table: str
    """The code of the table."""
    game: str


def load_waiting_invitations(players: Collection[int]) -> dict[int, list[WaitingInvitation]]:
    """Return the invitations that wait for each player, the oldest first and one per table.

    Like the page, leave out tables where they already sit or would meet someone they're kept apart from. The number of
    statements is the same for any number of players.
    """
    rows = list(
        Invitation.objects.filter(
            Q(to__in=players) | Q(to=None, meant__in=players),
            answered_at=None,
            table__started_at=None,
            table__game__in=load_games(),
        )
        .order_by("pk")
        .values_list(
            Coalesce("to", "meant"), "by", "table", "pk", "token", "by__username", "table__code", "table__game"
        )
    )
    found: dict[int, list[WaitingInvitation]] = {player: [] for player in players}
    if not rows:
        return found
    apart = relations.find_all_players_apart({row[0] for row in rows})
    present = _find_people_at({row[2] for row in rows})
    seen: set[tuple[int, int]] = set()
    for player, by, table, *named in rows:
        kept_apart = apart[player]
        if by in kept_apart or (player, table) in seen:
            continue
        seen.add((player, table))
        sitting, expected = present[table]
        if player not in sitting and not (sitting | expected) & kept_apart:
            found[player].append(WaitingInvitation(*named))
    return found


def _find_people_at(tables: Collection[int]) -> dict[int, tuple[set[int], set[int]]]:
    """Return who sits at each table, and for whom its seats are reserved."""
    people: dict[int, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    chairs = Chair.objects.filter(table__in=tables).values_list("table", "player", "kept_for")
    for table, player, kept_for in chairs:
        for who, group in zip((player, kept_for), people[table], strict=True):
            if who is not None:
                group.add(who)
    return people
