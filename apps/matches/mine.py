"""What a player finds of their own: their matches, ordered by who waits for them, and their standing orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, F, OuterRef, Prefetch, Subquery, Value, prefetch_related_objects

from apps.games import catalogue
from apps.matches import proposals, sight
from apps.matches.models import Match, Question
from apps.matches.models import Seat as Chair
from apps.matches.standing import left, understood

MOST = 100
"""Running matches on the page."""
ENDED = 10
"""Finished ones below them; all of them stand on the player's profile."""


@dataclass(frozen=True)
class Row:
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


@dataclass(frozen=True)
class Said:
    """A standing order and the template that says it."""

    id: str
    """Its ticket."""
    template: str
    order: Any


def rows(*, player: int) -> list[Row]:
    """Running matches, those that wait for me first, the soonest deadline first; then the latest finished ones."""
    seats = Chair.objects.filter(player=player)
    waiting = Question.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), answered=False).order_by(
        "due_at"
    )
    running = (
        seats.filter(match__over_at__isnull=True)
        .annotate(due=Subquery(waiting.values("due_at")[:1]))
        .order_by(F("due").asc(nulls_last=True), "-match__begun_at")[:MOST]
    )
    ended = (
        seats.filter(match__over_at__isnull=False)
        .annotate(due=Value(None, output_field=DateTimeField()))
        .order_by("-match__over_at")[:ENDED]
    )
    chairs: list[Any] = [*running.select_related("match"), *ended.select_related("match")]
    people = Chair.objects.annotate(name=F("player__username")).order_by("index")
    prefetch_related_objects(chairs, Prefetch("match__seats", people, to_attr="chairs"))
    return [
        Row(
            code=chair.match.code,
            title=sight.title(chair.match),
            people=", ".join(sight.name(other) for other in chair.match.chairs if other.pk != chair.pk),
            status=chair.match.status,
            waits_for_me=chair.due is not None and chair.match.status == Match.Status.PLAYING,
            proposed=any(
                chair.index in proposals.unheard(one, chair.match.chairs)
                for one in proposals.read(chair.match.proposals)
            ),
            due_at=chair.due if chair.match.status == Match.Status.PLAYING else None,
            autopilot=chair.autopilot,
        )
        for chair in chairs
    ]


def orders(loaded: sight.Loaded, *, player: int | None) -> list[Said]:
    """A player's standing orders in a match that was loaded for them, in the order in which they are tried."""
    match, chairs = loaded
    return [
        Said(one.ticket, f"{match.game}/orders/{order.__struct_config__.tag}.html", order)
        for chair in chairs
        if chair.player_id == player
        for one in left(chair.ordered)  # type: ignore[attr-defined]
        if (order := understood(one, catalogue()[match.game].order)) is not None
    ]
