"""The order of a ladder, its tables in play, and possible challenges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.services import relations
from apps.games import load_games
from apps.matches.selectors import availability
from apps.tournaments.models import Ladder, LadderMember, LadderSeat
from apps.tournaments.scoring.ladder import select_challengeable_players


def find_ladder_members(ladder: Ladder) -> QuerySet[LadderMember]:
    """Return the active members, the highest first."""
    return LadderMember.objects.filter(ladder=ladder, player__is_active=True).order_by("place")


def load_ladder_order(ladder: Ladder) -> list[int]:
    """Return the players, the highest first."""
    return list(find_ladder_members(ladder).values_list("player", flat=True))


def tables_of(ladder: Ladder) -> Counter[int]:
    """Count each player's ladder tables in play."""
    sitting = LadderSeat.objects.filter(table__ladder=ladder, table__counted_at=None, player__isnull=False)
    return Counter(sitting.values_list("player", flat=True))


def list_table_sizes(ladder: Ladder) -> range:
    """Return the possible sizes of a table of the ladder."""
    meant = load_games()[ladder.game].meta.seats
    return range(meant[0], max(meant[0], min(meant[-1], ladder.most)) + 1)


def open_to(
    ladder: Ladder, player: int, standing: Sequence[int], playing: Mapping[int, int], *, now: datetime
) -> tuple[int, ...]:
    """Return the players that this one can challenge now, the nearest first.

    It leaves out players at their limit of tables, players on vacation, and those kept apart from this one. `standing`
    is the ladder's `load_ladder_order`, and `playing` its `tables_of`.
    """
    kept = availability.on_vacation(standing, now=now) | relations.find_players_apart(player)
    free = {each for each in standing if playing.get(each, 0) < ladder.at_once and each not in kept}
    return select_challengeable_players(
        standing, player, reach=ladder.reach, free=free, least=list_table_sizes(ladder)[0] - 1
    )
