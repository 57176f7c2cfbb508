"""The page of a puzzle, with the table as its seat knew it, the possible answers and, later, their values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeAlias

import msgspec
from django.db.models import Count, Q

from apps.kernel.table import Seat
from apps.matches.selectors import decisions
from apps.matches.selectors.analysis import Choice
from apps.matches.selectors.decisions import Shown, Why
from apps.matches.selectors.match_view import MatchView
from apps.matches.selectors.match_view.questions import Question
from apps.puzzles.finding.found import Found
from apps.puzzles.finding.streak import count_streak
from apps.puzzles.models import Attempt, Puzzle
from apps.puzzles.selectors import published, training
from apps.puzzles.selectors.filtering import ALL_PUZZLES, Filters
from apps.puzzles.selectors.published import Given, Reader, Row
from apps.puzzles.selectors.puzzle_rating import PuzzleRating

_MAX_CLOSE_LOSS: Final = 0.12
"""Maximum loss of an answer that counts as close."""

Cards: TypeAlias = frozenset[int | str]
Verdict: TypeAlias = Literal["right", "close", "wrong"]


@dataclass(frozen=True)
class Valued:
    """An answer with its value and whose it was."""

    choice: Choice
    best: bool
    mine: bool
    then: bool
    """Whether it was given in the match."""


@dataclass(frozen=True)
class Solution:
    """The solution, shown to readers who have answered."""

    verdict: Verdict
    lost: int
    """The difference between the values shown of the best answer and theirs, in percent."""
    values: tuple[Valued, ...]
    """The answers, best first."""
    right_cards: Cards
    """The cards that give the best answer, to mark them in the hand; none if it needs none or the same as theirs."""
    wrong_cards: Cards
    """The cards that give their answer, if it's another one."""
    why: Why
    tried: int
    """The number of players who have answered."""
    solved: int
    rating: PuzzleRating | None
    """The reader's rating after their first answer, None if it wasn't rated."""
    change: int | None
    """The change of the rating by that answer."""
    puzzle_change: int | None
    """The change of the puzzle's rating by that answer, None for answers from before it was stored."""
    streak: int
    match: str
    """The code of the match."""
    at: int
    """The move of its replay, as its seat heard it, after which the question was asked."""
    following: Row | None
    """The next of the puzzles that the reader has chosen."""


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle as a reader sees it."""

    row: Row
    about: str
    """The kind of question, at which the rules page opens."""
    sight: MatchView
    template: str
    """The template, with a block for each kind of answer."""
    question: Question | None
    """The question for the game's own form, None if the match doesn't ask it that way."""
    choices: tuple[Choice, ...]
    """The answers, in an order that reveals nothing."""
    solution: Solution | None
    """The solution, None until the reader has answered or while they try again."""
    counts: bool
    """Whether the shown or requested answer is the reader's first."""


def load_puzzle_page(
    *, code: str, reader: Reader, today: date, filters: Filters = ALL_PUZZLES, again: bool = False, tried: str = ""
) -> PuzzlePage:
    """Return the page of the puzzle with this code.

    :param filters: the choice that the next puzzle stays within
    :param again: whether to ask a reader again who has answered
    :param tried: the number of the answer they gave then
    :raises Puzzle.DoesNotExist: if it doesn't exist, or isn't published
    :raises Unreadable: if its match can't be read
    """
    puzzle: Puzzle = (
        published.read_for(published.find_published_puzzles(today), reader).select_related("match").get(code=code)
    )
    found = msgspec.json.decode(puzzle.found, type=Found)
    shown = decisions.build_shown_decision(puzzle.match, Seat(puzzle.seat), puzzle.move)
    first, number = reader.given(puzzle), found.listed(tried)
    given = first if first is None or number is None else first._replace(chosen=number, right=number == found.best)
    solution = None if given is None or again else _build_solution(puzzle, found, shown, given, reader, filters, today)
    return PuzzlePage(
        row=published.build_puzzle_row(puzzle, reader),
        about=puzzle.about,
        sight=shown.sight,
        template=shown.template,
        question=shown.question(puzzle.about),
        choices=shown.choices(found.answers, given=found.given),
        solution=solution,
        counts=first is None or not (again or number is not None),
    )


def _build_solution(
    puzzle: Puzzle, found: Found, shown: Shown, given: Given, reader: Reader, filters: Filters, today: date
) -> Solution:
    choices = shown.choices(found.answers, given=found.given)
    order = sorted(range(len(choices)), key=lambda number: (number != found.best, -found.answers[number].worth))
    lost = found.lost(given.chosen)
    right = _find_cards(found, shown, found.best)
    wrong: Cards = frozenset() if given.right else _find_cards(found, shown, given.chosen)
    counted = Attempt.objects.filter(puzzle=puzzle).aggregate(tried=Count("pk"), solved=Count("pk", Q(right=True)))
    answered = training.load_answered(reader, today=today)
    rated = sum(each.solved + each.missed for each in answered if each.game == puzzle.game and each.change is not None)
    return Solution(
        verdict="right" if given.right else "close" if lost <= _MAX_CLOSE_LOSS else "wrong",
        lost=choices[found.best].worth - choices[given.chosen].worth,
        values=tuple(
            Valued(choices[each], each == found.best, each == given.chosen, each == found.given) for each in order
        ),
        right_cards=right - wrong,
        wrong_cards=wrong - right,
        why=shown.why(found.answers[found.best]),
        tried=counted["tried"],
        solved=counted["solved"],
        rating=None if given.points is None else PuzzleRating(given.points, rated),
        change=given.change,
        puzzle_change=given.puzzle_change,
        streak=count_streak(training.add_up_days(answered), today),
        match=puzzle.match.code,
        at=shown.at,
        following=_find_following_puzzle(puzzle, reader, filters, today),
    )


def _find_cards(found: Found, shown: Shown, number: int) -> Cards:
    """Return the cards that an answer plays, of which equal ones do the same."""
    same = found.list_equal_actions(shown.game, shown.legal(), number)
    return frozenset(each.card for each in same if getattr(each, "card", None) is not None)


def _find_following_puzzle(puzzle: Puzzle, reader: Reader, filters: Filters, today: date) -> Row | None:
    """Return the next of the puzzles that the reader has chosen."""
    found = training.find_next_puzzles(reader, filters, today=today, after=puzzle).first()
    return None if found is None else published.build_puzzle_row(found, reader)
