"""A table as a player sees it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from apps.accounts.services import relations
from apps.lobby.errors import NotForYou
from apps.lobby.models import Chair, Invitation, Table


@dataclass(frozen=True)
class Place:
    """A seat. A seat that isn't for the player is called reserved, no matter why."""

    kind: Literal["player", "bot", "reserved", "free"]
    name: str = ""
    """The player who sits there, or for whom it's reserved if the reader is at the table."""


@dataclass(frozen=True)
class SeenTable:
    """A table with what a player can know of it."""

    table: Table
    mine: bool
    places: tuple[Place, ...]
    invited: tuple[str, ...] = ()
    """Names, as typed, of those who were invited and haven't joined, for players at the table."""


def load_seen_table(code: str, *, player: int) -> SeenTable:
    """Return a table as a player sees it.

    :raises Table.DoesNotExist: if it doesn't exist
    :raises NotForYou: if it's reserved for a club, and they aren't at it
    """
    table = Table.gathering().get(code=code)
    if table.circle and table.chair_of(player) is None:
        raise NotForYou
    seen = see_table(table, player=player, apart=relations.find_players_apart(player))
    if not seen.mine or table.started_at:
        return seen
    asked = Invitation.objects.filter(table=table).exclude(name="").exclude(answer=Invitation.Answer.ACCEPTED)
    names = asked.order_by("created_at", "pk").values_list("name", flat=True)
    return SeenTable(table, mine=True, places=seen.places, invited=tuple(names))


def see_table(table: Table, *, player: int, apart: Collection[int]) -> SeenTable:
    """Return a table with its seats as a player sees them.

    :param apart: everyone this player must not meet
    """
    mine = table.chair_of(player) is not None
    closed = not mine and any(chair.player_id in apart or chair.kept_for_id in apart for chair in table.sitting)
    places = tuple(_see_place(chair, player=player, mine=mine, closed=closed) for chair in table.sitting)
    return SeenTable(table, mine=mine, places=places)


def _see_place(chair: Chair, *, player: int, mine: bool, closed: bool) -> Place:
    if chair.player is not None:
        return Place("player", chair.player.username)
    if chair.bot:
        return Place("bot")
    if chair.kept_for is not None and (mine or chair.kept_for_id == player):
        return Place("reserved", chair.kept_for.username)
    return Place("reserved" if closed or chair.kept_for_id else "free")
