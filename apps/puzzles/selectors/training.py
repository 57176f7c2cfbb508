"""A reader's progress with puzzles, by game and theme, and the puzzle to solve next with a drawing of its table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, FilteredRelation, Q, Sum
from django.utils.translation import gettext

from apps.games import load_games
from apps.kernel.table import Seat
from apps.matches.selectors import decisions
from apps.matches.selectors.match_view import MatchView, Unreadable
from apps.puzzles.finding.theme import list_themes
from apps.puzzles.models import Attempt, Puzzle, Solver
from apps.puzzles.selectors import published
from apps.puzzles.selectors.published import Puzzles, Reader, Row
from apps.ratings.displayed_rating import build_displayed_rating

TREND_DAYS: Final = 30
"""Days over which the change of a rating is added up."""


class _Counted(NamedTuple):
    """The number of puzzles on a theme, and of those the reader has answered and solved."""

    game: str
    theme: str
    puzzles: int
    tried: int
    solved: int


@dataclass(frozen=True)
class Progress:
    """How many puzzles there are and how many the reader has answered and solved."""

    name: str
    slug: str
    puzzles: int
    tried: int
    solved: int

    @property
    def success(self) -> int | None:
        """Return the percentage of answers that were right, None without answers."""
        return round(100 * self.solved / self.tried) if self.tried else None


@dataclass(frozen=True)
class GameProgress(Progress):
    """The same for a game, with the reader's rating."""

    themes: tuple[Progress, ...]
    rating: int | None
    """None if they have no rated answer."""
    change: int
    """The change of the rating in the last days."""


@dataclass(frozen=True)
class Task:
    """The puzzle to solve next."""

    row: Row
    sight: MatchView | None
    """The table as its seat knew it, None if the match can't be read."""


def find_next_task(reader: Reader, *, today: date) -> Task | None:
    """Return the latest puzzle that the reader hasn't answered, so today's come first."""
    rows = published.exclude_answered(published.find_published_puzzles(today), reader)
    puzzle: Puzzle | None = published.read_for(rows, reader).select_related("match").first()
    return None if puzzle is None else Task(published.build_puzzle_row(puzzle, reader), _look_at_table(puzzle))


def load_puzzle_sight(code: str, *, today: date) -> MatchView | None:
    """Return the table of a published puzzle as its seat knew it, None if it's gone or can't be read."""
    puzzle = published.find_published_puzzles(today).select_related("match").filter(code=code).first()
    return None if puzzle is None else _look_at_table(puzzle)


def _look_at_table(puzzle: Puzzle) -> MatchView | None:
    try:
        return decisions.build_shown_decision(puzzle.match, Seat(puzzle.seat), puzzle.move).sight
    except Unreadable:
        return None


def load_progress(reader: Reader, *, today: date) -> list[GameProgress]:
    """Return the progress in each game that has puzzles."""
    rows = published.find_published_puzzles(today).order_by()
    counted = _count_own_answers(rows, reader.player) if reader.player else _count_browser_answers(rows, reader)
    ratings, changes = _find_ratings(reader.player, today) if reader.player else ({}, {})
    return [
        _build_game_progress(game, of_game, ratings.get(game), changes.get(game, 0))
        for game in load_games()
        if (of_game := {each.theme: each for each in counted if each.game == game})
    ]


def _count_own_answers(rows: Puzzles, player: int) -> list[_Counted]:
    own = FilteredRelation("attempts", condition=Q(attempts__player=player))
    numbers = {"puzzles": Count("pk"), "tried": Count("own"), "solved": Count("own", Q(own__right=True))}
    found = rows.annotate(own=own).values("game", "theme").annotate(**numbers)
    return [_Counted(**row) for row in found]


def _count_browser_answers(rows: Puzzles, reader: Reader) -> list[_Counted]:
    answered = rows.filter(code__in=list(reader.browser)).values_list("code", "game", "theme")
    tried, solved = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for code, game, theme in answered:
        tried[game, theme] += 1
        solved[game, theme] += reader.browser[code][1]
    found = rows.values_list("game", "theme").annotate(Count("pk"))
    return [_Counted(game, theme, number, tried[game, theme], solved[game, theme]) for game, theme, number in found]


def _find_ratings(player: int, today: date) -> tuple[dict[str, int], dict[str, int]]:
    """Return the player's ratings and how they changed in the last days, by game."""
    solvers = Solver.objects.filter(player=player, rated__gt=0)
    lately = Attempt.objects.filter(player=player, day__gt=today - timedelta(days=TREND_DAYS), change__isnull=False)
    changes = lately.order_by().values_list("puzzle__game").annotate(Sum("change"))
    return {each.game: build_displayed_rating(each.mu, each.sigma).points for each in solvers}, dict(changes)


def _build_game_progress(game: str, counted: dict[str, _Counted], rating: int | None, change: int) -> GameProgress:
    meta = load_games()[game].meta
    names = list_themes(meta)
    ordered = [counted[slug] for slug in names if slug in counted]
    themes = tuple(Progress(gettext(names[each.theme]), *each[1:]) for each in ordered)
    return GameProgress(
        name=gettext(meta.title),
        slug=game,
        puzzles=sum(each.puzzles for each in counted.values()),
        tried=sum(each.tried for each in counted.values()),
        solved=sum(each.solved for each in counted.values()),
        themes=themes,
        rating=rating,
        change=change,
    )
