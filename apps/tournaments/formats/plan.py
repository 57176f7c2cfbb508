"""What an organiser decides of a tournament before it begins, beside its times."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from apps.tournaments.formats.stages import Stages
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.tiebreaks import USUAL

TEAMS: Final = range(3, 6)
"""Of how many a team may be."""


class Plan(Struct, frozen=True):
    stages: Stages
    scoring: Scoring = Scoring()
    ties: tuple[str, ...] = USUAL
    """Names of tie-breaks, the first that decides first."""
    seeding: Literal["lot", "rating"] = "lot"
    """The order in which nobody has earned a place yet."""
    drop: bool = True
    """Whether who did not come to a table at all plays on only if they say that they are back."""
    late: int = 0
    """Rounds that may have begun when newcomers still come in; none after the first stage."""
    team: int = 0
    """Of how many a team is: where teams meet, so many matches are played at once, one of each team at every board.
    0: everybody plays for themselves.
    """
