"""Small tournaments for the members of a club alone: as at tables (`tables`), the club vouches for who registers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.accounts.models import Player
from apps.clubs.models import Role
from apps.clubs.services.session import held_by
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import entries, hosting


def host(*, code: str, player: Player, **agreed: Any) -> Tournament:
    """Make one for the club, as anybody makes one.

    :raises NotAllowed: if they do not organise the club
    :raises ClubRefused: if it is closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with held_by(code, player, Role.ORGANISER) as (club, _mine):
        return hosting.host(player=player, circle=club.code, **agreed)


def register(*, code: str, tournament: str, player: Player, now: datetime) -> Entry:
    """Take part in a tournament of the club.

    :raises Tournament.DoesNotExist: if there is none
    :raises NotMember: if they are not in it
    :raises ClubRefused: if it is closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with held_by(code, player) as (club, _mine):
        return entries.register(code=tournament, player=player, now=now, circle=club.code)
