"""Puzzles for tests, from decisions in matches of bots, with made-up values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec

from apps.kernel.analysis import Rated
from apps.kernel.record import encode_raw
from apps.matches.selectors import decisions
from apps.matches.selectors.decisions import Decided
from apps.puzzles.finding.found import MAX_ANSWERS, Found
from apps.puzzles.finding.theme import choose_theme
from apps.puzzles.models import Puzzle
from tests.factories.finished_matches import recorded_match

UNPLAYED = {"stray", "doze", "claim", "buyoff", "lift"}
"""Legal answers that only silence gives, or that leave the question open."""


def puzzle(match: Any, *, on: date | None = None, about: str = "", skip: int = 0) -> Puzzle:
    """Create a puzzle about the match's first decision of this kind, or a later one.

    The last answer is best, and the first one was given.
    """
    decided = [each for _n, each in decisions.load_decisions(match.code) if each and _fits(each, about)][skip]
    legal = _answers(decided)
    legal = _answers(decided)
    return Puzzle.objects.create(
        game=match.game,
        match=match,
        seat=decided.ask.seat,
        move=decided.move,
        about=decided.ask.about,
        theme=choose_theme(decided.game.meta, decided.ask.about, legal),
        found=msgspec.json.encode(valued(legal)).decode(),
        published_on=on,
    )


def valued(legal: Sequence[Any]) -> Found:
    """Value these answers so that the last is best; the first one was given."""
    worths = [*(0.1 + 0.3 * number / len(legal) for number in range(len(legal) - 1)), 0.6]
    answers = tuple(Rated(encode_raw(each), worth, 0.01) for each, worth in zip(legal, worths, strict=True))
    return Found(answers, len(legal) - 1, 0)


def _fits(decided: Decided, about: str) -> bool:
    many = len(decided.game.legal(decided.state, decided.ask.seat))
    return many <= MAX_ANSWERS and len(_answers(decided)) > 1 and (not about or decided.ask.about == about)


def _answers(decided: Decided) -> list[Any]:
    """Return the answers that the cards can give, with equal cards once."""
    legal = decided.game.legal(decided.state, decided.ask.seat)
    played = [each for each in legal if each.__struct_config__.tag not in UNPLAYED]
    return list({(type(each), str(decided.game.calls(each))): each for each in played}.values())


def of_every_game(*players: Any, on: date) -> dict[str, Puzzle]:
    """Create a puzzle of this day for each game."""
    wanted = {"fuse": "turn", "bombe": "bomb", "frogs": "throw", "kobolds": "trick"}
    return {
        game: puzzle(recorded_match(game, players), on=on, about=about, skip=9 if game != "bombe" else 2)
        for game, about in wanted.items()
    }
