"""The choice of puzzles by game, theme, level and state, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import Case, Count, Q, Value, When
from django.utils.translation import gettext, pgettext

from apps.games import load_games
from apps.puzzles.finding.theme import (
    EASY,
    HARD,
    LEVELS,
    MEDIUM,
    MEDIUM_RATINGS,
    MIN_RATED_ANSWERS,
    UNKNOWN,
    list_themes,
)
from apps.puzzles.selectors import published
from apps.puzzles.selectors.published import OPEN, STATES, Puzzles, Reader, get_state
from apps.ratings.displayed_rating import INITIAL_MU, INITIAL_POINTS, POINTS_PER_MU


def _find_mu(points: float) -> float:
    return INITIAL_MU + (points - INITIAL_POINTS) / POINTS_PER_MU


_RATED: Final = Q(others_rated__gte=MIN_RATED_ANSWERS)
_EASY_BELOW: Final = _find_mu(MEDIUM_RATINGS[0] - 0.5)
_HARD_ABOVE: Final = _find_mu(MEDIUM_RATINGS[-1] + 0.5)
_LEVELS: Final = {
    LEVELS[UNKNOWN]: ~_RATED,
    LEVELS[EASY]: _RATED & Q(others_mu__lt=_EASY_BELOW),
    LEVELS[MEDIUM]: _RATED & Q(others_mu__range=(_EASY_BELOW, _HARD_ABOVE)),
    LEVELS[HARD]: _RATED & Q(others_mu__gt=_HARD_ABOVE),
}
"""The levels in SQL, as `compute_difficulty` computes them from a rounded rating."""
_LEVEL: Final = Case(*(When(condition, then=Value(level)) for level, condition in _LEVELS.items()))


@dataclass(frozen=True)
class Filters:
    """What a reader has chosen. An empty value means everything."""

    game: str = ""
    theme: str = ""
    level: str = ""
    state: str = ""

    @property
    def query(self) -> str:
        """Return the part of a URL that keeps the choice."""
        return self.extend_query()

    def extend_query(self, **more: str) -> str:
        """Return the part of a URL that keeps the choice and says more, or changes some of it."""
        chosen = {name: value for name, value in {**asdict(self), **more}.items() if value}
        return f"?{urlencode(chosen)}" if chosen else ""

    def fits(self, counted: Counted, *, but: Iterable[str] = ()) -> bool:
        """Check whether these puzzles are among the chosen ones, without regard to the fields in `but`."""
        return all(
            value in ("", getattr(counted, name)) for name, value in asdict(self).items() if name not in but
        )  # fmt: skip


ALL_PUZZLES: Final = Filters()


class Counted(NamedTuple):
    """The number of puzzles that have all of this in common."""

    game: str
    theme: str
    level: str
    state: str
    number: int


class Choice(NamedTuple):
    """A value that a reader can choose."""

    value: str
    name: str
    number: int
    """The number of puzzles that have it, among those that fit the rest of the choice."""
    chosen: bool
    query: str
    """The part of a URL that chooses it or, if it's chosen, no longer does."""


_FREED_BY: Final = {"game": ("game", "theme")}
"""What a choice replaces, if that's more than the value of its own field."""


def parse_filters(words: Mapping[str, str]) -> Filters:
    """Return the choice that a URL makes. Games, levels and states that don't exist are ignored."""
    known = {"game": load_games(), "level": LEVELS, "state": STATES}
    chosen = {name: words[name] for name, values in known.items() if words.get(name) in values}
    return Filters(theme=words.get("theme", ""), **chosen)


def filter_puzzles(rows: Puzzles, filters: Filters, reader: Reader) -> Puzzles:
    """Return the chosen ones of these puzzles, as `published.read_for` returned them."""
    if filters.game:
        rows = rows.filter(game=filters.game)
    if filters.theme:
        rows = rows.filter(theme=filters.theme)
    if filters.level:
        rows = rows.filter(_LEVELS[filters.level])
    return rows.filter(published.has_state(filters.state, reader)) if filters.state else rows


def count_puzzles(reader: Reader, *, today: date) -> list[Counted]:
    """Return the numbers of all published puzzles."""
    rows = published.read_for(published.find_published_puzzles(today).order_by(), reader).annotate(level=_LEVEL)
    if reader.player is None:
        return _count_for_browser(rows, reader)
    found = rows.values_list("game", "theme", "level", "own__right").annotate(number=Count("pk"))
    return [Counted(game, theme, level, get_state(right), number) for game, theme, level, right, number in found]


def _count_for_browser(rows: Puzzles, reader: Reader) -> list[Counted]:
    numbers = Counter[tuple[str, str, str, str]]()
    for game, theme, level, number in rows.values_list("game", "theme", "level").annotate(number=Count("pk")):
        numbers[game, theme, level, OPEN] = number
    if reader.browser:
        answered = rows.filter(code__in=list(reader.browser)).values_list("code", "game", "theme", "level")
        for code, *kind in answered:
            numbers[*kind, OPEN] -= 1
            numbers[*kind, get_state(reader.browser[code][1])] += 1
    return [Counted(*kind, number) for kind, number in numbers.items()]


def count_chosen(counted: Iterable[Counted], filters: Filters) -> int:
    """Return the number of chosen puzzles."""
    return sum(each.number for each in counted if filters.fits(each))


def list_choices(counted: Sequence[Counted], filters: Filters) -> dict[str, list[Choice]]:
    """Return what a reader can choose, by field. Themes are chosen within a game, states once something is answered."""
    names = _name_values(filters.game)
    if all(each.state == OPEN for each in counted):
        del names["state"]
    return {field: _list_values(field, values, counted, filters) for field, values in names.items()}


def _name_values(game: str) -> dict[str, dict[str, str]]:
    games = {slug: gettext(each.meta.title) for slug, each in load_games().items()}
    themes = list_themes(load_games()[game].meta) if game else {}
    levels = (
        pgettext("a puzzle", "new"),
        pgettext("a puzzle", "easy"),
        pgettext("a puzzle", "medium"),
        pgettext("a puzzle", "hard"),
    )
    states = pgettext("a puzzle", "open"), pgettext("a puzzle", "solved"), pgettext("a puzzle", "missed")
    return {
        "game": games,
        "theme": {slug: gettext(name) for slug, name in themes.items()},
        "level": dict(zip(LEVELS, levels, strict=True)),
        "state": dict(zip(STATES, states, strict=True)),
    }


def _list_values(field: str, names: Mapping[str, str], counted: Iterable[Counted], filters: Filters) -> list[Choice]:
    """Return the values of a field that some puzzles have, each with its number."""
    chosen, but = getattr(filters, field), _FREED_BY.get(field, (field,))
    numbers, known = Counter[str](), set[str]()
    for each in counted:
        value = getattr(each, field)
        known.add(value)
        numbers[value] += each.number if filters.fits(each, but=but) else 0
    return [
        Choice(value, name, numbers[value], value == chosen, _toggle(filters, field, value))
        for value, name in names.items()
        if value in known
    ]


def _toggle(filters: Filters, field: str, value: str) -> str:
    """Return the query that chooses this value, or no value if it's chosen. Another game ends the choice of a theme."""
    freed = dict.fromkeys(_FREED_BY.get(field, (field,)), "")
    return filters.extend_query(**freed | ({} if getattr(filters, field) == value else {field: value}))
