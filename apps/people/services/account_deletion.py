"""Somebody deletes their account: the seats stay, the name goes."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Final

from allauth.usersessions.models import UserSession

from apps.accounts.models import Player
from apps.clubs import account_deletion as clubs
from apps.common.transactions import atomic_or_busy
from apps.lobby import account_deletion as lobby
from apps.matches.errors import MatchRefused, NotSeated, SetAside
from apps.matches.selectors import player as player_matches
from apps.matches.services import sandboxes, seats
from apps.people.errors import DeletionRefused
from apps.tournaments import account_deletion as tournaments

ROUNDS: Final = 3
"""How often a match that began meanwhile is left, too."""


def leave(*, player: Player, now: datetime) -> None:
    """Leave every tournament, club, table and match, then delete the account and all that hangs on it.

    Matches go on with the house's player in the seat, or, if they are over, say that somebody sat there who left. Ends
    in the middle, it can be done again: until the last step nothing is gone but seats.

    :raises DeletionRefused: if a match begins whenever the last one was left
    :raises Busy: if a match or table could not be had in time
    """
    stuck: set[str] = set()
    for _round in range(ROUNDS):
        tournaments.leave_all(player=player, now=now)
        clubs.leave_all(player=player)
        lobby.leave_all(player=player)
        stuck |= _resign(player.pk, now)
        if _gone(player.pk, stuck):
            return
    raise DeletionRefused


def _resign(player: int, now: datetime) -> set[str]:
    """Leave each running match for itself; the codes of those that are set aside, where nobody can do anything."""
    stuck: set[str] = set()
    for code, seat in player_matches.running(player=player):
        try:
            with suppress(MatchRefused, NotSeated):  # It ended, or somebody else was seated, meanwhile.
                seats.resign(code=code, seat=seat, now=now, by=player)
        except SetAside:
            stuck.add(code)
    return stuck


def _gone(player: int, stuck: set[str]) -> bool:
    """Whether the account could be deleted: not if it has taken a seat, a place in a tournament or a club again."""
    with atomic_or_busy():
        # Locked as for a change of the key: nobody can put this player into a seat any more.
        row = Player.objects.select_for_update().filter(pk=player).first()
        if row is None:
            return True
        if any(code not in stuck for code, _seat in player_matches.running(player=player)):
            return False
        if tournaments.entered(player) or clubs.owns(player):
            return False
        sandboxes.put_all_away(player=player)
        for session in UserSession.objects.filter(user=row):
            session.end()
        row.delete()
    return True
