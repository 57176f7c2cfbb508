"""A player's puzzle ratings, a rough one while each answer still changes it much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from apps.puzzles.models import Attempt, Solver
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES, build_displayed_rating

ROUGH_STEP: Final = 50
"""Points to which a rating is rounded until it's settled."""
MAX_COURSE_ANSWERS: Final = 80
"""Maximum latest answers, in all games, that courses are drawn from."""


@dataclass(frozen=True)
class PuzzleRating:
    """A player's puzzle rating in a game."""

    exact: int
    rated: int
    """The number of rated answers."""

    @property
    def lacking(self) -> int:
        """Return the number of answers until it's settled, 0 if it is."""
        return max(0, MIN_SETTLED_MATCHES - self.rated)

    @property
    def needed(self) -> int:
        """Return the number of answers after which it's settled."""
        return MIN_SETTLED_MATCHES

    @property
    def points(self) -> int:
        """Return the rating as it's shown. Until it's settled, only a rough number means something."""
        return ROUGH_STEP * round(self.exact / ROUGH_STEP) if self.lacking else self.exact


def load_ratings(player: int | None) -> dict[str, PuzzleRating]:
    """Return the player's ratings by game."""
    if player is None:
        return {}
    rows = Solver.objects.filter(player=player, rated__gt=0).values_list("game", "mu", "sigma", "rated")
    return {game: PuzzleRating(build_displayed_rating(mu, sigma).points, rated) for game, mu, sigma, rated in rows}


def load_courses(player: int) -> dict[str, Sequence[int]]:
    """Return the player's ratings before and after each of their latest answers by game, oldest first."""
    rated = Attempt.objects.filter(player=player, points__isnull=False).order_by("-pk")
    courses = defaultdict[str, list[int]](list)
    for game, points, change in reversed(rated.values_list("puzzle__game", "points", "change")[:MAX_COURSE_ANSWERS]):
        after = points or 0
        if game not in courses:
            courses[game].append(after - (change or 0))
        courses[game].append(after)
    return dict(courses)
