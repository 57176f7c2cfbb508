"""A season: the sum of every player's places in several tournaments. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from apps.kernel.game import compute_places


class Placing(Struct, frozen=True):
    """A player's final place in one of the tournaments."""

    tournament: int
    player: int
    lower: int
    """The number of players who finished lower."""


class SeasonLine(Struct, frozen=True):
    """One player's season."""

    player: int
    place: int
    points: int
    brought: Mapping[int, int]
    """Points by tournament."""
    counted: frozenset[int]
    """The tournaments whose points are in the sum."""


def compute_season_lines(placings: Iterable[Placing], *, best: int) -> tuple[SeasonLine, ...]:
    """Return all players, best first, by the sum of their `best` tournaments (0: all of them).

    A tournament earns one point for entering, and one for each player who finished lower. On a tie, the better best
    tournament decides, then the next. Players equal in all of them share a place.
    """
    brought: dict[int, dict[int, int]] = defaultdict(dict)
    for each in placings:
        brought[each.player][each.tournament] = 1 + each.lower
    found = sorted(
        ((_select_best_tournaments(each, best), player) for player, each in brought.items()), key=lambda two: two[0][0]
    )
    places = compute_places([key for (key, _counted), _player in found])
    return tuple(
        SeasonLine(player, place, -key[0], brought[player], counted)
        for ((key, counted), player), place in zip(found, places, strict=True)
    )


def compute_season_course(brought: Mapping[int, int], count: int, *, best: int) -> tuple[int, ...]:
    """Return a player's points after each of `count` numbered tournaments.

    `brought` has the points of those they played.
    """
    sums = []
    for last in range(count):
        so_far = {tournament: points for tournament, points in brought.items() if tournament <= last}
        key, _counted = _select_best_tournaments(so_far, best)
        sums.append(-key[0])
    return tuple(sums)


def _select_best_tournaments(brought: Mapping[int, int], best: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """Return the sort key of a player (less is better) and the tournaments that count."""
    order = sorted(brought, key=lambda tournament: (-brought[tournament], tournament))[: best or None]
    own = [-brought[tournament] for tournament in order]
    return (sum(own), *own), frozenset(order)
