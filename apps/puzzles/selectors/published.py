"""The published puzzles, today's and all earlier ones, with a reader's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import Case, F, FilteredRelation, Q, QuerySet, Value, When
from django.utils.translation import gettext

from apps.games import load_games
from apps.matches.selectors import decisions
from apps.puzzles.finding.theme import compute_difficulty, list_themes
from apps.puzzles.models import Puzzle
from apps.ratings.displayed_rating import build_displayed_rating

OPEN: Final = "open"
SOLVED: Final = "solved"
MISSED: Final = "missed"
STATES: Final = (OPEN, SOLVED, MISSED)


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


Puzzles: TypeAlias = QuerySet[Any]


@dataclass(frozen=True)
class Row:
    """A puzzle in a list."""

    code: str
    game: str
    title: str
    theme: str
    theme_slug: str
    rating: int
    """The puzzle's rating on the scale of solvers' ratings, which starts in the middle."""
    difficulty: int
    """The difficulty from 1 to 3, or 0 while too few players have answered."""
    day: date
    state: str
    """Whether it's open, solved or missed, by the reader's first answer."""


def find_published_puzzles(today: date) -> Puzzles:
    """Return all published puzzles, the latest first, without those of matches that are no longer listed."""
    found = decisions.in_sight(Puzzle.objects.filter(published_on__lte=today))
    return found.order_by("-published_on", "game")


def read_for(rows: Puzzles, reader: Reader) -> Puzzles:
    """Return the puzzles with the reader's first answers and the `state` that follows from them.

    All lists, numbers, days and streaks come from here, so they agree.
    """
    if reader.player is None:
        right, wrong = (
            [code for code, (_chosen, right, _day) in reader.browser.items() if right == wanted]
            for wanted in (True, False)
        )
        return rows.annotate(state=_name_state(Q(code__in=right), Q(code__in=wrong)))
    return rows.annotate(
        own=FilteredRelation("attempts", condition=Q(attempts__player=reader.player)),
        chosen=F("own__chosen"),
        solved=F("own__right"),
        points=F("own__points"),
        change=F("own__change"),
        state=_name_state(Q(own__right=True), Q(own__right=False)),
    )


def _name_state(right: Q, wrong: Q) -> Case:
    return Case(When(right, then=Value(SOLVED)), When(wrong, then=Value(MISSED)), default=Value(OPEN))


def build_puzzle_row(puzzle: Puzzle, reader: Reader) -> Row:
    """Return a puzzle as lists show it."""
    game, rating = load_games().get(puzzle.game), build_displayed_rating(puzzle.mu, puzzle.sigma).points
    return Row(
        code=puzzle.code,
        game=puzzle.game,
        title=gettext(game.meta.title) if game else puzzle.game,
        theme=theme_name(puzzle),
        theme_slug=puzzle.theme,
        rating=rating,
        difficulty=compute_difficulty(rating, puzzle.rated),
        day=puzzle.published_on or date.min,
        state=_get_state(puzzle, reader),
    )


def _get_state(puzzle: Puzzle, reader: Reader) -> str:
    given = reader.given(puzzle)
    return OPEN if given is None else SOLVED if given.right else MISSED


def of_today(reader: Reader, *, today: date) -> list[Row]:
    """Return the daily puzzle of each game that has one."""
    return [
        build_puzzle_row(each, reader)
        for each in read_for(find_published_puzzles(today).filter(published_on=today), reader)
    ]


def theme_name(puzzle: Puzzle) -> str:
    """Return the puzzle's theme in the reader's language."""
    game = load_games().get(puzzle.game)
    return gettext(list_themes(game.meta).get(puzzle.theme, puzzle.theme)) if game else puzzle.theme
