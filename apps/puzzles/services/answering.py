"""Answering a puzzle. The first answer counts, and later ones are only for practice."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

import msgspec

from apps.common.transactions import atomic_or_busy
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches.selectors import decisions
from apps.puzzles.errors import NoSuchAnswer
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Attempt, Puzzle
from apps.puzzles.selectors import published
from apps.puzzles.services import rating

ANSWER_NUMBER_FIELD: Final = "answer"
"""The form field with the number of an answer, if it was chosen from the list."""


class Verdict(NamedTuple):
    """The result of an answer, and its day."""

    chosen: int
    right: bool
    day: date
    counts: bool
    """Whether it's the first one known here, though a browser can know an earlier one."""


def answer_puzzle(*, code: str, player: int | None, words: Mapping[str, object], now: datetime) -> Verdict:
    """Store a player's answer, and return its result. Without an account, nothing is stored here.

    :param words: the fields of the game's own form, or the number of an answer
    :raises Puzzle.DoesNotExist: if it doesn't exist, or isn't published
    :raises NoSuchAnswer: if it has no such answer
    :raises Unreadable: if its match can't be read
    :raises Busy: if a lock wasn't free in time
    """
    day = now.astimezone(UTC).date()
    puzzle: Puzzle = published.find_published_puzzles(day).select_related("match").get(code=code)
    found = msgspec.json.decode(puzzle.found, type=Found)
    chosen = (
        found.listed(str(words[ANSWER_NUMBER_FIELD]))
        if ANSWER_NUMBER_FIELD in words
        else _find_played_answer(puzzle, found, words)
    )
    if chosen is None:
        raise NoSuchAnswer
    verdict = Verdict(chosen, chosen == found.best, day, counts=True)
    if player is None:
        return verdict
    kept = {"chosen": verdict.chosen, "right": verdict.right, "at": now, "day": day}
    with atomic_or_busy():
        attempt, first = Attempt.objects.get_or_create(puzzle=puzzle, player_id=player, defaults=kept)
        if first:
            rating.rate_attempt(attempt)
    return verdict._replace(counts=first)


def _find_played_answer(puzzle: Puzzle, found: Found, words: Mapping[str, object]) -> int | None:
    """Return the number of the answer given on the cards, or None if it isn't one."""
    shown = decisions.build_shown_decision(puzzle.match, Seat(puzzle.seat), puzzle.move)
    try:
        return found.number(shown.game, shown.action(words))
    except Illegal:
        return None
