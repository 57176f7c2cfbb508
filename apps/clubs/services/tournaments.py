"""Small tournaments reserved for the members of a club. As for `tables`, the club vouches for its members."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.accounts.models import Player
from apps.clubs.models import Role
from apps.clubs.services.session import held_by
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import entries, hosting


def host(*, code: str, player: Player, **agreed: Any) -> Tournament:
    """Create a tournament for the club.

    :raises NotAllowed: if they aren't an organiser of the club
    :raises ClubRefused: if it's closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with held_by(code, player, Role.ORGANISER) as (club, _mine):
        return hosting.host(player=player, circle=club.code, **agreed)


def register(*, code: str, tournament: str, player: Player, now: datetime) -> Entry:
    """Enter a tournament of the club.

    :raises Tournament.DoesNotExist: if the tournament doesn't exist
    :raises NotMember: if they aren't in the club
    :raises ClubRefused: if it's closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with held_by(code, player) as (club, _mine):
        return entries.register(code=tournament, player=player, now=now, circle=club.code)
