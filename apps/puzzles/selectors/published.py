"""The published puzzles, today's and all earlier ones, with a reader's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Count, F, FilteredRelation, Q, QuerySet
from django.utils.translation import gettext

from apps.games import load_games
from apps.matches.selectors import decisions
from apps.puzzles.finding.theme import compute_difficulty, list_themes
from apps.puzzles.models import Attempt, Puzzle
from apps.ratings.displayed_rating import build_displayed_rating


class Given(NamedTuple):
    """A reader's answer."""

    chosen: int
    right: bool
    points: int | None = None
    """The rating afterwards, None if the answer wasn't rated."""
    change: int | None = None
    """The change of the rating."""


@dataclass(frozen=True)
class Reader:
    """The source of a reader's answers, which is their account or, without one, their browser."""

    player: int | None
    browser: Mapping[str, tuple[int, bool, str]]
    """By code, the chosen answer, whether it was right, and its day."""

    def given(self, puzzle: Puzzle) -> Given | None:
        """Return the reader's answer to a puzzle that `read_for` annotated."""
        if self.player is None:
            chosen, right, _day = self.browser.get(puzzle.code, (None, False, ""))
            return None if chosen is None else Given(chosen, right)
        row: Any = puzzle  # Annotated by `read_for`.
        return None if row.chosen is None else Given(row.chosen, row.solved, row.points, row.change)

    def days(self) -> list[date]:
        """Return the days on which an answer was right."""
        if self.player is None:
            return [date.fromisoformat(day) for _chosen, right, day in self.browser.values() if right]
        rows = Attempt.objects.filter(player=self.player, right=True).order_by("-day")
        return list(rows.values_list("day", flat=True).distinct())

    def played(self) -> dict[date, bool]:
        """Return the days with answers, each with whether one of them was right."""
        if self.player is None:
            answers = [(date.fromisoformat(day), right) for _chosen, right, day in self.browser.values()]
            return {day: any(right for other, right in answers if other == day) for day, _right in answers}
        rows = Attempt.objects.filter(player=self.player).order_by().values_list("day")
        return {day: solved > 0 for day, solved in rows.annotate(solved=Count("pk", Q(right=True)))}


Puzzles: TypeAlias = QuerySet[Any]


@dataclass(frozen=True)
class Row:
    """A puzzle in a list."""

    code: str
    game: str
    title: str
    theme: str
    rating: int
    """The puzzle's rating on the scale of solvers' ratings, which starts in the middle."""
    difficulty: int
    """The difficulty from 1 to 3, or 0 while too few players have answered."""
    day: date
    given: Given | None


class Theme(NamedTuple):
    """A theme of a game's puzzles, in the reader's language."""

    slug: str
    name: str


def find_published_puzzles(today: date) -> Puzzles:
    """Return all published puzzles, the latest first, without those of matches that are no longer listed."""
    found = decisions.in_sight(Puzzle.objects.filter(published_on__lte=today))
    return found.order_by("-published_on", "game")


def read_for(rows: Puzzles, reader: Reader) -> Puzzles:
    """Return the puzzles with the reader's answers."""
    if reader.player is None:
        return rows
    own = FilteredRelation("attempts", condition=Q(attempts__player=reader.player))
    return rows.annotate(
        own=own, chosen=F("own__chosen"), solved=F("own__right"), points=F("own__points"), change=F("own__change")
    )


def exclude_answered(rows: Puzzles, reader: Reader) -> Puzzles:
    """Return the puzzles that the reader hasn't answered."""
    if reader.player is None:
        return rows.exclude(code__in=list(reader.browser))
    return rows.exclude(attempts__player=reader.player)


def build_puzzle_row(puzzle: Puzzle, reader: Reader) -> Row:
    """Return a puzzle as lists show it."""
    game, rating = load_games().get(puzzle.game), build_displayed_rating(puzzle.mu, puzzle.sigma).points
    return Row(
        code=puzzle.code,
        game=puzzle.game,
        title=gettext(game.meta.title) if game else puzzle.game,
        theme=theme_name(puzzle),
        rating=rating,
        difficulty=compute_difficulty(rating, puzzle.rated),
        day=puzzle.published_on or date.min,
        given=reader.given(puzzle),
    )


def of_today(reader: Reader, *, today: date) -> list[Row]:
    """Return the daily puzzle of each game that has one."""
    return [
        build_puzzle_row(each, reader)
        for each in read_for(find_published_puzzles(today).filter(published_on=today), reader)
    ]


def next_of_theme(reader: Reader, *, game: str, theme: str, today: date) -> Row | None:
    """Return the latest puzzle on this theme that the reader hasn't answered."""
    rows = find_published_puzzles(today).filter(game=game, theme=theme)
    found = read_for(exclude_answered(rows, reader), reader).first()
    return None if found is None else build_puzzle_row(found, reader)


def theme_name(puzzle: Puzzle) -> str:
    """Return the puzzle's theme in the reader's language."""
    game = load_games().get(puzzle.game)
    return gettext(list_themes(game.meta).get(puzzle.theme, puzzle.theme)) if game else puzzle.theme


def known_themes(game: str, *, today: date) -> list[Theme]:
    """Return the themes that have a puzzle, in the game's own order."""
    there = set(find_published_puzzles(today).filter(game=game).order_by().values_list("theme", flat=True).distinct())
    return [Theme(slug, gettext(name)) for slug, name in list_themes(load_games()[game].meta).items() if slug in there]
