"""A game's statistics as bars to draw, each beside its number. Pure."""

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
    """The length of its bar, which fills the available width for the most frequent one."""


@dataclass(frozen=True)
class Seat:
    """The results of a seat, with the bar of its average score.

    Start and width of the bar are in percent of the available width.
    """

    place: Place
    start: float
    width: float


def by_moves(spread: Spread) -> list[Part]:
    """Return how many matches took how many moves."""
    return list(_build_length_bars(spread, str, lambda low, high: f"{low}–{high - 1}" if high - low > 1 else str(low)))


def by_hours(spread: Spread) -> list[Part]:
    """Return how many matches took how long."""
    return list(_build_length_bars(spread, _format_hours, _format_hour_range))


def build_seat_bars(size: Size) -> list[Seat]:
    """Return the seats at tables of one size. The bars of their scores start at a common zero."""
    scores = [place.score for place in size.places]
    low, high = min([0.0, *scores]), max([0.0, *scores])
    room = (high - low) or 1.0
    return [
        Seat(place, round(100 * (min(place.score, 0) - low) / room, 1), round(100 * abs(place.score) / room, 1))
        for place in size.places
    ]


def _build_length_bars(
    spread: Spread, name: Callable[[int], str], between: Callable[[int, int], str]
) -> Iterator[Part]:
    """Yield the lengths from the shortest to the longest that occurred, or none if all are the same."""
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


def _format_hours(hours: int) -> str:
    if hours < 24:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


def _format_hour_range(low: int, high: int) -> str:
    if low < 24:
        return _("%(low)s to %(high)s") % {"low": _format_hours(low), "high": _format_hours(high)}
    return _("%(low)d to %(high)d days") % {"low": low // 24, "high": high // 24}
