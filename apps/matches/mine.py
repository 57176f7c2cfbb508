"""What a player finds of their own: their matches, ordered by who waits for them, and their standing orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Prefetch, Subquery

from apps.games import catalogue
from apps.kernel.table import Seat
from apps.matches import sight
from apps.matches.models import Match, Order, Question
from apps.matches.models import Seat as Chair
from apps.matches.standing import ticket, understood

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


def orders(*, code: str, seat: Seat) -> list[Said]:
    """My standing orders in a match, in the order in which they are tried."""
    found = Order.objects.filter(match__code=code, seat=seat).select_related("match").order_by("pk")
    return [said for row in found if (said := _said(row)) is not None]


def _said(row: Order) -> Said | None:
    order = understood(row, catalogue()[row.match.game].order)
    if order is None:
        return None
    return Said(ticket(row), f"{row.match.game}/orders/{order.__struct_config__.tag}.html", order)
