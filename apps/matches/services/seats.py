"""Seats that change hands: players return, leave, or are replaced."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches.engine import proposals
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import SANDBOX_REFUSAL, MatchRefused
from apps.matches.models import Match, Tenure
from apps.matches.services import referees
from apps.matches.services.session import change_match, change_seated
from apps.matches.store import availability


def reclaim_seat(*, code: str, seat: Seat, now: datetime, by: int | None = None) -> None:
    """Return the seat from the bot to its player.

    :raises MatchRefused: if the match is over or the seat isn't on autopilot
    :raises NotSeated: if the player `by` doesn't sit there
    """
    change_seated(by, code, seat, now, lambda run: _reclaim_seat(run, seat))


def resign_seat(*, code: str, seat: Seat, now: datetime, by: int | None = None) -> None:
    """Let the player leave for good, and a house bot play on.

    :raises MatchRefused: if the match is over
    :raises NotSeated: if the player `by` doesn't sit there
    """
    change_seated(by, code, seat, now, lambda run: _seat_player(run, seat, None, "resigned"))


def replace_player(*, code: str, seat: Seat, player: int | None, now: datetime) -> None:
    """Give the seat to another player (by id), who learns exactly what the seat knows, or to the bot (None).

    :raises MatchRefused: if the match is over, or the player already sits there or has looked as referee
    """
    change_match(code, lambda run: _seat_player(run, seat, player, "replaced"), seat, now=now)


def take_over(*, code: str, seat: Seat, player: int, now: datetime) -> None:
    """Seat a substitute, who learns exactly what the seat knows.

    :raises MatchRefused: if no substitute is wanted there, or the player sits at the table, left it, or has looked as
        referee
    """
    change_match(code, lambda run: _take_over(run, seat, player), seat, now=now)


def _reclaim_seat(run: MatchAggregate, seat: Seat) -> MatchRefused | None:
    chair = run.chairs[seat]
    if not chair.autopilot or run.match.status == Match.Status.OVER:
        return MatchRefused(_("No bot is playing for you."))
    run.attendance.take_back(seat)
    run.match.proposals = proposals.remove_proposal(run.match.proposals, what="substitute", about=seat)
    run.announce(Announced(what="reclaimed", seat=seat))
    run.restart_seat(seat)
    run.ask()
    return None


def _take_over(run: MatchAggregate, seat: Seat, player: int) -> MatchRefused | None:
    if refused := _why_not(run, player):
        return refused
    if not run.chairs[seat].vacant:
        return MatchRefused(_("That seat is already taken."))
    if Tenure.objects.filter(match=run.match.pk, player=player).exists():
        return MatchRefused(_("You’ve left this match, so you can’t rejoin it."))
    return _seat_player(run, seat, player, "replaced")


def _seat_player(
    run: MatchAggregate, seat: Seat, player: int | None, what: Literal["resigned", "replaced"]
) -> MatchRefused | None:
    if refused := _why_not(run, player):
        return refused
    if player is not None and referees.has_looked(run.match.pk, player):
        return MatchRefused(_("You can’t play in a match you’ve viewed as a referee."))
    run.clock.availabilities |= availability.load_availabilities([] if player is None else [player], since=run.now)
    run.seat(seat, player, what)
    return None


def _why_not(run: MatchAggregate, player: int | None) -> MatchRefused | None:
    """Return why no one, or not this player, can sit down at the table, or None."""
    if run.match.origin:
        return MatchRefused(SANDBOX_REFUSAL)
    if run.match.status == Match.Status.OVER:
        return MatchRefused(_("The match is over."))
    if player is not None and any(chair.player_id == player for chair in run.chairs):
        return MatchRefused(_("That player is already at this table."))
    return None
