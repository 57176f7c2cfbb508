"""How good a player's decisions were and how much luck they had, on average over their analysed matches."""

from __future__ import annotations

from typing import Final, NamedTuple

from apps.common.sql import fetch_rows
from apps.matches.selectors.verdicts import compute_percent

_MIN_DECISIONS: Final = 20
"""The number of decisions below which a share says little."""
_TOTALS_SQL: Final = """
    SELECT count(*), sum(totals.decisions), sum(totals.sound), sum(totals.luck)
    FROM matches_seat chair
    JOIN matches_analysedseat totals ON totals.analysis_id = chair.match_id AND totals.seat = chair."index"
    JOIN matches_match played ON played.id = chair.match_id
    WHERE chair.player_id = %s AND chair.former_id IS NULL AND (played.listed OR %s)
"""


class AverageAnalysis(NamedTuple):
    """A player's decisions and luck in the matches that have been analysed."""

    matches: int
    share: int
    """How many decisions were neither inaccuracies nor mistakes, in percent."""
    luck: int
    """How much luck changed their prospects in a match, in percent."""


def find_average_analysis(player: int, *, own: bool) -> AverageAnalysis | None:
    """Return the averages, None after few decisions. Unlisted matches count only if `own`.

    Seats that someone else had before are left out, because a seat's totals are of both.
    """
    # As a queryset, it would be a thirtieth of a profile.
    matches, decisions, sound, luck = fetch_rows(_TOTALS_SQL, [player, own])[0]
    if (decisions or 0) < _MIN_DECISIONS:
        return None
    return AverageAnalysis(matches, compute_percent(sound / decisions), round(luck / matches))
