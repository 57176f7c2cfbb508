"""Who may see every hidden card of a running match: nobody who plays or played in it; and everybody learns who did."""

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
    """Somebody looked as referee."""

    name: str
    """Empty if their account is gone."""
    at: datetime


def may_look(match: int, player: int) -> None:
    """
    :raises MatchRefused: if the player sits at the match, or sat there at any time
    """
    if _sat(match, player):
        raise MatchRefused(_("You’re playing or have played in this match. Someone else has to look at it."))


def look(*, code: str, player: int, now: datetime) -> None:
    """Keep that the player looks as referee. Who takes a seat in the same moment waits, or is waited for.

    :raises MatchRefused: as `may_look`
    :raises Busy: if the match could not be had in time
    """
    with atomic_or_busy():
        match = Match.objects.select_for_update(no_key=True).get(code=code)
        may_look(match.pk, player)
        if match.status != Match.Status.OVER:
            RefereeLook.objects.get_or_create(match=match, player_id=player, defaults={"at": now})


def looked(match: int, player: int) -> bool:
    """Whether the player knows every hidden card."""
    return RefereeLook.objects.filter(match=match, player=player).exists()


def looks(match: Match) -> list[Look]:
    """Who looked while the match ran, for everybody to read once it is over."""
    if match.status != Match.Status.OVER:
        return []
    rows = RefereeLook.objects.filter(match=match).order_by("at", "pk")
    return [Look(name or "", at) for name, at in rows.values_list(F("player__username"), "at")]


def _sat(match: int, player: int) -> bool:
    """By the seats and those they remember, and by what was done and missed there."""
    chairs = Chair.objects.filter(Q(player=player) | Q(former=player), match=match)
    rows = (
        chairs,
        *(model.objects.filter(match=match, player=player) for model in (Tenure, Move, CompactPlayer, Missed)),
    )
    return any(found.exists() for found in rows)
