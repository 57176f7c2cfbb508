"""The questions of one observer, and the deadlines of others as far as the observer knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE, Observer
from apps.matches.engine import deadlines
from apps.matches.engine.position import Position
from apps.matches.models import Chair, Match


@dataclass(frozen=True)
class Question:
    """A question the observer can answer."""

    ask: AnyAsk
    due_at: datetime | None
    """Until when an answer uses no time bank: the only deadline that others at the table see."""
    lapses_at: datetime | None
    """When silence counts as the answer, time bank included.

    Page, e-mail and calendar of the player show only this instant. When they showed both, players took the wrong one.
    """
    time_bank: int | None
    """Seconds left in the time bank for a late answer; None if it can't be used."""

    @property
    def about(self) -> str:
        return self.ask.about

    @property
    def key(self) -> str:
        return self.ask.key


def build_questions(position: Position, asks: Sequence[AnyAsk]) -> tuple[Question, ...]:
    """Return what the observer can answer now, including answers they can still change."""
    if position.match.status != Match.Status.PLAYING:
        return ()
    return tuple(_build_question(position, ask) for ask in asks if ask.seat == position.projection.observer)


def _build_question(position: Position, ask: AnyAsk) -> Question:
    until, chair = position.deadlines.get((ask.seat, ask.key)), position.seats[ask.seat].chair
    if until is None:
        return Question(ask, None, None, None)
    # As on the clock, a window that the server closes uses no one's time bank.
    closed_by_house = (HOUSE, ask.key) in position.deadlines
    late = (
        ask.duty
        and position.match.pace.get(deadlines.TIME_BANK)
        and not closed_by_house
        and not _is_played_by_bot(chair)
    )
    return Question(ask, until.due_at, until.lapses_at, chair.time_bank if late else None)


def filter_awaited_asks(asks: Sequence[AnyAsk], observer: Observer) -> tuple[AnyAsk, ...]:
    """Return the questions without an answer as far as the observer knows; of others, only those that expect one."""
    return tuple(ask for ask in asks if not ask.answered and (ask.expected or ask.seat == observer))


def awaited_until(position: Position, awaited: Sequence[AnyAsk]) -> datetime | None:
    """Return when silence counts as the observer's own answer, or else the soonest deadline of an awaited player.

    That excludes the time bank, which others see only on plates, at a live pace. Bots answer when they like.
    """
    observer = position.projection.observer
    waited = [ask for ask in awaited if ask.seat >= 0 and not _is_played_by_bot(position.seats[ask.seat].chair)]
    found = {ask.seat: position.deadlines.get((ask.seat, ask.key)) for ask in waited}
    own = None if isinstance(observer, str) else found.get(observer)
    return own.lapses_at if own else min((until.due_at for until in found.values() if until), default=None)


def bot_awaited(position: Position, awaited: Sequence[AnyAsk]) -> bool:
    """Check whether only a bot is awaited.

    In a window with others, no one sees when a bot has answered, so checking often would find nothing.
    """
    if len(awaited) != 1:
        return False
    seat = awaited[0].seat
    return seat >= 0 and _is_played_by_bot(position.seats[seat].chair)


def _is_played_by_bot(chair: Chair) -> bool:
    return chair.bot or chair.autopilot
