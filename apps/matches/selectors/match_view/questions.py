"""What one observer of a match is asked, and until when people are waited for, as far as they know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, Observer
from apps.matches.engine import deadlines
from apps.matches.engine.position import Position
from apps.matches.models import Chair, Match


@dataclass(frozen=True)
class Question:
    """A question the observer may answer."""

    ask: Ask[Any]
    due_at: datetime | None
    """Until when the answer costs nothing: all that anybody else at the table is told."""
    lapses_at: datetime | None
    """When silence is taken as the answer: later, while there is a reserve. Page, mail and calendar of whoever is
    asked name this instant alone; of two they took the wrong one.
    """
    reserve: int | None
    """Seconds that are left of the reserve for a late answer; None where none can be drawn on."""

    @property
    def about(self) -> str:
        return self.ask.about

    @property
    def key(self) -> str:
        return self.ask.key


def questions(position: Position, asks: Sequence[Ask[Any]]) -> tuple[Question, ...]:
    """What the observer may answer now (also what they answered and may still change)."""
    if position.match.status != Match.Status.PLAYING:
        return ()
    return tuple(_question(position, ask) for ask in asks if ask.seat == position.projection.observer)


def _question(position: Position, ask: Ask[Any]) -> Question:
    until, chair = position.deadlines.get((ask.seat, ask.key)), position.seats[ask.seat].chair
    if until is None:
        return Question(ask, None, None, None)
    # As the clock has it: a window that the house closes waits for nobody's reserve.
    closed_by_house = (HOUSE, ask.key) in position.deadlines
    late = ask.duty and position.match.pace.get(deadlines.RESERVE) and not closed_by_house and not _automatic(chair)
    return Question(ask, until.due_at, until.lapses_at, chair.reserve if late else None)


def awaited(asks: Sequence[Ask[Any]], observer: Observer) -> tuple[Ask[Any], ...]:
    """What has not been answered, as far as the observer knows; to others only what they are expected to answer."""
    return tuple(ask for ask in asks if not ask.answered and (ask.expected or ask.seat == observer))


def awaited_until(position: Position, awaited: Sequence[Ask[Any]]) -> datetime | None:
    """When silence counts as the observer's own answer; else the soonest deadline of a person who is awaited, without
    the reserve, which others see on plates only, at a live pace. Whoever is played by a bot answers when it likes.
    """
    observer = position.projection.observer
    waited = [ask for ask in awaited if ask.seat >= 0 and not _automatic(position.seats[ask.seat].chair)]
    found = {ask.seat: position.deadlines.get((ask.seat, ask.key)) for ask in waited}
    own = None if isinstance(observer, str) else found.get(observer)
    return own.lapses_at if own else min((until.due_at for until in found.values() if until), default=None)


def bot_awaited(position: Position, awaited: Sequence[Ask[Any]]) -> bool:
    """Whether a bot alone is to play. Beside others in a window it is not: nobody sees when a bot has answered there,
    and looking often would find nothing.
    """
    if len(awaited) != 1:
        return False
    seat = awaited[0].seat
    return seat >= 0 and _automatic(position.seats[seat].chair)


def _automatic(chair: Chair) -> bool:
    return chair.bot or chair.autopilot
