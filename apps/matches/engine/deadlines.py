"""Rules for when a question expires. Pure: the present is an argument."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from apps.kernel.game import Illegal, Meta
from apps.matches.engine.availability import Availability, Span, advance_while_awake, compute_time_awake

MIN_PACE_SECONDS: Final = 10
MAX_PACE_SECONDS: Final = 30 * 24 * 3600
"""Limits of a custom pace, in seconds."""

BOT_PAUSE: Final = timedelta(seconds=1)
"""How long a bot pretends to think so that players can follow, unless the only player at a table chose otherwise."""
THINKING_TIME: Final = timedelta(seconds=3)
"""How long the match waits for a bot that thinks, before it answers without."""

MISSES_BEFORE_AUTOPILOT: Final = 3
"""Missed turns in a row after which the bot answers for an absent player."""

TIME_BANK: Final = "reserve"
REFILL: Final = "refill"
"""Keys of a pace besides its kinds of question: the size of the time bank and its refill per required turn, in seconds.

The time bank never grows beyond its initial size. Stored paces and the API call it `reserve`.
"""
_PRESET_TIME_BANKS: Final[Mapping[str, Mapping[str, int]]] = {
    "live": {TIME_BANK: 2 * 60, REFILL: 5},
    "daily": {TIME_BANK: 24 * 3600, REFILL: 2 * 3600},
    "relaxed": {TIME_BANK: 3 * 24 * 3600, REFILL: 6 * 3600},
    "weekly": {TIME_BANK: 5 * 24 * 3600, REFILL: 12 * 3600},
}
MIN_RESTFUL_SECONDS: Final = 3600
"""The shortest time per question, in seconds, at which a pace stops the clock while players rest."""


class Deadline(NamedTuple):
    """The deadline of an open question."""

    due_at: datetime
    """Until when an answer uses no time from the time bank."""
    lapses_at: datetime
    """When silence becomes the answer, time bank included. Others see the time bank at a live pace only."""


def list_preset_paces(meta: Meta) -> dict[str, dict[str, int]]:
    """Return the paces of a game with their time banks by name, the quickest first."""
    return {name: {**seconds, **_PRESET_TIME_BANKS.get(name, {})} for name, seconds in meta.paces.items()}


def is_restful(pace: Mapping[str, int]) -> bool:
    """Check whether the clock stops for resting players at this pace."""
    return min(seconds for about, seconds in pace.items() if about not in (TIME_BANK, REFILL)) >= MIN_RESTFUL_SECONDS


def advance_answering_time(*, pace: Mapping[str, int], start: datetime, seconds: float, rest: Availability) -> datetime:
    """Return when this many seconds have passed in which the player could have answered."""
    if not is_restful(pace):
        return start + timedelta(seconds=seconds)
    return advance_while_awake(rest.quiet, rest.vacations, start, seconds)


def compute_answering_time(
    *, pace: Mapping[str, int], start: datetime, until: datetime, rest: Availability
) -> timedelta:
    """Return how much of the time between these instants the player could have answered in."""
    if not is_restful(pace):
        return max(until - start, timedelta())
    return compute_time_awake(rest.quiet, rest.vacations, start, until)


def compute_postponed_deadline(
    *, pace: Mapping[str, int], start: datetime, due_at: datetime, since: datetime, rest: Availability
) -> datetime:
    """Return the deadline after which the time left at `start` is over, if it only runs from `since`."""
    left = compute_answering_time(pace=pace, start=start, until=due_at, rest=rest)
    return advance_answering_time(pace=pace, start=since, seconds=left.total_seconds(), rest=rest)


def compute_vacation_deadline(
    *, pace: Mapping[str, int], about: str, opened_at: datetime, due_at: datetime, lapses_at: datetime,
    rest: Availability, vacation: Span,
) -> datetime | None:  # fmt: skip
    """Return the deadline that this vacation gives a question, or None if it makes no difference.

    :param rest: all rests of the player, this vacation among them
    """
    begins_at, ends_at = vacation
    since = max(begins_at, opened_at)
    if lapses_at <= since:  # The question had expired before.
        return None
    if due_at <= since:  # Only the time bank was left.
        return due_at
    if due_at <= ends_at:
        others = Availability(rest.quiet, tuple(span for span in rest.vacations if span != vacation))
        return compute_postponed_deadline(pace=pace, start=since, due_at=due_at, since=ends_at, rest=others)
    whole = advance_answering_time(pace=pace, start=opened_at, seconds=pace[about], rest=rest)
    return whole if whole > due_at else None  # If not, there was more time than the vacation lasts.


def compute_refilled_time_bank(*, pace: Mapping[str, int], time_bank: int, overrun: timedelta) -> int:
    """Return what is left of a time bank after a required turn was answered with this overrun."""
    left = max(0, time_bank - max(0, round(overrun.total_seconds())))
    return min(pace.get(TIME_BANK, 0), left + pace.get(REFILL, 0))


def check_pace(meta: Meta, pace: Mapping[str, int], options: object) -> dict[str, int]:
    """Return a pace once it's checked against the game's kinds of question and these options.

    :raises Illegal: if a time is missing, unknown, out of bounds or too slow, which it names
    """
    kinds = set(next(iter(meta.paces.values())))
    for extra in (TIME_BANK, REFILL):
        if not 0 <= pace.get(extra, 0) <= MAX_PACE_SECONDS:
            raise Illegal(f"The {extra} must be between 0 seconds and {MAX_PACE_SECONDS // 86400} days.")
    agreed, pace = dict(pace), {about: seconds for about, seconds in pace.items() if about not in (TIME_BANK, REFILL)}
    if unknown := sorted(set(pace) - kinds):
        raise Illegal(f"{meta.title} has no question called “{unknown[0]}”.")
    for about in sorted(kinds):
        seconds = pace.get(about)
        if seconds is None:
            raise Illegal(f"The pace has no time for “{about}”.")
        if not MIN_PACE_SECONDS <= seconds <= MAX_PACE_SECONDS:
            raise Illegal(
                f"The time for “{about}” must be between {MIN_PACE_SECONDS} seconds "
                f"and {MAX_PACE_SECONDS // 86400} days."
            )
    if slow := too_slow(meta, pace, options):
        raise Illegal(f"“{getattr(options, slow[0])}” for {slow[0]} is only available at the live pace.")
    return agreed


def too_slow(meta: Meta, pace: Mapping[str, int], options: object) -> list[str]:
    """Return the options whose chosen values would reward being awake at this pace."""
    live = list_preset_paces(meta).get("live", {})
    if all(seconds <= live.get(about, 0) for about, seconds in pace.items()):
        return []
    return [name for name, values in meta.live_options.items() if getattr(options, name) in values]
