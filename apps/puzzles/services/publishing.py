"""Publication of the daily puzzle of each game. Published puzzles stay."""

from __future__ import annotations

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import F, Max, OuterRef, Subquery

from apps.games import load_games
from apps.matches.selectors import decisions
from apps.puzzles.models import Puzzle


def publish_daily_puzzles(*, today: date) -> int:
    """Publish a puzzle for each game that has none today, if there is one, and return how many."""
    have = set(Puzzle.objects.filter(published_on=today).values_list("game", flat=True))
    return sum(_publish_oldest_puzzle(game, today) for game in load_games() if game not in have)


def _publish_oldest_puzzle(game: str, today: date) -> bool:
    """Publish the oldest puzzle of the theme that was published least recently."""
    known = Puzzle.objects.filter(game=game, theme=OuterRef("theme"), published_on__isnull=False).order_by()
    seen = known.values("theme").annotate(last=Max("published_on")).values("last")
    waiting = decisions.in_sight(Puzzle.objects.filter(game=game, published_on=None))
    order = F("last").asc(nulls_first=True), "pk"
    key = waiting.annotate(last=Subquery(seen)).order_by(*order).values_list("pk", flat=True).first()
    if key is None:
        return False
    try:
        with transaction.atomic():
            return bool(Puzzle.objects.filter(pk=key, published_on=None).update(published_on=today))
    except IntegrityError:
        return False  # Someone else was faster, with another one.
