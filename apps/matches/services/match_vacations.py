"""What a vacation does to running matches: what its player is asked waits until they are back, and all are told."""

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


def begin(*, player: int, now: datetime) -> None:
    """The player's vacation, which the database knows already, begins.

    A match that is busy or broken finds out by itself when it is next taken in hand (see `store.repository`).
    """
    _each(player, now, lambda run, seat: run.announce(Announced(what="away", seat=seat)))


def plan(*, player: int, now: datetime) -> None:
    """The player's vacation, which the database knows already, will begin: its deadlines take it into account now."""
    _each(player, now, lambda run, seat: run.announce(Announced(what="leaving", seat=seat)))


def call_off(*, player: int, planned: Span, now: datetime) -> None:
    """A planned vacation, which the database has forgotten already, does not take place: it ends where it begins."""
    begins_at, ends_at = planned

    def stay(run: MatchAggregate, seat: Seat) -> None:
        run.clock.hasten(seat, ends_at, begins_at)
        run.announce(Announced(what="staying", seat=seat))

    _each(player, now, stay)


def go_on(*, player: int, now: datetime) -> None:
    """The vacation lasts longer: taken in hand, each match finds out by itself."""
    _each(player, now, lambda _run, _seat: None)


def end(*, player: int, planned: datetime, ends_at: datetime, now: datetime) -> None:
    """The vacation ends earlier than was planned; perhaps now, and the player is back."""

    def come_back(run: MatchAggregate, seat: Seat) -> None:
        run.clock.hasten(seat, planned, ends_at)
        if ends_at <= now:
            run.announce(Announced(what="back", seat=seat))

    _each(player, now, come_back)


def _each(player: int, now: datetime, tell: Callable[[MatchAggregate, Seat], None]) -> None:
    """Tell every match that waits for the player, one after the other."""
    chairs = Chair.objects.filter(player=player, autopilot=False, match__vacations=True).exclude(
        match__status=Match.Status.OVER
    )
    for code, index in list(chairs.values_list("match__code", "index")):
        with suppress(Busy, Stuck, match_view.Unreadable):
            change_match(code, partial(_tell, player, Seat(index), tell), now=now)


def _tell(player: int, seat: Seat, tell: Callable[[MatchAggregate, Seat], None], run: MatchAggregate) -> None:
    waits = run.match.status != Match.Status.OVER and deadlines.restful(run.match.pace)
    if waits and run.chairs[seat].player_id == player:
        tell(run, seat)
