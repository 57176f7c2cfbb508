"""Books that were read a moment ago, kept by this process as long as nothing has happened: many people follow the same
tournament, and a large one takes a second to read."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Any, Final

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from apps.tournaments import book
from apps.tournaments.book import Book
from apps.tournaments.models import Act, Bout, Entry, Tournament

MOST: Final = 8
"""Books kept."""
SECONDS: Final = 60
"""Names may change without a trace here, so no book is kept for longer."""

_kept: Final[OrderedDict[object, Book]] = OrderedDict()


def marked(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Tournaments with a few counts, from which `mark` is told: the same statement."""
    acts = Act.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    bouts = Bout.objects.filter(pod__round__tournament=OuterRef("pk")).order_by().values("pod__round__tournament")
    counts: dict[str, tuple[QuerySet[Any, Any], Any]] = {
        "count_acts": (acts, Max("pk")),
        "count_players": (entries, Count("player")),
        "count_at": (entries, Max("at")),
        "count_in": (entries, Count("pk", filter=Q(state=Entry.State.IN))),
        "count_waiting": (entries, Count("pk", filter=Q(state=Entry.State.WAITING))),
        "count_dealt": (bouts, Count("match")),
        "count_over": (bouts, Count("match", filter=Q(match__over_at__isnull=False))),
    }
    return tournaments.annotate(
        **{name: Subquery(rows.annotate(told=how).values("told")) for name, (rows, how) in counts.items()}
    )


def mark(tournament: Tournament) -> str:
    """A word that changes whenever something happened in a tournament that was loaded `marked`."""
    names = ("acts", "players", "in", "waiting", "dealt", "over")
    # Who leaves as somebody else comes back leaves all counts as they were.
    latest = tournament.count_at  # type: ignore[attr-defined]
    counts = [getattr(tournament, f"count_{name}") or 0 for name in names]
    return "-".join(map(str, [tournament.status, *counts, int(latest.timestamp()) if latest else 0]))


def read(tournament: Tournament) -> Book:
    """As `book.read`, of a tournament that was loaded `marked`: never older than that."""
    agreed = str((tournament.plan, tournament.most, tournament.by_itself, tournament.name))
    key = tournament.code, mark(tournament), agreed, int(monotonic() // SECONDS)
    seen = _kept.pop(key, None) or book.read(tournament)
    _kept[key] = seen
    while len(_kept) > MOST:
        _kept.popitem(last=False)
    return seen
