"""What a vacation does to running matches: what its player is asked waits until they are back, and all are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches import pace, sight
from apps.matches.hand import Busy, Stuck, held
from apps.matches.models import Match
from apps.matches.models import Seat as Chair
from apps.matches.rest import Span
from apps.matches.running import Running


def begin(*, player: int, now: datetime) -> None:
    """The player's vacation, which the database knows already, begins.

    A match that is busy or broken finds out by itself when it is next taken in hand (see `ledger`).
    """
    for run, seat in _running(player, now):
        run.announce(Announced(what="away", seat=seat))


def plan(*, player: int, now: datetime) -> None:
    """The player's vacation, which the database knows already, will begin: its deadlines take it into account now."""
    for run, seat in _running(player, now):
        run.announce(Announced(what="leaving", seat=seat))


def call_off(*, player: int, planned: Span, now: datetime) -> None:
    """A planned vacation, which the database has forgotten already, does not take place: it ends where it begins."""
    begins_at, ends_at = planned
    for run, seat in _running(player, now):
        run.clock.hasten(seat, ends_at, begins_at)
        run.announce(Announced(what="staying", seat=seat))


def go_on(*, player: int, now: datetime) -> None:
    """The vacation lasts longer: taken in hand, each match finds out by itself."""
    for _run, _seat in _running(player, now):
        pass


def end(*, player: int, planned: datetime, ends_at: datetime, now: datetime) -> None:
    """The vacation ends earlier than was planned; perhaps now, and the player is back."""
    for run, seat in _running(player, now):
        run.clock.hasten(seat, planned, ends_at)
        if ends_at <= now:
            run.announce(Announced(what="back", seat=seat))


def _running(player: int, now: datetime) -> Iterator[tuple[Running, Seat]]:
    """Each match that waits for the player, in hand, one at a time; written when the next is asked for."""
    chairs = Chair.objects.filter(player=player, autopilot=False, match__vacations=True).exclude(
        match__status=Match.Status.OVER
    )
    for code, index in list(chairs.values_list("match__code", "index")):
        with suppress(Busy, Stuck, sight.Unreadable), held(code, now=now) as run:
            waits = run.match.status != Match.Status.OVER and pace.restful(run.match.pace)
            if waits and run.chairs[index].player_id == player:
                yield run, Seat(index)
