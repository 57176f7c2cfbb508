"""The places that count in a match, and how they change ratings. Pure.

The leaderboard pages explain the rules. A rated match is one among players with an account. Players who quit, or had a
bot in their seat at the end, share the last place, wherever the seat ended. Substitutes neither risk nor gain anything.
A match without a result, or that no one finished, isn't rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from openskill.models import PlackettLuce

from apps.kernel.game import compute_places
from apps.matches.selectors.results import Finished, Sitting
from apps.ratings.displayed_rating import INITIAL_MU, INITIAL_SIGMA

Placed: TypeAlias = tuple[int | None, int]
"""A player, None if their account was deleted, and their place."""

RATING_MODEL: Final = PlackettLuce(mu=INITIAL_MU, sigma=INITIAL_SIGMA)


@dataclass(frozen=True)
class Skill:
    """The estimate of a player's strength, after a number of rated matches."""

    mu: float = INITIAL_MU
    sigma: float = INITIAL_SIGMA
    matches: int = 0


def list_rated_places(match: Finished) -> list[Placed]:
    """Return everyone the match is rated for, in seat order, or no one if it isn't rated."""
    seats = list(zip(match.sittings, match.places, strict=False))
    if not match.rated or not match.places or any(one.bot or one.guest for one in match.sittings):
        return []
    stayed = [_has_stayed(sitting) for sitting, _place in seats]
    if not any(stayed) or len(seats) < 2:
        return []
    ranks = [place if there else len(seats) + 1 for (_sitting, place), there in zip(seats, stayed, strict=True)]
    return [(sitting.first, place) for (sitting, _place), place in zip(seats, compute_places(ranks), strict=True)]


def compute_new_ratings(skills: Mapping[int, Skill], match: Sequence[Placed]) -> dict[int, Skill]:
    """Return the players' skills after the match. A player without a rating, or without an account, counts as new."""
    before = [skills.get(player, Skill()) if player is not None else Skill() for player, _place in match]
    teams = [[RATING_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = RATING_MODEL.rate(teams, ranks=[float(place) for _player, place in match])
    return {
        player: Skill(team[0].mu, team[0].sigma, skill.matches + 1)
        for (player, _place), team, skill in zip(match, rated, before, strict=True)
        if player is not None
    }


def _has_stayed(sitting: Sitting) -> bool:
    return sitting.first is not None and sitting.first == sitting.last and not sitting.absent
