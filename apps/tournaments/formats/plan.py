"""The organiser's decisions before a tournament starts, apart from its times."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from apps.tournaments.formats.stages import Stages
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.tiebreaks import USUAL_TIE_BREAKS

TEAM_SIZES: Final = range(3, 6)
"""Possible sizes of a team."""


class Plan(Struct, frozen=True):
    stages: Stages
    scoring: Scoring = Scoring()
    ties: tuple[str, ...] = USUAL_TIE_BREAKS
    """Names of tie-breaks, in the order in which they decide."""
    seeding: Literal["lot", "rating"] = "lot"
    """The order while no one has earned a place yet."""
    drop: bool = True
    """Whether entrants who missed a table play on only after they say that they are back."""
    late: int = 0
    """The number of rounds that can have started when newcomers still join; none join after the first stage."""
    team: int = 0
    """The size of a team, or 0 if everyone plays for themselves.

    When teams meet, they play this many matches at once, with one player of each team on every board.
    """
