"""What a player finds of their own: their matches, ordered by who waits for them, and their standing orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Prefetch, Subquery

from apps.games import catalogue
from apps.matches import sight
from apps.matches.models import Match, Question
from apps.matches.models import Seat as Chair
from apps.matches.standing import left, understood

MOST = 100


@dataclass(frozen=True)
class Row:
    """One of my matches."""

    code: str
    title: str
    people: str
    status: str
    waits_for_me: bool
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
    waiting = Question.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), answered=False).order_by(
        "due_at"
    )
    chairs = (
        Chair.objects.filter(player=player)
        .select_related("match")
        .annotate(due=Subquery(waiting.values("due_at")[:1]))
        .prefetch_related(
            Prefetch(
                "match__seats",
                Chair.objects.annotate(name=F("player__username")).order_by("index"),
                to_attr="chairs",
            )
        )
        .order_by(F("match__over_at").desc(nulls_first=True), F("due").asc(nulls_last=True), "-match__begun_at")[:MOST]
    )
    return [
        Row(
            code=chair.match.code,
            title=sight.title(chair.match),
            people=", ".join(sight.name(other) for other in chair.match.chairs if other.pk != chair.pk),  # type: ignore[attr-defined]
            status=chair.match.status,
            waits_for_me=chair.due is not None and chair.match.status == Match.Status.PLAYING,
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
