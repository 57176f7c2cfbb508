"""Deletion of an account. The seats stay, but the name is removed."""

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
from apps.matches.selectors import player_matches
from apps.matches.services import sandboxes, seats
from apps.people.errors import DeletionRefused
from apps.tournaments import account_deletion as tournaments

MAX_LEAVING_ROUNDS: Final = 3
"""How many rounds of leaving to try, because a match can start in the meantime."""


def delete_account(*, player: Player, now: datetime) -> None:
    """Leave every tournament, club, table and match, then delete the account with everything that belongs to it.

    In running matches a bot takes the seat. Finished ones say that someone sat there who left. An interrupted deletion
    can be repeated, because only seats are lost before the last step.

    :raises DeletionRefused: if a match starts whenever the last one was left
    :raises Busy: if a match or table couldn't be locked in time
    """
    stuck: set[str] = set()
    for _round in range(MAX_LEAVING_ROUNDS):
        tournaments.leave_all(player=player, now=now)
        clubs.leave_all(player=player)
        lobby.leave_all(player=player)
        stuck |= _resign_running_matches(player.pk, now)
        if _delete_if_free(player.pk, stuck):
            return
    raise DeletionRefused


def _resign_running_matches(player: int, now: datetime) -> set[str]:
    """Quit each running match separately, and return the codes of those set aside, which no one can change."""
    stuck: set[str] = set()
    for code, seat in player_matches.find_running_seats(player=player):
        try:
            with suppress(MatchRefused, NotSeated):  # It ended, or got another player, in the meantime.
                seats.resign_seat(code=code, seat=seat, now=now, by=player)
        except SetAside:
            stuck.add(code)
    return stuck


def _delete_if_free(player: int, stuck: set[str]) -> bool:
    """Delete the account, unless it has a seat, a tournament place or a club again, and return whether that worked."""
    with atomic_or_busy():
        tournaments.raise_versions(player)  # First of all, because tournaments are locked before players.
        # A lock as for a key change prevents anyone from seating this player again.
        row = Player.objects.select_for_update().filter(pk=player).first()
        if row is None:
            return True
        if any(code not in stuck for code, _seat in player_matches.find_running_seats(player=player)):
            return False
        if tournaments.has_open_entry(player) or clubs.is_club_owner(player):
            return False
        sandboxes.put_all_away(player=player)
        for session in UserSession.objects.filter(user=row):
            session.end()
        row.delete()
    return True
