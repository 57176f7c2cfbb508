"""What of all matches belongs to one player: where they play, and what they may take along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, Prefetch, Q

from apps.kernel.table import Seat
from apps.matches import sight, sleepers
from apps.matches.models import Match, Missed, Reliability, Tenure
from apps.matches.models import Seat as Chair

AT_ONCE = 200
"""Matches read at a time, for whoever played thousands."""


def running(*, player: int) -> list[tuple[str, Seat]]:
    """The seats of a player in matches that are not over: (code, seat)."""
    seats = Chair.objects.filter(player=player).exclude(match__status=Match.Status.OVER)
    return [(code, Seat(index)) for code, index in seats.order_by("match").values_list("match__code", "index")]


def matches(*, player: int) -> Iterator[dict[str, Any]]:
    """Every match the player sits in or left, as everybody knows it: its outcome once it is over."""
    left = Tenure.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), player=player)
    chairs = Chair.objects.annotate(name=F("player__username"), left=Exists(left)).order_by("index")
    played = Match.objects.filter(Q(seats__player=player) | Q(tenures__player=player)).distinct().order_by("pk")
    for match in played.prefetch_related(Prefetch("seats", chairs, to_attr="chairs")).iterator(chunk_size=AT_ONCE):
        table: Sequence[Chair] = match.chairs
        over = match.status == Match.Status.OVER
        yield {
            "address": match.get_absolute_url(),
            "game": match.game,
            "setup": msgspec.Raw(match.setup.encode()),
            "pace": match.pace,
            "status": match.status,
            "rated": match.rated,
            "begun_at": match.begun_at,
            "over_at": match.over_at,
            "people": [sight.name(chair) for chair in table],
            "seats": [chair.index for chair in table if chair.player_id == player],
            "left": [chair.index for chair in table if chair.left],  # type: ignore[attr-defined]
            "outcome": match.outcome if over else None,
        }


def orders(*, player: int) -> Iterator[dict[str, Any]]:
    """What the player has ordered in advance in matches that are not over."""
    seats = Chair.objects.filter(player=player).exclude(match__status=Match.Status.OVER).select_related("match")
    for code, game, index, left in seats.order_by("match").values_list("match__code", "match__game", "index", "orders"):
        yield {"match": code, "game": game, "seat": index, "orders": msgspec.Raw(left.encode())}


def rest(*, player: int) -> Iterator[dict[str, Any]]:
    """The player's quiet hours and every vacation they ever took."""
    known = sleepers.one(player)
    yield {"quiet_hours": known.quiet, "vacations": [{"from": one, "until": other} for one, other in known.vacations]}


def reliability(*, player: int) -> Iterable[Mapping[str, Any]]:
    """How the player answered lately."""
    return Reliability.objects.filter(player=player).values("answered", "missed", "median", "share", "counted_at")


def missed(*, player: int) -> Iterator[dict[str, Any]]:
    """The duties they let lapse."""
    for one in Missed.objects.filter(player=player).annotate(code=F("match__code")).order_by("at", "pk").iterator():
        yield {"match": one.code, "at": one.at.isoformat()}
