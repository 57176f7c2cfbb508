"""Answer a puzzle: the first answer counts, later ones are only tried."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

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

NUMBER: Final = "answer"
"""The field with the number of an answer, of whoever chose it from the list."""


class Verdict(NamedTuple):
    """What an answer was, on which day."""

    chosen: int
    right: bool
    day: date
    counts: bool
    """Whether it was the first that is known here: a browser may remember an earlier one."""


def answer(*, code: str, player: int | None, words: Mapping[str, Any], now: datetime) -> Verdict:
    """Note what a player answers. Of somebody without an account nothing is kept here: their browser may.

    :param words: of the game's own form, or the number of an answer
    :raises Puzzle.DoesNotExist: if there is none, or none that was published
    :raises NoSuchAnswer: if it has no such answer
    :raises Unreadable: if its match cannot be read
    :raises Busy: if somebody else is answering it for too long
    """
    day = now.astimezone(UTC).date()
    puzzle: Puzzle = published.puzzles(day).select_related("match").get(code=code)
    found = msgspec.json.decode(puzzle.found, type=Found)
    chosen = found.listed(str(words[NUMBER])) if NUMBER in words else _played(puzzle, found, words)
    if chosen is None:
        raise NoSuchAnswer
    verdict = Verdict(chosen, chosen == found.best, day, counts=True)
    if player is None:
        return verdict
    kept = {"chosen": verdict.chosen, "right": verdict.right, "at": now, "day": day}
    with atomic_or_busy():
        attempt, first = Attempt.objects.get_or_create(puzzle=puzzle, player_id=player, defaults=kept)
        if first:
            rating.rate(attempt)
    return verdict._replace(counts=first)


def _played(puzzle: Puzzle, found: Found, words: Mapping[str, Any]) -> int | None:
    """Which of the answers was given on the cards."""
    shown = decisions.show(puzzle.match, Seat(puzzle.seat), puzzle.move)
    try:
        return found.number(shown.game, shown.action(words))
    except Illegal:
        return None
