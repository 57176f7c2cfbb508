"""Seats change hands: players come back, leave, or are replaced."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches import proposals, referees, sleepers
from apps.matches.hand import Refused, held_by
from apps.matches.models import Match, Tenure


def reclaim(*, code: str, seat: Seat, now: datetime, by: int | None = None) -> None:
    """The player is back and answers for the seat again.

    :raises Refused: if the match is over or the seat is not on autopilot
    :raises NotSeated: if `by`, a player, does not sit there
    """
    with held_by(by, code, seat, now) as run:
        chair = run.chairs[seat]
        if not chair.autopilot or run.match.status == Match.Status.OVER:
            raise Refused(_("Your seat is not on autopilot."))
        chair.autopilot, chair.missed, chair.absent_at, chair.vacant = False, 0, None, False
        run.changed.add(seat)
        run.match.proposals = proposals.without(run.match.proposals, what="substitute", about=seat)
        run.announce(Announced(what="reclaimed", seat=seat))
        run.clock.reseat(seat, run.now)
        run.ask()


def resign(*, code: str, seat: Seat, now: datetime, by: int | None = None) -> None:
    """The player leaves for good; the house's bot plays on.

    :raises Refused: if the match is over
    :raises NotSeated: if `by`, a player, does not sit there
    """
    _seat(code=code, seat=seat, player=None, what="resigned", now=now, by=by)


def replace(*, code: str, seat: Seat, player: int | None, now: datetime) -> None:
    """Give the seat to another player (by id), who learns exactly what the seat knows, or to the bot (None).

    :raises Refused: if the match is over, or the player sits there already or has looked as referee
    """
    _seat(code=code, seat=seat, player=player, what="replaced", now=now)


def take_over(*, code: str, seat: Seat, player: int, now: datetime) -> None:
    """Sit down in a seat for which the table looks for somebody; they learn exactly what the seat knows.

    :raises Refused: if nobody is looked for there (any more), or the player sits at the table, left it, or has looked
        as referee
    """
    _seat(code=code, seat=seat, player=player, what="replaced", now=now, wanted=True)


def _seat(
    *, code: str, seat: Seat, player: int | None, what: Literal["resigned", "replaced"], now: datetime,
    by: int | None = None, wanted: bool = False,
) -> None:  # fmt: skip
    with held_by(by, code, seat, now) as run:
        if run.match.status == Match.Status.OVER:
            raise Refused(_("The match is over."))
        if player is not None and any(chair.player_id == player for chair in run.chairs):
            raise Refused(_("That player sits at this table already."))
        if wanted and not run.chairs[seat].vacant:
            raise Refused(_("That seat is taken."))
        if wanted and Tenure.objects.filter(match=run.match.pk, player=player).exists():
            raise Refused(_("You left this table."))
        if player is not None and referees.looked(run.match.pk, player):
            raise Refused(_("Whoever has looked at a match as referee does not play in it."))
        run.clock.rests |= sleepers.of([] if player is None else [player], since=run.now)
        run.seat(seat, player, what)
