"""The places that count in a match, and how they change ratings. Pure.

The leaderboard pages explain the rules. A rated match is one among players with an account. Players who quit, or had a
bot in their seat at the end, share the last place, wherever the seat ended. Substitutes neither risk nor gain anything.
A match without a result, or that no one finished, isn't rated.

Bots with an account never play rated matches. Their ratings follow from their public matches under the same rules, with
the others' ratings taken as given. So bots are on the same scale as players, and no player's rating depends on a bot.
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
BotPlaced: TypeAlias = tuple[int | None, int, bool]
"""The same, with whether the player is a bot with an account."""

RATING_MODEL: Final = PlackettLuce(mu=INITIAL_MU, sigma=INITIAL_SIGMA)


@dataclass(frozen=True)
class Skill:
    """The estimate of a player's strength, after a number of rated matches."""

    mu: float = INITIAL_MU
    sigma: float = INITIAL_SIGMA
    matches: int = 0


def list_rated_places(match: Finished) -> list[Placed]:
    """Return everyone the match is rated for, in seat order, or no one if it isn't rated."""
    return _list_places(match) if match.rated else []


def list_bot_places(match: Finished) -> list[BotPlaced]:
    """Return everyone at the table, in seat order, if the match only changes the ratings of bots; otherwise no one."""
    if match.rated or not match.listed or not any(sitting.program for sitting in match.sittings):
        return []
    placed = zip(_list_places(match), match.sittings, strict=False)
    return [(player, place, sitting.program) for (player, place), sitting in placed]


def _list_places(match: Finished) -> list[Placed]:
    """Return everyone's place, in seat order, or no one if it can't be rated."""
    seats = list(zip(match.sittings, match.places, strict=False))
    if not match.places or any(one.bot or one.guest for one in match.sittings):
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
