"""The published puzzles, today's and all earlier ones, with a reader's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import Case, F, FilteredRelation, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from apps.games import load_games
from apps.matches.selectors import decisions
from apps.puzzles.finding.theme import compute_difficulty, list_themes
from apps.puzzles.models import Puzzle
from apps.ratings.displayed_rating import POINTS_PER_MU, build_displayed_rating, is_provisional

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
    puzzle_change: int | None = None
    """The change of the puzzle's own rating."""


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
        return None if row.chosen is None else Given(row.chosen, row.solved, row.points, row.change, row.puzzle_change)


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
    settled: bool
    """Whether the rating is no longer provisional, by the same number of answers as of matches for players."""
    difficulty: int
    """The difficulty from 1 to 3, or 0 while too few players have answered.

    The reader's own answer doesn't change it for them, so that it's the same before and after.
    """
    day: date
    state: str
    """Whether it's open, solved or missed, by the reader's first answer."""


def find_published_puzzles(today: date) -> Puzzles:
    """Return all published puzzles, the latest first, without those of matches that are no longer listed."""
    found = decisions.in_sight(Puzzle.objects.filter(published_on__lte=today))
    return found.order_by("-published_on", "game")


def read_for(rows: Puzzles, reader: Reader) -> Puzzles:
    """Return the puzzles with the reader's first answers, and their ratings by the answers of others.

    All lists, numbers, days and streaks come from here, so they agree.
    """
    if reader.player is None:
        return rows.annotate(others_mu=F("mu"), others_rated=F("rated"))
    own = FilteredRelation("attempts", condition=Q(attempts__player=reader.player))
    return rows.annotate(
        own=own,
        chosen=F("own__chosen"),
        solved=F("own__right"),
        points=F("own__points"),
        change=F("own__change"),
        puzzle_change=F("own__puzzle_change"),
        others_mu=F("mu") - Coalesce(F("own__puzzle_change"), 0) / float(POINTS_PER_MU),
        others_rated=Case(When(own__puzzle_change__isnull=True, then=F("rated")), default=F("rated") - 1),
    )


def has_state(state: str, reader: Reader) -> Q:
    """Return the condition for puzzles, as `read_for` returns them, that are open, solved or missed."""
    if reader.player is not None:
        return Q(own__isnull=True) if state == OPEN else Q(own__right=state == SOLVED)
    if state == OPEN:
        return ~Q(code__in=list(reader.browser))
    return Q(code__in=[code for code, (_chosen, right, _day) in reader.browser.items() if right == (state == SOLVED)])


def get_state(right: bool | None) -> str:
    """Return the state that follows from the first answer, None if there's none."""
    return OPEN if right is None else SOLVED if right else MISSED


def build_puzzle_row(puzzle: Puzzle, reader: Reader) -> Row:
    """Return a puzzle as lists show it."""
    game, rating = load_games().get(puzzle.game), build_displayed_rating(puzzle.mu, puzzle.sigma).points
    given = reader.given(puzzle)
    own = given.puzzle_change if given else None
    return Row(
        code=puzzle.code,
        game=puzzle.game,
        title=gettext(game.meta.title) if game else puzzle.game,
        theme=theme_name(puzzle),
        theme_slug=puzzle.theme,
        rating=rating,
        settled=not is_provisional(puzzle.rated),
        difficulty=compute_difficulty(rating - (own or 0), puzzle.rated - (own is not None)),
        day=puzzle.published_on or date.min,
        state=get_state(given and given.right),
    )


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
