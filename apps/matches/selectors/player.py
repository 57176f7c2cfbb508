"""What a player finds of their own: their matches, ordered by who waits for them, and their standing orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Subquery, prefetch_related_objects

from apps.games import catalogue
from apps.matches.engine import proposals
from apps.matches.engine.standing_orders import left, understood
from apps.matches.models import Chair, Match, Question
from apps.matches.selectors import match_view, seating

MOST = 100
"""Running matches on the page."""
ENDED = 10
"""Finished ones below them; all of them stand on the player's profile."""


@dataclass(frozen=True)
class OwnMatch:
    """One of my matches."""

    code: str
    title: str
    people: str
    status: str
    waits_for_me: bool
    proposed: bool
    """Whether the table proposes something that I have not agreed to yet."""
    due_at: datetime | None
    autopilot: bool


class _OwnChair(NamedTuple):
    """Where somebody sits, and until when they are asked something there."""

    chair: Chair
    due_at: datetime | None


@dataclass(frozen=True)
class ShownOrder:
    """A standing order and the template that says it."""

    id: str
    """Its ticket."""
    template: str
    order: Any


def rows(*, player: int) -> list[OwnMatch]:
    """Running matches, those that wait for me first, the soonest deadline first; then the latest finished ones."""
    seats = Chair.objects.filter(player=player).select_related("match")
    waiting = Question.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), answered=False).order_by(
        "due_at"
    )
    running = (
        seats.filter(match__over_at__isnull=True)
        .annotate(due=Subquery(waiting.values("due_at")[:1]))
        .order_by(F("due").asc(nulls_last=True), "-match__begun_at")[:MOST]
    )
    ended = seats.filter(match__over_at__isnull=False).order_by("-match__over_at")[:ENDED]
    found = [*(_OwnChair(chair, chair.due) for chair in running), *(_OwnChair(chair, None) for chair in ended)]
    prefetch_related_objects([own.chair for own in found], seating.seats("match"))
    return [_row(own) for own in found]


def orders(loaded: match_view.LoadedMatch) -> list[ShownOrder]:
    """The standing orders of the player for whom a match was loaded, in the order in which they are tried."""
    game = loaded.match.game
    return [
        ShownOrder(each.ticket, f"{game}/orders/{order.__struct_config__.tag}.html", order)
        for each in left(loaded.orders)
        if (order := understood(each, catalogue()[game].order)) is not None
    ]


def _row(own: _OwnChair) -> OwnMatch:
    chair, due_at = own
    match, table = chair.match, list(chair.match.seats.all())
    playing = match.status == Match.Status.PLAYING
    return OwnMatch(
        code=match.code,
        title=match_view.title(match),
        people=", ".join(seating.name(other) for other in table if other.pk != chair.pk),
        status=match.status,
        waits_for_me=due_at is not None and playing,
        proposed=any(chair.index in proposals.unheard(proposal, table) for proposal in proposals.read(match.proposals)),
        due_at=due_at if playing else None,
        autopilot=chair.autopilot,
    )
