"""The figures of a game as bars to draw, each beside the number it stands for. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.ratings.services.statistics import Place, Size, Spread


@dataclass(frozen=True)
class Part:
    """The matches of one length."""

    label: str
    matches: int
    percent: int
    """How long its bar is; that of the most frequent length is as long as there is room."""


@dataclass(frozen=True)
class Seat:
    """How a seat fares, and where the bar of its average score begins and how long it is, in percent of the room."""

    place: Place
    start: float
    width: float


def by_moves(spread: Spread) -> list[Part]:
    """How many matches took how many moves."""
    return list(_parts(spread, str, lambda low, high: f"{low}–{high - 1}" if high - low > 1 else str(low)))


def by_hours(spread: Spread) -> list[Part]:
    """How many matches took how long."""
    return list(_parts(spread, _time, _times))


def seats(size: Size) -> list[Seat]:
    """The seats at tables of one size; the bars of their scores begin at a common zero, wherever it lies."""
    scores = [place.score for place in size.places]
    low, high = min([0.0, *scores]), max([0.0, *scores])
    room = (high - low) or 1.0
    return [
        Seat(place, round(100 * (min(place.score, 0) - low) / room, 1), round(100 * abs(place.score) / room, 1))
        for place in size.places
    ]


def _parts(spread: Spread, name: Callable[[int], str], between: Callable[[int, int], str]) -> Iterator[Part]:
    """From the shortest that there was to the longest; none if all are alike."""
    edges, matches = spread.edges, spread.matches
    there = [n for n, number in enumerate(matches) if number]
    if len(there) < 2:
        return
    labels = [
        _("under %(high)s") % {"high": name(edges[0])},
        *(between(low, high) for low, high in pairwise(edges)),
        _("%(low)s or more") % {"low": name(edges[-1])},
    ]
    most = max(matches)
    for n in range(there[0], there[-1] + 1):
        yield Part(labels[n], matches[n], round(100 * matches[n] / most))


def _time(hours: int) -> str:
    if hours < 24:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


def _times(low: int, high: int) -> str:
    if low < 24:
        return _("%(low)s to %(high)s") % {"low": _time(low), "high": _time(high)}
    return _("%(low)d to %(high)d days") % {"low": low // 24, "high": high // 24}
