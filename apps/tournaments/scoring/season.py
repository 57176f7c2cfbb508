"""A season: what everybody's places in several tournaments add up to. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from apps.kernel.game import places as ranked


class Placing(Struct, frozen=True):
    """Where somebody came in at one of the tournaments."""

    tournament: int
    player: int
    lower: int
    """How many stood lower."""


class SeasonLine(Struct, frozen=True):
    """Somebody's season."""

    player: int
    place: int
    points: int
    brought: Mapping[int, int]
    """Points by tournament."""
    counted: frozenset[int]
    """The tournaments whose points are in the sum."""


def season(placings: Iterable[Placing], *, best: int) -> tuple[SeasonLine, ...]:
    """Everybody, the best first, by the sum of their `best` tournaments (0: of all): each brings one point for taking
    part, and one for everybody who stood lower. Of equal sums the better best
    tournament decides, then the next; who is equal in all of them shares a place.
    """
    brought: dict[int, dict[int, int]] = defaultdict(dict)
    for each in placings:
        brought[each.player][each.tournament] = 1 + each.lower
    found = sorted(((_best(each, best), player) for player, each in brought.items()), key=lambda two: two[0][0])
    places = ranked([key for (key, _counted), _player in found])
    return tuple(
        SeasonLine(player, place, -key[0], brought[player], counted)
        for ((key, counted), player), place in zip(found, places, strict=True)
    )


def course(brought: Mapping[int, int], count: int, *, best: int) -> tuple[int, ...]:
    """Somebody's points after each of so many tournaments, numbered in order, of which they had `brought` some."""
    sums = []
    for last in range(count):
        so_far = {tournament: points for tournament, points in brought.items() if tournament <= last}
        key, _counted = _best(so_far, best)
        sums.append(-key[0])
    return tuple(sums)


def _best(brought: Mapping[int, int], best: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """What somebody is sorted by, the less the better, and which of their tournaments count."""
    order = sorted(brought, key=lambda tournament: (-brought[tournament], tournament))[: best or None]
    own = [-brought[tournament] for tournament in order]
    return (sum(own), *own), frozenset(order)
