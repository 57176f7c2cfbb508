"""A reader's training, with the next puzzle and a drawing of its table, their days, and their progress by theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Final, NamedTuple

from django.db.models import Case, Count, F, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Abs, Coalesce
from django.utils.translation import gettext

from apps.games import load_games
from apps.kernel.table import Seat
from apps.matches.selectors import decisions
from apps.matches.selectors.match_view import MatchView, Unreadable
from apps.puzzles.finding.streak import Came
from apps.puzzles.finding.theme import list_themes
from apps.puzzles.models import Puzzle, Solver
from apps.puzzles.selectors import published
from apps.puzzles.selectors.filtering import Counted, Filters, filter_puzzles
from apps.puzzles.selectors.published import MISSED, OPEN, SOLVED, Puzzles, Reader, Row
from apps.puzzles.selectors.puzzle_rating import PuzzleRating
from apps.ratings.displayed_rating import INITIAL_MU

TREND_DAYS: Final = 30
"""Days over which the change of a rating is added up."""


class Answered(NamedTuple):
    """What came of a day's puzzles of a game."""

    day: date
    game: str
    solved: int
    missed: int
    change: int | None
    """What the answers did to the rating, None if they weren't rated."""


@dataclass(frozen=True)
class Progress:
    """How many puzzles the reader has solved, missed and not answered yet."""

    name: str
    slug: str
    solved: int
    missed: int
    open: int

    @property
    def puzzles(self) -> int:
        return self.solved + self.missed + self.open


@dataclass(frozen=True)
class GameProgress(Progress):
    """The same for a game, with the reader's rating."""

    themes: tuple[Progress, ...]
    rating: PuzzleRating | None
    """None if they have no rated answer."""
    change: int
    """The change of the rating in the last days."""


@dataclass(frozen=True)
class Task:
    """The puzzle to solve next."""

    row: Row
    puzzle: Puzzle

    @cached_property
    def sight(self) -> MatchView | None:
        """Return the table as its seat knew it, None if the match can't be read."""
        return _look_at_table(self.puzzle)


def find_next_task(reader: Reader, filters: Filters, *, today: date) -> Task | None:
    """Return the next of the chosen puzzles, or None if there's none."""
    puzzle: Puzzle | None = find_next_puzzles(reader, filters, today=today).select_related("match").first()
    return None if puzzle is None else Task(published.build_puzzle_row(puzzle, reader), puzzle)


def find_todays_tasks(reader: Reader, *, today: date) -> list[Task]:
    """Return the daily puzzle of each game that has one, the open ones first."""
    found = published.find_published_puzzles(today).filter(published_on=today).select_related("match")
    tasks = [Task(published.build_puzzle_row(puzzle, reader), puzzle) for puzzle in published.read_for(found, reader)]
    return sorted(tasks, key=lambda task: task.row.state != OPEN)


def find_next_puzzles(reader: Reader, filters: Filters, *, today: date, after: Puzzle | None = None) -> Puzzles:
    """Return the chosen puzzles in the order of training.

    Only open ones are trained, those nearest to the reader's rating first. Today's come before them while nothing is
    chosen. Readers who chose those they've answered go through the list.

    :param after: the puzzle they have just answered, which is left out
    """
    rows = filter_puzzles(published.read_for(published.find_published_puzzles(today), reader), filters, reader)
    if after is not None:
        rows = rows.exclude(pk=after.pk)
    if filters.state in (SOLVED, MISSED):
        return rows.order_by(*_order_after(after), "-published_on", "game")
    rated = Solver.objects.filter(player=reader.player, game=OuterRef("game")).values("mu")[:1]
    own = Coalesce(Subquery(rated), INITIAL_MU) if reader.player else Value(INITIAL_MU)
    daily = () if filters.query else (_put_first(Q(published_on=today)),)
    return rows.filter(published.has_state(OPEN, reader)).order_by(*daily, Abs(F("mu") - own), "-published_on", "game")


def _order_after(puzzle: Puzzle | None) -> tuple[Case, ...]:
    """Return the order in which those below this one in the list come first."""
    if puzzle is None:
        return ()
    below = Q(published_on__lt=puzzle.published_on) | Q(published_on=puzzle.published_on, game__gt=puzzle.game)
    return (_put_first(below),)


def _put_first(condition: Q) -> Case:
    return Case(When(condition, then=Value(0)), default=Value(1))


def load_puzzle_sight(code: str, *, today: date) -> MatchView | None:
    """Return the table of a published puzzle as its seat knew it, None if it's gone or can't be read."""
    puzzle = published.find_published_puzzles(today).select_related("match").filter(code=code).first()
    return None if puzzle is None else _look_at_table(puzzle)


def _look_at_table(puzzle: Puzzle) -> MatchView | None:
    try:
        return decisions.build_shown_decision(puzzle.match, Seat(puzzle.seat), puzzle.move).sight
    except Unreadable:
        return None


def load_answered(reader: Reader, *, today: date) -> list[Answered]:
    """Return what came of the reader's first answers, by their day and game."""
    rows = published.find_published_puzzles(today).order_by()
    if reader.player is None:
        return _load_browser_answers(rows, reader) if reader.browser else []
    answered = published.read_for(rows, reader).filter(own__isnull=False).values_list("own__day", "game", "own__right")
    found = answered.annotate(number=Count("pk"), changed=Sum("own__change"))
    return [
        Answered(day, game, number if right else 0, 0 if right else number, change)
        for day, game, right, number, change in found
    ]


def _load_browser_answers(rows: Puzzles, reader: Reader) -> list[Answered]:
    games = rows.filter(code__in=list(reader.browser)).values_list("code", "game")
    answers = ((game, *reader.browser[code]) for code, game in games)
    return [Answered(date.fromisoformat(day), game, right, not right, None) for game, _chosen, right, day in answers]


def add_up_days(answered: Iterable[Answered]) -> dict[date, Came]:
    """Return what came of each day's puzzles of all games."""
    days: dict[date, Came] = {}
    for each in answered:
        solved, missed = days.get(each.day, Came())
        days[each.day] = Came(solved + each.solved, missed + each.missed)
    return days


def load_streak_days(reader: Reader, *, today: date) -> dict[date, Came]:
    """Return what came of each day's puzzles."""
    return add_up_days(load_answered(reader, today=today))


def build_progress(
    counted: Iterable[Counted], ratings: Mapping[str, PuzzleRating], answered: Iterable[Answered], *, today: date
) -> list[GameProgress]:
    """Return the progress in each game that has puzzles."""
    changes, since = Counter[str](), today - timedelta(days=TREND_DAYS)
    for each in answered:
        changes[each.game] += (each.change or 0) if each.day > since else 0
    numbers: dict[str, dict[str, Counter[str]]] = {}
    for row in counted:
        numbers.setdefault(row.game, {}).setdefault(row.theme, Counter())[row.state] += row.number
    return [
        _build_game_progress(game, numbers[game], ratings.get(game), changes[game])
        for game in load_games()
        if game in numbers
    ]


def _build_game_progress(
    game: str, numbers: Mapping[str, Counter[str]], rating: PuzzleRating | None, change: int
) -> GameProgress:
    meta = load_games()[game].meta
    names = list_themes(meta)
    themes = tuple(_build_progress(gettext(names[slug]), slug, numbers[slug]) for slug in names if slug in numbers)
    return GameProgress(
        name=gettext(meta.title),
        slug=game,
        solved=sum(each.solved for each in themes),
        missed=sum(each.missed for each in themes),
        open=sum(each.open for each in themes),
        themes=themes,
        rating=rating,
        change=change,
    )


def _build_progress(name: str, slug: str, states: Counter[str]) -> Progress:
    return Progress(name, slug, states[SOLVED], states[MISSED], states[OPEN])
