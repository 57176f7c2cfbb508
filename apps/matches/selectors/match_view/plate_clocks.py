"""The clocks on the plates of a match at a live pace, the same for everyone who looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE
from apps.matches.engine import deadlines
from apps.matches.engine.position import Position
from apps.matches.models import Match


class PlateClock(Struct, frozen=True):
    """The clock of one seat. It runs while the seat is awaited, and is stopped otherwise."""

    time_bank: int | None
    """Seconds in the time bank; None if the pace has none, or the open window doesn't draw on it."""
    full: int
    """Seconds in a full time bank."""
    due_at: datetime | None = None
    """The end of the turn's own time; None if the clock is stopped."""
    lapses_at: datetime | None = None
    """The end of the time bank; None if the clock is stopped."""


def plate_clocks(
    position: Position, asks: Sequence[AnyAsk], awaited: Sequence[AnyAsk]
) -> tuple[PlateClock | None, ...]:
    """Return the clock of each seat, None for a bot. Empty at a slow pace, in a replay or while nothing runs."""
    match = position.match
    if match.status != Match.Status.PLAYING or position.at is not None or not position.deadlines:
        return ()
    if deadlines.is_restful(match.pace):
        return ()
    return tuple(_build_plate_clock(position, seat, asks, awaited) for seat in range(len(position.seats)))


def _build_plate_clock(
    position: Position, seat: int, asks: Sequence[AnyAsk], awaited: Sequence[AnyAsk]
) -> PlateClock | None:
    chair = position.seats[seat].chair
    if chair.bot or chair.autopilot:
        return None
    full = position.match.pace.get(deadlines.TIME_BANK, 0)
    time_bank = _compute_public_time_bank(position, seat, asks) if full else None
    for ask in awaited:
        until = position.deadlines.get((seat, ask.key)) if ask.seat == seat else None
        if until is not None:
            return PlateClock(time_bank, full, until.due_at, until.lapses_at)
    return None if time_bank is None else PlateClock(time_bank, full)


def _compute_public_time_bank(position: Position, seat: int, asks: Sequence[AnyAsk]) -> int | None:
    """Return the time bank as everyone can know it.

    A sealed answer changes it immediately, which would reveal the answer. So until the window closes, it's what it was
    when the window opened.
    """
    for ask in asks:
        until = position.deadlines.get((seat, ask.key))
        if ask.seat != seat or not ask.duty or until is None:
            continue
        if (HOUSE, ask.key) in position.deadlines:
            return None
        if not ask.answered:
            return round((until.lapses_at - until.due_at).total_seconds())
    return position.seats[seat].chair.time_bank
