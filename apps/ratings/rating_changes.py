"""Who counts as what in a match, and what it does to their ratings. Pure.

The rules, as the leaderboards tell them: a rated match is one among people with accounts of their own. Whoever left,
or was played for by a bot at the end, shares the last place, wherever the seat ended. Who took over somebody's seat
risks nothing and gains nothing. A match that ended without a result, or that nobody finished, is not rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from openskill.models import PlackettLuce

from apps.kernel.game import places
from apps.matches.selectors.results import Finished, Sitting
from apps.ratings.displayed_rating import DOUBT, MEAN

Placed: TypeAlias = tuple[int | None, int]
"""A player and their place; None for somebody whose account is gone."""

MODEL: Final = PlackettLuce(mu=MEAN, sigma=DOUBT)


@dataclass(frozen=True)
class Skill:
    """What is believed of somebody's strength, after so many rated matches."""

    mu: float = MEAN
    sigma: float = DOUBT
    matches: int = 0


def placed(match: Finished) -> list[Placed]:
    """Everybody the match is rated for, in seat order; nobody if it is not."""
    seats = list(zip(match.sittings, match.places, strict=False))
    if not match.rated or not match.places or any(one.bot or one.guest for one in match.sittings):
        return []
    stayed = [_stayed(sitting) for sitting, _place in seats]
    if not any(stayed) or len(seats) < 2:
        return []
    ranks = [place if there else len(seats) + 1 for (_sitting, place), there in zip(seats, stayed, strict=True)]
    return [(sitting.first, place) for (sitting, _place), place in zip(seats, places(ranks), strict=True)]


def after(skills: Mapping[int, Skill], match: Sequence[Placed]) -> dict[int, Skill]:
    """The skills of those who played, after it. Whom nobody knows yet, or any more, counts as a newcomer."""
    before = [skills.get(player, Skill()) if player is not None else Skill() for player, _place in match]
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = MODEL.rate(teams, ranks=[float(place) for _player, place in match])
    return {
        player: Skill(team[0].mu, team[0].sigma, skill.matches + 1)
        for (player, _place), team, skill in zip(match, rated, before, strict=True)
        if player is not None
    }


def _stayed(sitting: Sitting) -> bool:
    return sitting.first is not None and sitting.first == sitting.last and not sitting.absent
