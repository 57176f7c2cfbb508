"""Prometheus counters of matches: by game, by what made the move, and how late."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from django.db import transaction

from apps.common import metrics
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.models import Move

CAUSE_LABELS: Final[dict[str, str]] = {
    Move.Cause.SEAT: "person",
    Move.Cause.BOT: "bot",
    Move.Cause.ORDER: "order",
    Move.Cause.CLOCK: "clock",
}
"""Labels of causes. Other moves are announcements of the server."""


def count_turns_on_commit(runs: Sequence[MatchAggregate]) -> None:
    """Count what was done in these matches, if this transaction commits and metrics are on."""
    if not metrics.is_counting():
        return
    turns = [
        (run.match.game, CAUSE_LABELS[move.cause]) for run in runs for move in run.moves if move.cause in CAUSE_LABELS
    ]
    lapses = [(CAUSE_LABELS[cause], late.total_seconds()) for run in runs for cause, late in run.lapses]
    if turns:
        transaction.on_commit(partial(_count_turns_and_lapses, turns, lapses), robust=True)


def _count_turns_and_lapses(turns: list[tuple[str, str]], lapses: list[tuple[str, float]]) -> None:
    for game, cause in turns:
        metrics.count_turn(game=game, cause=cause)
    for cause, seconds in lapses:
        metrics.count_lapse(cause=cause, seconds=seconds)
