"""Effects of a vacation on running matches: the player's questions wait, and the other players see why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial

from apps.common.errors import Busy
from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches.engine import deadlines
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.availability import Span
from apps.matches.errors import Stuck
from apps.matches.models import Chair, Match
from apps.matches.selectors import match_view
from apps.matches.services.session import change_match


def apply_started_vacation(*, player: int, now: datetime) -> None:
    """Start the player's vacation, which is already in the database.

    A match that is busy or broken finds out by itself when it is next loaded (see `store.repository`).
    """
    _change_each_match(player, now, lambda run, seat: run.announce(Announced(what="away", seat=seat)))


def apply_planned_vacation(*, player: int, now: datetime) -> None:
    """Let deadlines take the player's planned vacation into account. It is already in the database."""
    _change_each_match(player, now, lambda run, seat: run.announce(Announced(what="leaving", seat=seat)))


def apply_cancelled_vacation(*, player: int, planned: Span, now: datetime) -> None:
    """Cancel a planned vacation, already deleted from the database, by ending it where it would have started."""
    begins_at, ends_at = planned

    def stay(run: MatchAggregate, seat: Seat) -> None:
        _end_early(run, seat, ends_at, begins_at)
        run.announce(Announced(what="staying", seat=seat))

    _change_each_match(player, now, stay)


def apply_prolonged_vacation(*, player: int, now: datetime) -> None:
    """Prolong the vacation. Each match finds out by itself once it's loaded."""
    _change_each_match(player, now, lambda _run, _seat: None)


def apply_shortened_vacation(*, player: int, planned: datetime, ends_at: datetime, now: datetime) -> None:
    """End the vacation earlier than planned. If that's now, the player is back."""

    def come_back(run: MatchAggregate, seat: Seat) -> None:
        _end_early(run, seat, planned, ends_at)
        if ends_at <= now:
            run.announce(Announced(what="back", seat=seat))

    _change_each_match(player, now, come_back)


def _end_early(run: MatchAggregate, seat: Seat, planned: datetime, ends_at: datetime) -> None:
    """Bring deadlines forward. While the match is paused, no vacation holds anything."""
    if run.match.status != Match.Status.PAUSED:
        run.set_deadlines(run.clock.timing.end_vacation_early(seat, planned, ends_at))


def _change_each_match(player: int, now: datetime, tell: Callable[[MatchAggregate, Seat], None]) -> None:
    """Apply a change to every match that waits for the player, one after the other."""
    chairs = Chair.objects.filter(player=player, autopilot=False, match__vacations=True).exclude(
        match__status=Match.Status.OVER
    )
    for code, index in list(chairs.values_list("match__code", "index")):
        with suppress(Busy, Stuck, match_view.Unreadable):
            change_match(code, partial(_change_if_waiting, player, Seat(index), tell), now=now)


def _change_if_waiting(
    player: int, seat: Seat, tell: Callable[[MatchAggregate, Seat], None], run: MatchAggregate
) -> None:
    waits = run.match.status != Match.Status.OVER and deadlines.is_restful(run.match.pace)
    if waits and run.chairs[seat].player_id == player:
        tell(run, seat)
