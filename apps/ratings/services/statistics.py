"""Statistics of all matches of a game, such as length, table size and wins by seat, computed at night."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import mean, quantiles
from typing import Final

import msgspec

from apps.games import load_games
from apps.matches.selectors import results
from apps.matches.selectors.results import Finished
from apps.ratings.models import Figures

DAY_SECONDS = 24 * 60 * 60
DURATION_EDGES_HOURS: Final = (1, 24, 3 * 24, 7 * 24, 14 * 24, 30 * 24)
"""Edges in hours between the groups of match durations, from minutes to a month."""
MAX_MOVE_GROUPS: Final = 10
"""Maximum number of groups for the usual numbers of moves, besides two for the unusual ones."""


class Span(msgspec.Struct, frozen=True):
    """A distribution, with a quarter of the matches below `low`, half below `middle` and a quarter above `high`."""

    low: float
    middle: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """The numbers of matches below the first edge, between each two, and from the last one on."""

    edges: tuple[int, ...] = ()
    matches: tuple[int, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """The results of one seat at tables of one size."""

    wins: float
    """Its share of all first places, 0 to 1, in which a shared one counts in parts."""
    score: float
    """Its average score."""


class Size(msgspec.Struct, frozen=True):
    """The matches at tables of one size."""

    seats: int
    matches: int
    places: tuple[Place, ...]
    """The results by seat, empty if no match had a result."""
    winner: float
    """The winner's average score."""


class Count(msgspec.Struct, frozen=True):
    """All statistics of a game's finished matches."""

    matches: int
    rated: int
    without_result: int
    bots: float
    """The share of seats that had a bot from the start, 0 to 1."""
    moves: Span
    days: Span
    sizes: tuple[Size, ...]
    by_moves: Spread = Spread()
    by_hours: Spread = Spread()
    """The matches by duration, empty in older statistics, like `by_moves`."""


@dataclass(frozen=True)
class Counted:
    """The statistics, and their time."""

    count: Count
    at: datetime


def count_all(*, now: datetime) -> None:
    """Compute the statistics of every game. A game without finished matches has none."""
    for game in load_games():
        if (found := compute_statistics(results.load_finished_matches(game))) is not None:
            Figures.objects.update_or_create(
                game=game, defaults={"counted_at": now, "counted": msgspec.to_builtins(found)}
            )


def get_statistics(game: str) -> Counted | None:
    """Return the latest statistics of a game, if any."""
    row = Figures.objects.filter(game=game).first()
    return None if row is None else Counted(msgspec.convert(row.counted, Count), row.counted_at)


def compute_statistics(matches: Iterable[Finished]) -> Count | None:
    """Compute the statistics in one pass over the matches, or return None without matches. Pure.

    It keeps only a few numbers of each match.
    """
    moves: list[int] = []
    days: list[float] = []
    every, ended, seats, bots, rated = (
        Counter[int](),
        defaultdict[int, list[tuple[tuple[int, ...], tuple[int, ...]]]](list),
        0,
        0,
        0,
    )
    for match in matches:
        size = len(match.sittings)
        every[size] += 1
        seats += size
        bots += sum(sitting.bot for sitting in match.sittings)
        rated += match.rated
        if not match.claimed and len(match.places) == len(match.scores) == size:
            moves.append(match.moves)
            days.append((match.over_at - match.begun_at).total_seconds() / DAY_SECONDS)
            ended[size].append((match.places, match.scores))
    if not every:
        return None
    return Count(
        matches=every.total(),
        rated=rated,
        without_result=every.total() - len(moves),
        bots=bots / max(seats, 1),
        moves=_compute_span(moves),
        days=_compute_span(days),
        sizes=tuple(_compute_size_statistics(size, number, ended[size]) for size, number in sorted(every.items())),
        by_moves=_compute_spread(moves, _compute_edges(moves)),
        by_hours=_compute_spread([24 * length for length in days], DURATION_EDGES_HOURS),
    )


def _compute_size_statistics(
    seats: int, matches: int, ended: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
) -> Size:
    if not ended:
        return Size(seats, matches, (), 0.0)
    places = tuple(
        Place(
            wins=mean((places[seat] == 1) / places.count(1) for places, _scores in ended),
            score=mean(scores[seat] for _places, scores in ended),
        )
        for seat in range(seats)
    )
    return Size(seats, matches, places, mean(max(scores) for _places, scores in ended))


def _compute_span(numbers: Sequence[float]) -> Span:
    if len(numbers) < 2:
        only = float(numbers[0]) if numbers else 0.0
        return Span(only, only, only)
    return Span(*quantiles(numbers, n=4, method="inclusive"))


def _compute_spread(numbers: Sequence[float], edges: Sequence[int]) -> Spread:
    found = Counter(bisect_right(edges, number) for number in numbers)
    return Spread(tuple(edges), tuple(found[part] for part in range(len(edges) + 1)))


def _compute_edges(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return round edges that divide these numbers evenly. Far outliers are beyond the outer edges."""
    if len(numbers) < 2:
        return ()
    twentieths = quantiles(numbers, n=20, method="inclusive")
    low, high = round(twentieths[0]), round(twentieths[-1])
    steps = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next(step for step in steps if step * MAX_MOVE_GROUPS >= high - low)
    return tuple(range(low - low % step + step, high + 1, step))
