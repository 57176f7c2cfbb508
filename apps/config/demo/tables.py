"""What players of the demo's club have opened for others: tables, an invitation, and friendships."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.contrib.auth import get_user_model

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.config.demo.hosts import HOST_NAMES
from apps.games import load_games
from apps.lobby.models import Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, tables
from apps.matches.engine.deadlines import list_preset_paces

FRIEND_NAMES: Final = ("Mira", "Tomek", "Greta")
"""Names of the members whom both hosts call friends."""


class Opening(NamedTuple):
    """A table to open. Its first player is the host."""

    game: str
    people: tuple[str, ...]
    seats: int
    pace: str = "daily"
    rated: bool = False
    invited: str = ""
    """The player the host invites. The table isn't listed then."""


OPENINGS: Final = (
    Opening("kobolds", ("Hugo",), seats=4, pace="relaxed"),
    Opening("bombe", ("Tomek", "Ravi"), seats=4, rated=True),
    Opening("frogs", ("Mira", "Nils", "Inès"), seats=5),
    Opening("bombe", ("Chloé", "Okan"), seats=3, invited=HOST_NAMES[0]),
)


def open_club_tables(*, now: datetime) -> list[str]:
    """Open the tables, the oldest first, and return their codes."""
    players = {player.username: player for player in get_user_model().objects.all()}
    for name in FRIEND_NAMES:
        for host in HOST_NAMES:
            relations.add_friend(owner=players[host], other=players[name], now=now)
    openings = [each for each in OPENINGS if each.game in load_games()]
    return [
        _open_club_table(opening, players, now=now - timedelta(hours=2 * (len(openings) - number)))
        for number, opening in enumerate(openings)
    ]


def _open_club_table(opening: Opening, players: dict[str, Player], *, now: datetime) -> str:
    table: Table = tables.open_table(
        host=players[opening.people[0]],
        game=opening.game,
        seats=opening.seats,
        options={},
        pace=list_preset_paces(load_games()[opening.game].meta)[opening.pace],
        pace_name=opening.pace,
        public=not opening.invited,
        now=now,
        wishes=Wishes(rated=opening.rated, by_itself=True),
    )
    for name in opening.people[1:]:
        tables.join_table(code=table.code, player=players[name], now=now + timedelta(minutes=20))
    if opening.invited:
        invitations.invite_expected_players(
            table=table, by=players[opening.people[0]], people=[players[opening.invited]], now=now
        )
    return table.code
