"""Tables of the lobby for the members of a club alone.

The lobby knows no clubs. It keeps with a table for whom it is (`Table.circle`), and opens it to nobody for whom no
one vouches: here that is done, with the club in hand, so that nobody sits down who has just left.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.accounts.models import Player
from apps.clubs.services.session import held_by
from apps.lobby.models import Table
from apps.lobby.services import tables


def open_table(*, code: str, host: Player, **agreed: Any) -> Table:
    """Open a table for the club, as anybody opens one.

    :raises NotMember: if they are not in it
    :raises ClubRefused: if it is closed
    :raises Illegal, TableRefused, AccountNeeded: as at every table
    """
    with held_by(code, host) as (club, _mine):
        return tables.open_table(host=host, circle=club.code, **agreed)


def join(*, code: str, table: str, player: Player, now: datetime) -> Table:
    """Sit down at a table of the club.

    :raises Table.DoesNotExist: if there is none
    :raises NotMember: if they are not in it
    :raises ClubRefused: if it is closed
    :raises TableRefused, AccountNeeded: as at every table
    """
    with held_by(code, player) as (club, _mine):
        return tables.join(code=table, player=player, now=now, circle=club.code)
