"""Answer a puzzle: the first answer counts."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec

from apps.puzzles.errors import NoSuchAnswer
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Attempt, Puzzle
from apps.puzzles.selectors import published


class Verdict(NamedTuple):
    """What an answer was, on which day."""

    chosen: int
    right: bool
    day: date


def answer(*, code: str, player: int | None, chosen: str, now: datetime) -> Verdict:
    """Note what a player answers. Of somebody without an account nothing is kept here: their browser may.

    :raises Puzzle.DoesNotExist: if there is none, or none that was published
    :raises NoSuchAnswer: if it has no such answer
    """
    day = now.astimezone(UTC).date()
    puzzle: Puzzle = published.puzzles(day).get(code=code)
    found = msgspec.json.decode(puzzle.found, type=Found)
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 3 and int(chosen) < len(found.answers)):
        raise NoSuchAnswer
    verdict = Verdict(int(chosen), int(chosen) == found.best, day)
    if player is not None:
        kept = {"chosen": verdict.chosen, "right": verdict.right, "at": now, "day": day}
        Attempt.objects.get_or_create(puzzle=puzzle, player_id=player, defaults=kept)
    return verdict
