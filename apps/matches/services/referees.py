"""Referees of running matches: people who don't play there and can see every hidden card.

Everyone learns who looked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q
from django.utils.translation import gettext as _

from apps.common.transactions import atomic_or_busy
from apps.matches.errors import MatchRefused
from apps.matches.models import Chair, CompactPlayer, Match, Missed, Move, RefereeLook, Tenure


@dataclass(frozen=True)
class Look:
    """A look as referee."""

    name: str
    """The referee's name; empty if their account is gone."""
    at: datetime


def may_look(match: int, player: int) -> None:
    """Check that the player can look as referee.

    :raises MatchRefused: if they sit at the match, or ever did
    """
    if _has_ever_sat(match, player):
        raise MatchRefused(_("You’re playing or have played in this match. Someone else has to look at it."))


def record_look(*, code: str, player: int, now: datetime) -> None:
    """Record that the player looks as referee. The lock keeps out anyone taking a seat at the same moment.

    :raises MatchRefused: as `may_look`
    :raises Busy: if the match couldn't be locked in time
    """
    with atomic_or_busy():
        match = Match.objects.select_for_update(no_key=True).get(code=code)
        may_look(match.pk, player)
        if match.status != Match.Status.OVER:
            RefereeLook.objects.get_or_create(match=match, player_id=player, defaults={"at": now})


def has_looked(match: int, player: int) -> bool:
    """Check whether the player knows every hidden card."""
    return RefereeLook.objects.filter(match=match, player=player).exists()


def find_looks(match: Match) -> list[Look]:
    """Return all looks while the match ran, which everyone can read once it's over."""
    if match.status != Match.Status.OVER:
        return []
    rows = RefereeLook.objects.filter(match=match).order_by("at", "pk")
    return [Look(name or "", at) for name, at in rows.values_list(F("player__username"), "at")]


def _has_ever_sat(match: int, player: int) -> bool:
    """Check whether the player ever sat there, by chairs, tenures, moves and missed turns."""
    chairs = Chair.objects.filter(Q(player=player) | Q(former=player), match=match)
    rows = (
        chairs,
        *(model.objects.filter(match=match, player=player) for model in (Tenure, Move, CompactPlayer, Missed)),
    )
    return any(found.exists() for found in rows)
