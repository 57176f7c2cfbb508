"""Small tournaments reserved for the members of a club. As for `tables`, the club vouches for its members."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.accounts.models import Player
from apps.clubs.models import Role
from apps.clubs.services.session import lock_club_for
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import entries, hosting


def host_tournament(*, code: str, player: Player, **agreed: Any) -> Tournament:
    """Create a tournament for the club.

    :raises NotAllowed: if they aren't an organiser of the club
    :raises ClubRefused: if it's closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with lock_club_for(code, player, Role.ORGANISER) as (club, _mine):
        return hosting.host_tournament(player=player, circle=club.code, **agreed)


def register_player(*, code: str, tournament: str, player: Player, now: datetime) -> Entry:
    """Enter a tournament of the club.

    :raises Tournament.DoesNotExist: if the tournament doesn't exist
    :raises NotMember: if they aren't in the club
    :raises ClubRefused: if it's closed
    :raises TournamentRefused, AccountNeeded: as for every tournament
    """
    with lock_club_for(code, player) as (club, _mine):
        return entries.register_player(code=tournament, player=player, now=now, circle=club.code)
