"""Tables of the lobby reserved for the members of a club.

The lobby doesn't know clubs. It stores which club a table is for (`Table.circle`), and lets no one join without that
club's confirmation. This module confirms membership with the club locked, so that no one joins who has just left.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from apps.accounts.models import Player
from apps.clubs.services.session import lock_club_for
from apps.lobby.models import Table
from apps.lobby.services import tables


def open_table(*, code: str, host: Player, **agreed: Any) -> Table:
    """Open a table for the club.

    :raises NotMember: if they aren't in it
    :raises ClubRefused: if it's closed
    :raises Illegal, TableRefused, AccountNeeded: as at every table
    """
    with lock_club_for(code, host) as (club, _mine):
        return tables.open_table(host=host, circle=club.code, **agreed)


def open_requested_table(*, code: str, host: Player, game: str, posted: Mapping[str, str], now: datetime) -> Table:
    """Open a table for the club with the settings of a form that no one sees.

    :raises NotMember: if they aren't in it
    :raises ClubRefused: if it's closed
    :raises SettingsRefused, TableRefused, AccountNeeded: as at every table
    """
    with lock_club_for(code, host) as (club, _mine):
        return tables.open_requested_table(host=host, game=game, posted=posted, now=now, circle=club.code)


def join_club_table(*, code: str, table: str, player: Player, now: datetime) -> Table:
    """Join a table of the club.

    :raises Table.DoesNotExist: if the table doesn't exist
    :raises NotMember: if they aren't in the club
    :raises ClubRefused: if it's closed
    :raises TableRefused, AccountNeeded: as at every table
    """
    with lock_club_for(code, player) as (club, _mine):
        return tables.join_table(code=table, player=player, now=now, circle=club.code)
